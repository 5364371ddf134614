package ga

import "npuzzle/puzzle"

// withoutLoops returns a plan that leads from start to the same board as
// another, and visits no board twice: from each board it goes on as the plan
// did after its last visit. It takes O(moves · cells) time and memory.
func withoutLoops(start puzzle.Board, plan []puzzle.Move) []puzzle.Move {
	graph := puzzle.NewGraph(start.Size(), puzzle.DefaultOrder)
	tiles, blank := start.Tiles(), uint8(start.Blank())
	left := map[string]int{string(tiles): 0} // moves made when the board was left for good
	visited := []string{string(tiles)}
	for i, move := range plan {
		for _, step := range graph.Steps(blank) {
			if step.Move == move {
				tiles[blank], tiles[step.To] = tiles[step.To], 0
				blank = step.To
				break
			}
		}
		board := string(tiles)
		left[board] = i + 1
		visited = append(visited, board)
	}
	var direct []puzzle.Move
	for i := left[visited[0]]; i < len(plan); i = left[visited[i+1]] {
		direct = append(direct, plan[i])
	}
	return direct
}
