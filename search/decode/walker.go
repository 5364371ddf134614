package decode

import (
	"fmt"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Rules say how genes are decoded on the way to an objective. Walkers only read them.
type Rules struct {
	Tables    *Tables
	Objective *Objective
	ByRank    bool   // a gene selects a move by the rank of its estimate
	Bounds    Bounds // of ranks, or of indices in the order of successors
}

// RulesOf returns the rules by which genes are decoded into paths to the goal of a problem, with the
// estimates of a heuristic. Genes select ranks, and small ranks are the more probable the larger
// greed is, see BoundsOf.
func RulesOf(
	p search.Problem, h heuristics.Heuristic, order puzzle.Order, greed float64,
) (*Rules, error) {
	estimator, err := heuristics.EstimatorOf(h, p.Goal, p.Costs)
	if err != nil {
		return nil, fmt.Errorf("decode: %w", err)
	}
	tables := NewTables(p.Goal.Size(), order, p.Goal.Blank())
	rules := &Rules{
		Tables:    tables,
		Objective: tables.Whole(p.Goal, estimator),
		ByRank:    true,
		Bounds:    BoundsOf(greed),
	}
	return rules, nil
}

// States returns the number of states that decoding the given number of genes counts as. A gene
// decoded by rank counts as two, since about two moves are estimated to choose one.
func (r *Rules) States(genes int) uint64 {
	if r.ByRank {
		return 2 * uint64(genes)
	}
	return uint64(genes)
}

// Origin is a board that paths start from.
type Origin struct {
	Tiles    []uint8 // relevant names by cell
	Estimate int64
	Context  uint16
	Blank    uint8

	contents heuristics.Contents // of the lines; used if the objective has a MoveTable
}

// OriginOf returns the origin on a board of the objective's region.
func (r *Rules) OriginOf(tiles []uint8) Origin {
	blank := BlankOf(tiles)
	named := r.Objective.Relevant(tiles)
	return r.OriginAt(named, r.Objective.Estimate(named), ContextOf(blank, AnyMove), blank)
}

// OriginAt returns the origin with the given tiles, as relevant names, the estimate, the context
// and the blank's cell.
func (r *Rules) OriginAt(named []uint8, estimate int64, context uint16, blank uint8) Origin {
	o := Origin{Tiles: named, Estimate: estimate, Context: context, Blank: blank}
	if r.Objective.lines != nil {
		o.contents = heuristics.ContentsOf(r.Objective.lines, named)
	}
	return o
}

// Batch is the maximum number of genes decoded at a time, a power of two.
const Batch = 16

// Made is a move of a path.
type Made struct {
	Estimate int64 // of the board after the move
	Step     Step
	Tile     uint8 // name of the tile moved
	From     uint8 // the blank's cell before the move
}

// Walker decodes genes into moves and makes them on a board. It must be used by one goroutine at a
// time. What it does depends only on the rules, the origin and the genes.
type Walker struct {
	Rules    *Rules
	Trail    [Batch]Made // the moves decoded last
	Estimate int64       // of the current board
	Blank    uint8       // cell of the blank

	context  uint16
	tiles    [puzzle.MaxSide * puzzle.MaxSide]uint8
	contents heuristics.Contents // of the lines; used if the objective has a MoveTable
	tracker  heuristics.Tracker  // used if it has none
	tracked  *Objective          // of the tracker
	only     ranking             // scratch of decodeByLines
}

// Start sets the walker to an origin.
func (w *Walker) Start(from *Origin) {
	w.Estimate = from.Estimate
	w.context = from.Context
	w.Blank = from.Blank
	copy(w.tiles[:], from.Tiles)
	w.contents = from.contents
	if w.Rules.Objective.lines != nil {
		return
	}
	if w.tracked != w.Rules.Objective {
		w.tracked = w.Rules.Objective
		w.tracker = w.tracked.estimator.Track()
	}
	w.tracker.Reset(w.tiles[:w.Rules.Tables.Cells])
}

// Tiles returns the relevant names of the current board, by cell. They change with the next move.
func (w *Walker) Tiles() []uint8 { return w.tiles[:w.Rules.Tables.Cells] }

// Decode decodes genes, at least one and at most Batch, and makes their moves. It stops at the first
// board whose estimate is 0, and may stop after the first move. It returns the number of moves, and
// writes them to the trail.
func (w *Walker) Decode(genes []float64) int { return w.Rules.Objective.decode(w, genes) }

// Reached reports whether the current board has reached the objective.
func (w *Walker) Reached() bool { return w.Estimate == 0 && w.Rules.Objective.Reached(w.Tiles()) }

// decodeByLines implements Objective.decode for sums over tiles and lines.
func (w *Walker) decodeByLines(genes []float64) int {
	rankings := w.Rules.Tables.decoding.rankings
	lines := w.Rules.Objective.lines
	perMove := w.Rules.Tables.Cells + 1
	byRank := w.Rules.ByRank
	first, second, third := w.Rules.Bounds.cuts()
	estimate := w.Estimate
	blank := w.Blank
	context := w.context
	r := &rankings[context]
	n := 0
	if r.many { // then every choice is the move that the first gene selects
		step := w.ranked(context, genes[0], func(step Step) int64 {
			change := step.cellAndMove()*perMove + int(w.tiles[step.To()])
			return int64(lines.Delta(&w.contents, &lines.Changes[change]))
		})
		r = &w.only
		for i := range r.choices {
			r.choices[i] = step
		}
	}
	for n < len(genes) {
		part := partOf(genes[n], first, second, third)
		order := 0
		if byRank {
			a, b, d := int(r.moves[0]), int(r.moves[1]), int(r.moves[2])
			order = orderOf(
				int64(lines.Delta(&w.contents, &lines.Changes[a*perMove+int(w.tiles[uint8(a>>2)])])),
				int64(lines.Delta(&w.contents, &lines.Changes[b*perMove+int(w.tiles[uint8(b>>2)])])),
				int64(lines.Delta(&w.contents, &lines.Changes[d*perMove+int(w.tiles[uint8(d>>2)])])))
		}
		step := r.choices[part*orders+order]
		to := step.To()
		tile := w.tiles[to]
		w.tiles[blank] = tile
		w.tiles[to] = 0
		change := step.cellAndMove()*perMove + int(tile)
		estimate += int64(lines.Make(&w.contents, &lines.Changes[change]))
		w.Trail[n&(Batch-1)] = Made{Estimate: estimate, Step: step, Tile: tile, From: blank}
		n++
		blank = to
		context = step.Context()
		r = &rankings[context]
		if estimate == 0 || r.many {
			break
		}
	}
	w.Estimate = estimate
	w.Blank = blank
	w.context = context
	return n
}

// decodeByTracker implements Objective.decode for any heuristic, with its Tracker. The tests
// compare decodeByLines with it.
func (w *Walker) decodeByTracker(genes []float64) int {
	tiles := w.tiles[:w.Rules.Tables.Cells]
	estimate := func(step Step) int64 {
		blank := w.Blank
		to := step.To()
		tile := tiles[to]
		tiles[blank] = tile
		tiles[to] = 0
		after := w.tracker.After(tiles, to, blank)
		tiles[blank] = 0
		tiles[to] = tile
		return int64(after)
	}
	for i, gene := range genes {
		step := w.ranked(w.context, gene, estimate)
		blank := w.Blank
		to := step.To()
		tile := tiles[to]
		tiles[blank] = tile
		tiles[to] = 0
		w.Estimate = int64(w.tracker.Move(tiles, to, blank))
		w.Blank = to
		w.context = step.Context()
		w.Trail[i] = Made{Estimate: w.Estimate, Step: step, Tile: tile, From: blank}
		if w.Estimate == 0 {
			return i + 1
		}
	}
	return len(genes)
}

// Path decodes genes from an origin and returns their moves.
func (w *Walker) Path(from *Origin, genes []float64) []puzzle.Move {
	w.Start(from)
	path := make([]puzzle.Move, 0, len(genes))
	for len(path) < len(genes) {
		left := genes[len(path):]
		n := w.Decode(left[:min(Batch, len(left))])
		for _, m := range w.Trail[:n] {
			path = append(path, m.Step.Move())
		}
	}
	return path
}
