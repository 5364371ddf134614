package api

import "npuzzle/puzzle"

// SpaceRequest asks for the state space of a small size.
type SpaceRequest struct {
	Size string `json:"size"`
	Goal string `json:"goal,omitempty"` // a name or a board; "" for blank-last
}

// Space is a state space: the list of all boards that can reach the goal. A board is given
// by its rank, which is its number in the puzzle.Ranking of the goal.
type Space struct {
	Goal   puzzle.Board `json:"goal"`
	Rows   int          `json:"rows"`
	Cols   int          `json:"cols"`
	States int          `json:"states"`
	Counts []int        `json:"counts"` // number of boards at each distance from the goal
	Order  Ranks        `json:"order"`  // ranks of all boards, by increasing distance from the goal
}

// Ranks is a list of ranks. Each rank takes four bytes, the lowest byte first. In JSON, the
// list is a string in base64.
type Ranks []byte

// with appends a rank to the list.
func (r Ranks) with(rank uint32) Ranks {
	return append(r, byte(rank), byte(rank>>8), byte(rank>>16), byte(rank>>24))
}

// spaceSizes lists the sizes whose state spaces have at most 9!/2 = 181,440 boards.
const spaceSizes = "2x2, 2x3, 3x2, 2x4, 4x2 or 3x3"

// hasSpace reports whether a size is one of spaceSizes.
func hasSpace(size puzzle.Size) bool { return min(size.Rows, size.Cols) > 1 && size.Cells() <= 9 }

// Space lists the state space of a size in the order of a breadth-first search from the
// goal. So the list is sorted by distance. Within a distance, boards are in the order of
// their neighbours at the smaller distance.
func (a *API) Space(r SpaceRequest) (Space, error) {
	size, err := puzzle.ParseSize(r.Size)
	if err != nil {
		return Space{}, &RequestError{err}
	}
	if !hasSpace(size) {
		return Space{}, wrong("the state space of %v is not listed; expected size %s", size, spaceSizes)
	}
	goal, err := a.goal(r.Goal, size)
	if err != nil {
		return Space{}, err
	}
	ranking := puzzle.NewRanking(goal)
	s := Space{Goal: goal, Rows: size.Rows, Cols: size.Cols, States: int(ranking.Len())}
	order, counts := breadthFirst(ranking, goal, puzzle.DefaultOrder, s.States)
	for _, rank := range order {
		s.Order = s.Order.with(rank)
	}
	s.Counts = counts
	return s, nil
}

// breadthFirst runs a breadth-first search from a board. It returns the ranks of the first
// most boards in the order in which the search generates them, and the number of boards at
// each distance.
func breadthFirst(r *puzzle.Ranking, from puzzle.Board, order puzzle.Order, most int) (ranks []uint32, counts []int) {
	graph := puzzle.NewGraph(from.Size(), order)
	tiles := from.Tiles()
	seen := make([]bool, r.Len())
	ranks = append(ranks, uint32(r.Rank(tiles)))
	seen[ranks[0]] = true
	for begin := 0; begin < len(ranks); {
		end := len(ranks)
		counts = append(counts, end-begin)
		for _, rank := range ranks[begin:end] {
			blank := r.Unrank(uint64(rank), tiles)
			for _, step := range graph.Steps(blank) {
				tiles[blank], tiles[step.To] = tiles[step.To], 0
				if next := uint32(r.Rank(tiles)); !seen[next] && len(ranks) < most {
					seen[next] = true
					ranks = append(ranks, next)
				}
				tiles[step.To], tiles[blank] = tiles[blank], 0
			}
		}
		begin = end
	}
	return ranks, counts
}
