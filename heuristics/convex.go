package heuristics

import (
	_ "embed"
	"fmt"
	"math"
	"sync"

	"npuzzle/internal/parameters"
	"npuzzle/puzzle"
)

// Convex orders boards for beam search. Each tile adds a power of its Manhattan distance, so a tile
// that is twice as far away counts more than twice as much. How much a tile counts depends on where
// its goal cell is, because some tiles are to be placed first; see ConvexParameters. The conflicts
// of rows and columns add to the sum, see LinearConflict. Convex is a score: only its order matters,
// and it is several times as large as the true cost.
//
// The parameters are those of ShippedConvex. A full estimate and a move take the time of
// LinearConflict.
var Convex Heuristic = newConvex(ShippedConvex)

// ConvexOf returns the score with other parameters than those of Convex. Its estimators cannot be
// made if a parameter is out of range.
func ConvexOf(p ConvexParameters) Heuristic {
	return newConvex(func() ConvexParameters { return p })
}

func newConvex(parametersOf func() ConvexParameters) *Func {
	return &Func{
		name: "convex",
		estimator: func(goal puzzle.Board, costs puzzle.Costs) (Estimator, error) {
			p := parametersOf()
			if err := ConvexSet.Check(p); err != nil {
				return nil, fmt.Errorf("heuristics: %w", err)
			}
			return convex(goal, costs, p), nil
		},
		restrictable: true,
		onlyOrders:   true,
	}
}

// OnlyOrders reports whether the estimates of a heuristic only order boards and are no costs. A
// heuristic declares it by a method OnlyOrders.
func OnlyOrders(h Heuristic) bool {
	o, declares := h.(interface{ OnlyOrders() bool })
	return declares && o.OnlyOrders()
}

// ConvexParameters are the numbers of Convex. A tile that is not on its goal cell adds
//
//		max(distance^(Power·(1 + Steep·(far - 1/2))) + Miss, 0) · weight
//
//		distance = rows + columns + Both·min(rows, columns) + Long·log2(ratio)·along
//		weight   = (1 + Ring·rings) · (1 + Far·far) · (1 + Corner·corner) · (1 + Here·here)
//
//	  - rows and columns are the distances of the tile from its goal cell, and along is the one of
//	    the two that is measured along the longer side of the board;
//	  - ratio is the longer side divided by the shorter one;
//	  - rings is the number of rings of cells from the goal cell inwards to the innermost ring;
//	  - far is 0 if the goal cell is that of the blank, and 1 if it is as far from it as possible;
//	  - corner is 1 for a goal cell in a corner, and 0 for one in the middle row or column;
//	  - here is what far is, but for the cell of the tile instead of its goal cell.
//
// A conflict of a row or column adds Conflict·(1 + ConflictFar·far), where far is 0 for the row or
// column of the blank's goal cell, and 1 for the one that is farthest from it.
//
// `npuzzle learn convex` evolves these numbers. They are relative to the size of a board, so one set
// is for boards of all sizes.
type ConvexParameters struct {
	Power       float64 `json:"power"`
	Steep       float64 `json:"steep"`
	Both        float64 `json:"both"`
	Long        float64 `json:"long"`
	Miss        float64 `json:"miss"`
	Ring        float64 `json:"ring"`
	Far         float64 `json:"far"`
	Corner      float64 `json:"corner"`
	Here        float64 `json:"here"`
	Conflict    float64 `json:"conflict"`
	ConflictFar float64 `json:"conflict_far"`
}

// PlainConvex returns the parameters that were chosen by hand. docs/performance.md compares them
// with others. Pair tables are trained for the score with these parameters.
func PlainConvex() ConvexParameters {
	return ConvexParameters{Power: 1.4, Ring: 0.1, Conflict: 4}
}

// ConvexSet describes ConvexParameters. Within the limits, no distance is negative, and the score of
// every board under unit costs is less than 2^31.
var ConvexSet = &parameters.Set[ConvexParameters]{
	Kind:  "convex",
	Plain: PlainConvex(),
	Rows: []parameters.Row[ConvexParameters]{
		{
			Name: "power", Of: func(p *ConvexParameters) *float64 { return &p.Power },
			Low: 0.5, High: 2, Step: 0.1, Factor: true,
		},
		{
			Name: "steep", Of: func(p *ConvexParameters) *float64 { return &p.Steep },
			Low: -0.3, High: 0.3, Step: 0.1,
		},
		{
			Name: "both", Of: func(p *ConvexParameters) *float64 { return &p.Both },
			Low: -0.9, High: 1, Step: 0.2,
		},
		{
			Name: "long", Of: func(p *ConvexParameters) *float64 { return &p.Long },
			Low: -0.25, High: 0.5, Step: 0.15,
		},
		{
			Name: "miss", Of: func(p *ConvexParameters) *float64 { return &p.Miss },
			Low: -0.25, High: 10, Step: 0.5,
		},
		{
			Name: "ring", Of: func(p *ConvexParameters) *float64 { return &p.Ring },
			Low: -0.1, High: 0.3, Step: 0.1,
		},
		{
			Name: "far", Of: func(p *ConvexParameters) *float64 { return &p.Far },
			Low: -0.5, High: 2, Step: 0.3,
		},
		{
			Name: "corner", Of: func(p *ConvexParameters) *float64 { return &p.Corner },
			Low: -0.5, High: 2, Step: 0.3,
		},
		{
			Name: "here", Of: func(p *ConvexParameters) *float64 { return &p.Here },
			Low: -0.5, High: 2, Step: 0.3,
		},
		{
			Name: "conflict", Of: func(p *ConvexParameters) *float64 { return &p.Conflict },
			Low: 0, High: 20, Step: 0.3, Factor: true,
		},
		{
			Name: "conflict_far",
			Of:   func(p *ConvexParameters) *float64 { return &p.ConflictFar },
			Low:  -0.9, High: 3, Step: 0.3,
		},
	},
}

//go:embed convex.json
var shippedConvex []byte

// ShippedConvex returns the parameters that come with the program.
var ShippedConvex = sync.OnceValue(func() ConvexParameters {
	return ConvexSet.MustRead(shippedConvex).Parameters
})

const (
	// convexScale is the factor of all summands, so that rounding loses little.
	convexScale = 8

	// maxConvex is more than the score of any board. With unequal move costs the factor is so small
	// that no score exceeds it, because beam search keeps scores in 32 bits.
	maxConvex = 1 << 30
)

// convex returns the estimator of a goal.
func convex(goal puzzle.Board, costs puzzle.Costs, p ConvexParameters) Estimator {
	tiles := newConvexTiles(goal, costs, p)
	if !costs.Unit() {
		tiles.scale *= min(1, maxConvex/tiles.largest(goal, costs))
	}
	s := newTileSum(goal, costs, tiles.value)
	s.lines = newLines(goal.Size(), goal.Positions(), 0, 0, false)
	row := float64(costs.Of(puzzle.Up)+costs.Of(puzzle.Down)) / 2
	column := float64(costs.Of(puzzle.Left)+costs.Of(puzzle.Right)) / 2
	size := goal.Size()
	blank := cellAt(goal.Blank(), size.Cols)
	for i := range size.Rows {
		far := farFrom(blank.row, i, size.Rows)
		cost := row * p.Conflict * tiles.scale * (1 + p.ConflictFar*far)
		s.lines.costs[i] = puzzle.Cost(cost)
	}
	for i := range size.Cols {
		far := farFrom(blank.col, i, size.Cols)
		cost := column * p.Conflict * tiles.scale * (1 + p.ConflictFar*far)
		s.lines.costs[size.Rows+i] = puzzle.Cost(cost)
	}
	return s
}

// convexTiles computes the summands of tiles.
type convexTiles struct {
	ConvexParameters
	size  puzzle.Size
	blank cell    // of the goal
	unit  float64 // cost of the cheapest move
	scale float64 // factor of all summands
	inner int     // rings around the innermost one

	longRow    float64 // added to the distance for each row of it, on a board with more rows
	longColumn float64 // the same for columns
}

func newConvexTiles(goal puzzle.Board, costs puzzle.Costs, p ConvexParameters) *convexTiles {
	size := goal.Size()
	t := &convexTiles{
		ConvexParameters: p,
		size:             size,
		blank:            cellAt(goal.Blank(), size.Cols),
		unit:             float64(costs.Cheapest()),
		scale:            convexScale,
		inner:            (min(size.Rows, size.Cols) - 1) / 2,
	}
	ratio := float64(size.Rows) / float64(size.Cols)
	if ratio > 1 {
		t.longRow = p.Long * math.Log2(ratio)
	} else {
		t.longColumn = p.Long * math.Log2(1/ratio)
	}
	return t
}

// largest returns a number that no score of a board exceeds.
func (t *convexTiles) largest(goal puzzle.Board, costs puzzle.Costs) float64 {
	sum := 0.0
	for tile, target := range goal.Positions() {
		if tile == 0 {
			continue
		}
		most := 0.0
		home := cellAt(int(target), t.size.Cols)
		for index := range goal.Size().Cells() {
			cell := cellAt(index, t.size.Cols)
			most = max(most, t.summand(costs, cell, home))
		}
		conflict := t.Conflict * t.scale * (1 + max(t.ConflictFar, 0)) * float64(costs.Dearest())
		sum += most + 2*conflict // of its row and its column
	}
	return sum
}

// value is a tileValue.
func (t *convexTiles) value(costs puzzle.Costs, at, goal cell) puzzle.Cost {
	return puzzle.Cost(math.Round(t.summand(costs, at, goal)))
}

// summand returns the summand of a tile on cell at, given its goal cell.
func (t *convexTiles) summand(costs puzzle.Costs, at, goal cell) float64 {
	if at == goal {
		return 0
	}
	rows := between(at.row, goal.row, costs.Of(puzzle.Up), costs.Of(puzzle.Down))
	columns := between(at.col, goal.col, costs.Of(puzzle.Left), costs.Of(puzzle.Right))
	distance := float64(rows+columns) / t.unit
	distance += t.Both * float64(min(rows, columns)) / t.unit
	distance += (t.longRow*float64(rows) + t.longColumn*float64(columns)) / t.unit

	far := t.far(goal)
	around := min(goal.row, goal.col, t.size.Rows-1-goal.row, t.size.Cols-1-goal.col)
	weight := 1 + t.Ring*float64(t.inner-around)
	weight *= 1 + t.Far*far
	weight *= 1 + t.Corner*t.corner(goal)
	weight *= 1 + t.Here*t.far(at)
	power := math.Pow(distance, t.Power*(1+t.Steep*(far-0.5)))
	summand := max(power+t.Miss, 0)
	return summand * (weight * t.unit * t.scale)
}

// far returns how far a cell is from the blank's goal cell: 1 if no cell is farther.
func (t *convexTiles) far(at cell) float64 {
	rows := farFrom(t.blank.row, at.row, t.size.Rows)
	columns := farFrom(t.blank.col, at.col, t.size.Cols)
	return (rows + columns) / 2
}

// farFrom returns the distance of a row or column from that of the blank's goal cell, divided by
// the largest such distance.
func farFrom(blank, line, lines int) float64 {
	largest := max(blank, lines-1-blank)
	if largest == 0 {
		return 0
	}
	distance := max(line-blank, blank-line)
	return float64(distance) / float64(largest)
}

// corner returns how near a cell is to a corner: 1 in a corner, and 0 in the middle row or column.
func (t *convexTiles) corner(at cell) float64 {
	return nearEnd(at.row, t.size.Rows) * nearEnd(at.col, t.size.Cols)
}

// nearEnd returns how near a row or column is to the first or last one: 1 for these, and 0 in the
// middle.
func nearEnd(line, lines int) float64 {
	if lines == 1 {
		return 1
	}
	return math.Abs(float64(2*line-(lines-1))) / float64(lines-1)
}
