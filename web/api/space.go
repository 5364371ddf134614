package api

import (
	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
)

// SpaceRequest asks for the state space of a small size.
type SpaceRequest struct {
	Size string `json:"size" about:"such as 3x3, with at most 9 cells"`
	Goal string `json:"goal,omitempty" about:"a name or a board; blank-last if missing"`
}

// Space is a state space: the list of all boards that can reach the goal. A board is given
// by its rank, which is its number in the puzzle.Ranking of the goal.
type Space struct {
	Goal   puzzle.Board `json:"goal" about:"the goal as text"`
	Rows   int          `json:"rows"`
	Cols   int          `json:"cols"`
	States int          `json:"states" about:"number of boards that can reach the goal"`
	Counts []int        `json:"counts" about:"number of boards at each distance from the goal"`
	Order  Ranks        `json:"order" about:"ranks of all boards by increasing distance, 4 bytes each"`
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
		return Space{}, &RequestError{Err: err}
	}
	if !hasSpace(size) {
		return Space{}, wrong("the state space of %v is not listed; expected size %s", size,
			spaceSizes)
	}
	goal, err := a.goal(r.Goal, size)
	if err != nil {
		return Space{}, err
	}
	ranking := puzzle.NewRanking(goal)
	s := Space{Goal: goal, Rows: size.Rows, Cols: size.Cols, States: int(ranking.Len())}
	for rank, distance := range exact.BreadthFirst(ranking, goal, puzzle.DefaultOrder) {
		if distance == len(s.Counts) {
			s.Counts = append(s.Counts, 0)
		}
		s.Counts[distance]++
		s.Order = s.Order.with(rank)
	}
	return s, nil
}
