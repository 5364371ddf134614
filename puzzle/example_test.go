package puzzle_test

import (
	"fmt"
	"io"
	"strings"

	"npuzzle/puzzle"
)

func Example() {
	board, err := puzzle.Parse("1 2 3/4 5 6/0 7 8", puzzle.Size{})
	if err != nil {
		fmt.Println(err)
		return
	}
	goal, err := puzzle.Goal(puzzle.BlankLast, board.Size())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(puzzle.Solvable(board, goal))

	end, err := board.Replay([]puzzle.Move{puzzle.Right, puzzle.Right})
	fmt.Println(end == goal, err)
	fmt.Print(end.Grid())
	// Output:
	// true
	// true <nil>
	// 1 2 3
	// 4 5 6
	// 7 8 _
}

func ExampleReader() {
	const text = `# goal: blank-first
1 4 2/3 0 5/6 7 8
[[1, 2, 3], [4, 5, 6], [7, 0, 8]] # goal: blank-last
`
	reader := puzzle.NewReader(strings.NewReader(text), puzzle.Size{})
	for {
		start, goal, err := reader.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			fmt.Println(err)
			continue // with the next board
		}
		fmt.Println(puzzle.FormatWithGoal(start, goal))
	}
	// Output:
	// 1 4 2/3 0 5/6 7 8 # goal: blank-first
	// 1 2 3/4 5 6/7 0 8
}

func ExampleUniform() {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	rng := puzzle.NewRand(7, 1) // seed 7, stream 1
	fmt.Println(puzzle.Uniform(rng, goal))
	// Output: 5 0 4 10/11 7 2 6/3 1 9 8
}
