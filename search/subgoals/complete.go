package subgoals

import (
	"bytes"
	"slices"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// completion completes lines tile by tile.
type completion struct {
	problem search.Problem
	lines   *Lines
	graph   *puzzle.Graph
	watch   *search.Watch
	stats   search.Stats
	status  search.Status // not "" if a limit has ended the search

	cells int

	// came has the move that led to each pair of cells of the tile and the blank, plus 1:
	// [tile*cells + blank].
	came []uint8

	queue []uint16
	tiles []uint8
	fixed []bool // cells that the blank must not enter
	moves []puzzle.Move
}

// work returns the statistics so far.
func (s *completion) work() search.Stats {
	stats := s.stats
	if stats.Generated > 0 {
		stats.MaxCost = max(s.problem.Costs.Total(s.moves), s.problem.Costs.Cheapest())
		if !s.problem.Costs.Unit() {
			stats.MaxMoves = max(uint64(len(s.moves)), 1)
		}
	}
	return stats
}

// poll is called after each expansion. It reports whether the search has to end.
func (s *completion) poll() bool {
	if s.stats.Expanded >= s.watch.Due {
		s.status = s.watch.Poll(search.Progress{Stats: s.work()})
	}
	return s.ended()
}

func (s *completion) ended() bool { return s.status != "" }

// line completes a line.
func (s *completion) line(i int) {
	cells := s.lines.Order[i]
	goal := s.lines.Goal
	inward := s.lines.inward[i]
	n := len(cells) - 2
	for _, cell := range cells[:n] {
		s.bring(uint8(goal.At(int(cell))), cell)
		s.fixed[cell] = true
	}
	a := cells[n]
	b := cells[n+1]
	first := uint8(goal.At(int(a)))
	second := uint8(goal.At(int(b)))
	if s.tiles[a] != first || s.tiles[b] != second {
		s.bring(first, b)
		s.fixed[b] = true
		beside := s.graph.To(a, inward)
		below := s.graph.To(b, inward)
		if s.tiles[a] == second || s.tiles[a] == 0 && s.tiles[beside] == second {
			// The blank and the second tile cannot both leave the first cell. The cells around hold
			// a puzzle of 3x2, in which the tiles change places.
			if s.tiles[a] == second {
				s.fixed[a] = true
				s.bring(0, beside)
			}
			besideInward := s.graph.To(beside, inward)
			belowInward := s.graph.To(below, inward)
			around := []uint8{a, b, beside, below, besideInward, belowInward}
			s.exchange(around, first, second)
		} else {
			s.bring(second, below)
			s.fixed[below] = true
			s.bring(0, a)
			for _, step := range s.graph.Steps(a) {
				if step.To == b && !s.ended() {
					s.play(step.Move, inward)
				}
			}
			s.fixed[below] = false
		}
	}
	s.fixed[a] = true
	s.fixed[b] = true
}

// exchange brings two tiles to the first two of some cells, among which the blank stays.
func (s *completion) exchange(cells []uint8, first, second uint8) {
	type places struct{ first, second, blank uint8 }
	cellOf := func(tile uint8) uint8 { return uint8(bytes.IndexByte(s.tiles, tile)) }
	queue := []places{{cellOf(first), cellOf(second), s.blank()}}
	paths := map[places][]puzzle.Move{queue[0]: {}}
	for ended := s.ended(); !ended; ended = s.poll() {
		now := queue[0]
		queue = queue[1:]
		if now.first == cells[0] && now.second == cells[1] {
			s.play(paths[now]...)
			return
		}
		s.stats.Expanded++
		for _, step := range s.graph.Steps(now.blank) {
			if !slices.Contains(cells, step.To) {
				continue
			}
			s.stats.Generated++
			next := places{first: now.first, second: now.second, blank: step.To}
			switch step.To {
			case now.first:
				next.first = now.blank
			case now.second:
				next.second = now.blank
			}
			if paths[next] == nil {
				paths[next] = append(slices.Clip(paths[now]), step.Move)
				queue = append(queue, next)
			}
		}
	}
}

// play makes moves.
func (s *completion) play(moves ...puzzle.Move) {
	s.graph.Play(s.tiles, s.blank(), moves)
	s.moves = append(s.moves, moves...)
}

func (s *completion) blank() uint8 { return uint8(bytes.IndexByte(s.tiles, 0)) }

// bring brings a tile, or the blank, to a cell by a shortest path that does not disturb fixed
// cells.
func (s *completion) bring(tile, to uint8) {
	clear(s.came)
	cell := uint8(bytes.IndexByte(s.tiles, tile))
	blank := s.blank()
	start := uint16(cell)<<8 | uint16(blank)
	s.queue = append(s.queue[:0], start)
	s.came[int(cell)*s.cells+int(blank)] = 5
	for next := 0; cell != to && !s.ended(); next++ {
		cell = uint8(s.queue[next] >> 8)
		blank = uint8(s.queue[next])
		s.stats.Expanded++
		for _, step := range s.graph.Steps(blank) {
			if s.fixed[step.To] {
				continue
			}
			s.stats.Generated++
			moved := cell
			switch {
			case tile == 0:
				moved = step.To
			case step.To == cell:
				moved = blank
			}
			if came := &s.came[int(moved)*s.cells+int(step.To)]; *came == 0 {
				*came = uint8(step.Move) + 1
				s.queue = append(s.queue, uint16(moved)<<8|uint16(step.To))
				if moved == to {
					cell = moved
					blank = step.To
					break
				}
			}
		}
		if s.poll() {
			return
		}
	}
	if !s.ended() {
		s.play(s.path(tile, cell, blank)...)
	}
}

// path returns the moves that led to the cells of the tile and the blank.
func (s *completion) path(tile, at, blank uint8) []puzzle.Move {
	var back []puzzle.Move
	for s.came[int(at)*s.cells+int(blank)] != 5 {
		move := puzzle.Move(s.came[int(at)*s.cells+int(blank)] - 1)
		before := s.graph.To(blank, move.Opposite())
		switch {
		case tile == 0:
			at = before
		case at == before:
			at = blank
		}
		blank = before
		back = append(back, move)
	}
	slices.Reverse(back)
	return back
}
