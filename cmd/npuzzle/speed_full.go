package main

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"npuzzle/astar"
	"npuzzle/bench/plain"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/puzzle/korf"
	"npuzzle/search"
)

// measured is a row of speed --full: a search beside what it is measured
// against, on the same boards of Korf's hundred, in the same run.
type measured struct {
	What    string  `json:"what"`
	Unit    string  `json:"unit"`
	Ours    float64 `json:"ours"`
	Against string  `json:"against"`
	Theirs  float64 `json:"theirs"`
	Ratio   float64 `json:"ratio"` // of ours to theirs
	Target  string  `json:"target"`
}

// The boards of each measurement, by number. A* needs half a gigabyte for
// board 1, and the plain one three times as much.
var (
	rateBoards     = []int{1, 4, 5, 12, 42}
	parallelBoards = []int{1, 3, 7}
	memoryBoard    = 1
)

// fullSpeed measures the searches one after another and hands over each row as
// it is known.
func fullSpeed(ctx context.Context, row func(measured)) error {
	m := &meter{ctx: ctx, boards: korf.Fifteen()}
	goal, err := puzzle.Goal(puzzle.BlankFirst, m.boards[0].Board.Size())
	if err != nil {
		return err
	}
	m.goal = goal
	manhattan := search.IDAStar{Heuristic: heuristics.Manhattan, Order: puzzle.Order{puzzle.Up, puzzle.Left, puzzle.Right, puzzle.Down}}

	one := manhattan
	one.Workers = 1
	ours := m.solve(&one, m.pick(rateBoards))
	theirs := m.plainIDAStar(m.pick(rateBoards))
	if m.err != nil {
		return m.err
	}
	rate := float64(theirs.Generated) / theirs.seconds
	row(measured{"IDA*, Manhattan, one thread", "generated/s", float64(ours.Generated) / ours.seconds,
		"plain IDA*", rate, float64(ours.Generated) / ours.seconds / rate, "at least 1.35"})

	single := m.solve(&one, m.pick(parallelBoards))
	all := manhattan
	parallel := m.solve(&all, m.pick(parallelBoards))
	if m.err != nil {
		return m.err
	}
	row(measured{fmt.Sprintf("IDA*, Manhattan, %d threads", runtime.GOMAXPROCS(0)), "generated/s", float64(parallel.Generated) / parallel.seconds,
		"one thread", float64(single.Generated) / single.seconds, single.seconds / parallel.seconds, "at least 1.9 of two"})

	pruned := manhattan
	pruned.Prune = true
	hundred := m.solve(&pruned, m.boards)
	if m.err != nil {
		return m.err
	}
	states := uint64(0)
	for _, b := range m.boards {
		states += b.Nodes
	}
	plainSeconds := float64(states) / rate
	row(measured{"all hundred boards, pruned, all threads", "s", hundred.seconds,
		"plain IDA*, by its rate above", plainSeconds, hundred.seconds / plainSeconds, "at most 0.167"})

	best := m.solve(&astar.Solver{Heuristic: heuristics.Manhattan}, m.pick([]int{memoryBoard}))
	if m.err != nil {
		return m.err
	}
	row(measured{fmt.Sprintf("A*, Manhattan, board %d, memory", memoryBoard), "bytes a stored state", float64(best.Bytes) / float64(best.PeakStored),
		"", 0, 0, "at most 24"})
	textbook := m.run(func() { plain.AStar(m.boards[memoryBoard-1].Board, goal) })
	if m.err != nil {
		return m.err
	}
	row(measured{fmt.Sprintf("A*, Manhattan, board %d", memoryBoard), "s", best.seconds,
		"plain A*", textbook, best.seconds / textbook, "at most 0.25"})
	return nil
}

// meter runs searches and remembers the first that went wrong.
type meter struct {
	ctx    context.Context
	goal   puzzle.Board
	boards []korf.Instance
	err    error
}

// effort is what some boards took together.
type effort struct {
	search.Stats
	seconds float64
}

func (m *meter) pick(numbers []int) []korf.Instance {
	var picked []korf.Instance
	for _, n := range numbers {
		picked = append(picked, m.boards[n-1])
	}
	return picked
}

func (m *meter) solve(s search.Solver, boards []korf.Instance) effort {
	var e effort
	start := time.Now()
	for _, b := range boards {
		if m.err != nil {
			return e
		}
		r, err := s.Solve(m.ctx, search.Problem{Start: b.Board, Goal: m.goal}, search.Limits{})
		switch {
		case err != nil:
			m.err = err
		case r.Status != search.Solved || r.Cost != b.Optimal:
			m.err = errUnsolved
		}
		e.Generated += r.Generated
		e.Bytes = max(e.Bytes, r.Bytes)
		e.PeakStored = max(e.PeakStored, r.PeakStored)
	}
	e.seconds = time.Since(start).Seconds()
	return e
}

func (m *meter) plainIDAStar(boards []korf.Instance) effort {
	var e effort
	for _, b := range boards {
		e.seconds += m.run(func() {
			_, generated := plain.IDAStar(b.Board, m.goal)
			e.Generated += generated
		})
	}
	return e
}

// run runs a search that knows nothing of contexts and returns its seconds. If
// the context ends first, the search is left to end with the program.
func (m *meter) run(search func()) (seconds float64) {
	if m.err != nil {
		return 0
	}
	done := make(chan struct{})
	start := time.Now()
	go func() {
		search()
		close(done)
	}()
	select {
	case <-done:
	case <-m.ctx.Done():
		m.err = errUnsolved
	}
	return time.Since(start).Seconds()
}

// printFullSpeed measures and prints, a row or an object at a time.
func printFullSpeed(ctx context.Context, asJSON bool, con console) error {
	var rows []table.Row
	err := fullSpeed(ctx, func(m measured) {
		if asJSON {
			json.NewEncoder(con.out).Encode(m)
			return
		}
		fmt.Fprintf(con.err, "%s: %s %s\n", m.What, digits3(m.Ours), m.Unit)
		theirs, ratio := unknown, unknown
		if m.Theirs > 0 {
			theirs, ratio = quantity(m.Theirs, m.Unit), fmt.Sprintf("%.3f", m.Ratio)
		}
		rows = append(rows, table.Row{m.What, quantity(m.Ours, m.Unit), m.Against, theirs, ratio, m.Target})
	})
	if err != nil || asJSON {
		return err
	}
	return printTable(con.out, table.Row{"search", "here", "against", "there", "ratio", "target"}, rows, 1, 3, 6)
}

// quantity writes a figure in its unit.
func quantity(x float64, unit string) string {
	switch unit {
	case "s":
		return seconds(x)
	case "generated/s":
		return rate(x)
	}
	return digits3(x) + " " + unit
}
