package heuristics

import "npuzzle/puzzle"

// Differ is an Estimator that computes the change of its estimate by a move from the board alone. A
// search that stores many boards needs no Tracker for each of them.
type Differ interface {
	Estimator

	// Change returns the change of the estimate when the tile on a cell moves to the blank's cell.
	// The tiles are those of the board before the move. Change may alter them, but restores them.
	Change(tiles []uint8, from, blank uint8) puzzle.Cost
}

// Follow returns a Tracker that adds up the changes of an estimator.
func Follow(d Differ) Tracker { return &follower{Differ: d} }

type follower struct {
	Differ
	estimate puzzle.Cost
}

func (f *follower) Reset(tiles []uint8) puzzle.Cost {
	f.estimate = f.Estimate(tiles)
	return f.estimate
}

func (f *follower) Move(tiles []uint8, from, to uint8) puzzle.Cost {
	f.estimate -= f.Change(tiles, to, from) // by the opposite move
	return f.estimate
}

func (f *follower) After(tiles []uint8, from, to uint8) puzzle.Cost {
	return f.estimate - f.Change(tiles, to, from)
}

// Changes computes by how much moves change the estimate of a board.
type Changes interface {
	// Begin must be called before Change is called for the moves of a board.
	Begin(tiles []uint8)

	// Change does what the method of Differ does.
	Change(tiles []uint8, from, blank uint8) puzzle.Cost
}

// ChangesOf returns the Changes of an estimator. Only one goroutine at a time may use it.
func ChangesOf(e Estimator) Changes {
	if d, ok := e.(Differ); ok {
		return direct{Differ: d}
	}
	return &tracked{tracker: e.Track()}
}

type direct struct{ Differ }

func (direct) Begin([]uint8) {}

// tracked has the changes of an estimator that is no Differ.
type tracked struct {
	tracker  Tracker
	estimate puzzle.Cost
}

func (t *tracked) Begin(tiles []uint8) { t.estimate = t.tracker.Reset(tiles) }

func (t *tracked) Change(tiles []uint8, from, blank uint8) puzzle.Cost {
	tiles[blank] = tiles[from]
	tiles[from] = 0
	after := t.tracker.After(tiles, from, blank)
	tiles[from] = tiles[blank]
	tiles[blank] = 0
	return after - t.estimate
}
