package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"npuzzle/astar"
	"npuzzle/bench/plain"
	"npuzzle/heuristics"
	"npuzzle/internal/machine"
	"npuzzle/puzzle"
	"npuzzle/puzzle/korf"
	"npuzzle/search"
	"npuzzle/search/idastar"
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

const (
	// paceBoard takes the plain IDA* a fraction of a second. It is searched again
	// and again between the others, since machines change their pace within
	// minutes.
	paceBoard = 2
	// memoryBoard needs half a gigabyte for A*, and the plain one three times as
	// much.
	memoryBoard = 1
)

// rateBoards are those on which searches of one thread are compared.
var rateBoards = []int{1, 4, 5, 12, 42}

// fullSpeed measures the searches and hands over each row as it is known. Its
// progress goes to a terminal.
func fullSpeed(ctx context.Context, terminal io.Writer, row func(measured)) error {
	m := &meter{ctx: ctx, boards: korf.Fifteen()}
	goal, err := puzzle.Goal(puzzle.BlankFirst, m.boards[0].Board.Size())
	if err != nil {
		return err
	}
	m.goal = goal
	manhattan := idastar.Solver{Heuristic: heuristics.Manhattan, Order: puzzle.Order{puzzle.Up, puzzle.Left, puzzle.Right, puzzle.Down}, Workers: 1}

	var ours, theirs effort
	for _, number := range rateBoards {
		ours.add(m.solve(&manhattan, number))
		theirs.add(m.plainIDAStar(number))
	}
	if m.err != nil {
		return m.err
	}
	row(measured{"IDA*, Manhattan, one thread", "generated/s", ours.rate(), "plain IDA*", theirs.rate(), ours.rate() / theirs.rate(), "at least 1.35"})

	one, all := manhattan, manhattan
	one.Prune, all.Prune, all.Workers = true, true, runtime.GOMAXPROCS(0)
	var single, parallel, pace effort
	states := uint64(0)
	const bar = "all hundred boards"
	shown := newProgress(terminal, true)
	for _, b := range m.boards {
		single.add(m.solve(&one, b.Number))
		parallel.add(m.solve(&all, b.Number))
		pace.add(m.plainIDAStar(paceBoard))
		states += b.Nodes
		shown.show(bar, uint64(b.Number), uint64(len(m.boards)), "")
	}
	shown.end()
	if m.err != nil {
		return m.err
	}
	plainSeconds := float64(states) / pace.rate()
	row(measured{fmt.Sprintf("all hundred boards, pruned, %d threads", all.Workers), "s", parallel.seconds,
		"one thread", single.seconds, single.seconds / parallel.seconds, "at least 1.9 times as fast on two"})
	row(measured{fmt.Sprintf("all hundred boards, pruned, %d threads", all.Workers), "s", parallel.seconds,
		"plain IDA*, by its rate in between", plainSeconds, parallel.seconds / plainSeconds, "at most 0.167 on two"})

	var best, textbook effort
	debug.FreeOSMemory()
	bestBytes, known := machine.PeakResident(func() { best = m.solve(&astar.Solver{Heuristic: heuristics.Manhattan}, memoryBoard) })
	debug.FreeOSMemory()
	textbookBytes, _ := machine.PeakResident(func() { textbook = m.plainAStar(memoryBoard) })
	if m.err != nil {
		return m.err
	}
	what := fmt.Sprintf("A*, Manhattan, board %d", memoryBoard)
	row(measured{what, "s", best.seconds, "plain A*", textbook.seconds, best.seconds / textbook.seconds, "at most 0.25"})
	if known {
		row(measured{what, "bytes resident", float64(bestBytes), "plain A*", float64(textbookBytes), float64(bestBytes) / float64(textbookBytes), "at most 0.4"})
	}
	row(measured{What: what, Unit: "bytes a stored state", Ours: float64(best.Bytes) / float64(best.PeakStored), Target: "at most 24"})
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

func (e *effort) add(one effort) {
	e.Generated += one.Generated
	e.seconds += one.seconds
}

// rate returns the states generated a second.
func (e effort) rate() float64 { return float64(e.Generated) / e.seconds }

func (m *meter) solve(s search.Solver, number int) effort {
	if m.err != nil {
		return effort{}
	}
	b := m.boards[number-1]
	start := time.Now()
	r, err := s.Solve(m.ctx, search.Problem{Start: b.Board, Goal: m.goal}, search.Limits{})
	switch {
	case err != nil:
		m.err = err
	case r.Status != search.Solved || r.Cost != b.Optimal:
		m.err = errUnsolved
	}
	return effort{r.Stats, time.Since(start).Seconds()}
}

func (m *meter) plainIDAStar(number int) effort {
	var e effort
	e.seconds = m.run(func() { _, e.Generated = plain.IDAStar(m.boards[number-1].Board, m.goal) })
	return e
}

func (m *meter) plainAStar(number int) effort {
	return effort{seconds: m.run(func() { plain.AStar(m.boards[number-1].Board, m.goal) })}
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
	err := fullSpeed(ctx, con.err, func(m measured) {
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
	case "bytes resident":
		return amount(uint64(x))
	}
	return digits3(x) + " " + unit
}
