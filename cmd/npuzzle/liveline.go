package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"npuzzle/bench"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// liveEvery is the least time between two pictures of a running search.
const liveEvery = 100 * time.Millisecond

// eraseLine takes the cursor to the first column and clears the line.
const eraseLine = "\r\x1b[K"

// liveLine shows the progress of one run at a time on the last line of a
// terminal. A nil liveLine shows nothing.
type liveLine struct {
	mu    sync.Mutex
	out   io.Writer
	shown bool
	last  time.Time
}

// newLiveLine returns nil unless the stream is a terminal and trials run one at
// a time.
func newLiveLine(out io.Writer, jobs int) *liveLine {
	if jobs != 1 || !isTerminal(out) {
		return nil
	}
	return &liveLine{out: out}
}

// observer returns the observer of one run, or nil. Of IDA* it shows the
// iteration that runs, and leaves a line for each that took a second or more.
func (l *liveLine) observer(instance bench.Instance, settings solvers.Settings) search.Observer {
	if l == nil {
		return nil
	}
	name := fmt.Sprintf("board %d: ", instance.Number)
	var start time.Time
	var rounds iterations
	return func(p search.Progress) {
		l.mu.Lock()
		defer l.mu.Unlock()
		now := time.Now()
		if start.IsZero() {
			start = now
		}
		elapsed := now.Sub(start).Seconds()
		if settings.Deepening() {
			if rounds.see(p, elapsed); rounds.finished && rounds.itsTime >= 1 {
				fmt.Fprintf(l.out, "%s%s%s\n", eraseLine, name, rounds.result(instance.Costs))
			}
		}
		if now.Sub(l.last) < liveEvery || now.Sub(start) < liveEvery {
			return
		}
		l.last, l.shown = now, true
		text := progressText(p, instance.Costs, elapsed)
		if settings.Deepening() {
			text = rounds.text(p, instance.Costs, elapsed)
		}
		fmt.Fprint(l.out, eraseLine, fitted(l.out, name+text))
	}
}

// progressText says how far a run is.
func progressText(p search.Progress, costs puzzle.Costs, elapsed float64) string {
	if g := p.Generation; g != nil {
		return fmt.Sprintf("phase %d, generation %d, best fitness %d, %s plans evaluated, %s, %s",
			g.Phase, g.Number, g.Best, grouped(p.Evaluated), rate(float64(p.Evaluated)/elapsed), seconds(elapsed))
	}
	text := fmt.Sprintf("%s states expanded, %s", grouped(p.Expanded), rate(float64(p.Expanded)/elapsed))
	if p.Bound > 0 {
		text += ", bound " + costs.Format(p.Bound)
	}
	return text + ", " + seconds(elapsed)
}

// clear takes the line away before something else is printed.
func (l *liveLine) clear() {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shown {
		fmt.Fprint(l.out, eraseLine)
		l.shown = false
	}
}
