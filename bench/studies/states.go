package studies

import (
	"math"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// mostCells is the most cells of a board that the studies searched, 6x6.
const mostCells = 36

// tiles is a board as the plain searches of this package keep it: row by row,
// what lies behind the last cell 0. It can be a key of a map.
type tiles [mostCells]uint8

func tilesOf(b puzzle.Board) (t tiles) {
	copy(t[:], b.Tiles())
	return t
}

// counts is what a replicated search did.
type counts struct {
	Moves     []puzzle.Move // the plan, where it is solved
	Solved    bool
	Taken     uint64 // states taken from the open list, closed ones included
	Expanded  uint64 // states whose successors were generated
	Generated uint64 // successors made
	Open      uint64 // states waiting at the end
	PeakOpen  uint64 // states waiting at most
	MaxDepth  int    // the deepest of any state generated
}

// solved completes the counts of a search that has come upon the goal.
func (c counts) solved(n *node, open int) counts {
	c.Moves, c.Solved, c.Open = n.plan(), true, uint64(open)
	return c
}

// node is a state of a replicated search with the way that led to it.
type node struct {
	tiles  tiles
	blank  uint8
	move   puzzle.Move // that made it, where it has a parent
	parent *node
	depth  int
}

// start returns the state that a search begins with.
func start(b puzzle.Board) *node {
	return &node{tiles: tilesOf(b), blank: uint8(b.Blank())}
}

// after returns the successor of a state by a legal move.
func (n *node) after(step puzzle.Step) *node {
	next := &node{n.tiles, step.To, step.Move, n, n.depth + 1}
	next.tiles[n.blank], next.tiles[step.To] = n.tiles[step.To], 0
	return next
}

// undoes tells whether a move leads back to where a state came from.
func (n *node) undoes(m puzzle.Move) bool {
	return n.parent != nil && m == n.move.Opposite()
}

// plan returns the moves that led to a state.
func (n *node) plan() []puzzle.Move {
	moves := make([]puzzle.Move, n.depth)
	for ; n.parent != nil; n = n.parent {
		moves[n.depth-1] = n.move
	}
	return moves
}

// estimate is what a study guessed a board's distance by.
type estimate func(*tiles) int

// nothing makes best-first search uniform-cost search.
func nothing(*tiles) int { return 0 }

// estimateOf takes the estimate of one of the laboratory's heuristics.
func estimateOf(h heuristics.Heuristic, goal puzzle.Board) (estimate, error) {
	estimator, err := h.For(goal, puzzle.Costs{})
	if err != nil {
		return nil, err
	}
	cells := goal.Size().Cells()
	return func(t *tiles) int { return int(estimator.Estimate(t[:cells])) }, nil
}

// unlimited is no limit of expansions.
const unlimited = math.MaxUint64
