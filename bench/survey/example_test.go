package survey_test

import (
	"context"
	"fmt"

	"npuzzle/bench/survey"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// The survey examines all 360 boards of 2x3.
func ExampleSurvey() {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 2, Cols: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := survey.Survey{
		Goal:       goal,
		Heuristics: []heuristics.Heuristic{heuristics.Misplaced, heuristics.Manhattan},
		Puzzles:    10,
		Seed:       1,
	}.Run(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d boards, mean distance %.2f\n", report.Boards, report.Distance)
	for _, row := range report.Heuristics {
		fmt.Printf("%s: mean error %.2f, admissible: %t\n", row.Heuristic, row.Error,
			row.Overestimate == nil)
	}
	// Output:
	// 360 boards, mean distance 12.62
	// misplaced: mean error 8.46, admissible: true
	// manhattan: mean error 5.79, admissible: true
}
