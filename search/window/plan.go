package window

import (
	"slices"

	"npuzzle/puzzle"
	"npuzzle/search"
)

const (
	// firstWidth is the maximum number of moves of the first windows of a plan.
	firstWidth = 12

	// spacing is the number of moves between two stored boards of a plan. If every board were
	// stored, the plans of a 16x16 board would take 60 MB.
	spacing = 16

	// tries is the number of windows in a row, per move of a plan, after which the plan is stuck
	// if none of them made it shorter.
	tries = 10
)

// Plan is a plan that windows make shorter. It must be used by one goroutine at a time.
type Plan struct {
	search       *Search
	graph        *puzzle.Graph
	moves        []puzzle.Move
	boards       []uint8 // boards along the plan, one for every spacing moves
	width        int     // maximum number of moves of the next window
	unsuccessful int     // windows in a row that did not make the plan shorter
}

// NewPlan returns a Plan of the moves from a board. Its windows are searched by s.
func NewPlan(s *Search, start puzzle.Board, moves []puzzle.Move) *Plan {
	p := &Plan{search: s, graph: s.graphOf(puzzle.DefaultOrder), moves: slices.Clone(moves)}
	p.boards = start.Tiles()
	p.width = firstWidth
	p.store(0)
	return p
}

// Moves returns a copy of the moves.
func (p *Plan) Moves() []puzzle.Move { return slices.Clone(p.moves) }

// Len returns the number of moves.
func (p *Plan) Len() int { return len(p.moves) }

// Stuck reports whether so many windows in a row have not made the plan shorter that more would
// hardly do so.
func (p *Plan) Stuck() bool { return p.unsuccessful >= tries*len(p.moves) }

// Shorten draws a window of at most half of the plan and replaces it by another path that is not
// longer. It reports whether the path is shorter. The search expands at most the given number of
// states, such as MaxExpanded. The function intn draws a random number from 0 to n-1.
func (p *Plan) Shorten(intn func(n int) int, expanded int) (shorter bool, stats search.Stats) {
	p.unsuccessful++
	half := len(p.moves) / 2
	if half < 2 {
		return false, search.Stats{}
	}
	p.width = min(p.width, half)
	width := min(max(p.width/2+intn(p.width/2+1), 2), half)
	from := intn(len(p.moves) - width + 1)
	w := Window{
		From:  p.board(from),
		To:    p.board(from + width),
		Moves: width,
		Order: RandomOrder(intn),
	}
	r := p.search.Find(w, expanded)
	switch {
	case r.Status != search.Solved:
		p.width = max(p.width-1, min(firstWidth, half))
		return false, r.Stats
	case intn(2) == 0:
		p.width++
	}
	if slices.Equal(r.Moves, p.moves[from:from+width]) {
		return false, r.Stats
	}
	p.moves = slices.Replace(p.moves, from, from+width, r.Moves...)
	p.store(from / spacing)
	if shorter = len(r.Moves) < width; shorter {
		p.unsuccessful = 0
	}
	return shorter, r.Stats
}

// RandomOrder draws an order of moves. The function intn draws a random number from 0 to n-1.
func RandomOrder(intn func(n int) int) (order puzzle.Order) {
	for i := range order {
		j := intn(i + 1)
		order[i] = order[j]
		order[j] = puzzle.Move(i)
	}
	return order
}

// board returns the board after the given number of moves.
func (p *Plan) board(moves int) []uint8 {
	i := moves / spacing
	cells := p.search.tables.size.Cells()
	tiles := slices.Clone(p.boards[i*cells : (i+1)*cells])
	p.graph.Play(tiles, blankOf(tiles), p.moves[i*spacing:moves])
	return tiles
}

// store stores the boards along the plan that follow the stored board i.
func (p *Plan) store(i int) {
	tiles := p.board(i * spacing)
	blank := blankOf(tiles)
	for p.boards = p.boards[:(i+1)*len(tiles)]; (i+1)*spacing <= len(p.moves); i++ {
		blank = p.graph.Play(tiles, blank, p.moves[i*spacing:(i+1)*spacing])
		p.boards = append(p.boards, tiles...)
	}
}
