package main

import (
	"fmt"
	"io"
	"sync"
	"time"

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

// observer returns the observer of one run, or nil.
func (l *liveLine) observer(number int, settings solvers.Settings) search.Observer {
	if l == nil {
		return nil
	}
	var start time.Time
	return func(p search.Progress) {
		l.mu.Lock()
		defer l.mu.Unlock()
		now := time.Now()
		if start.IsZero() {
			start = now
		}
		if now.Sub(l.last) < liveEvery || now.Sub(start) < liveEvery {
			return
		}
		l.last, l.shown = now, true
		fmt.Fprintf(l.out, "%sboard %d: %s: %s, %s", eraseLine, number, settings.Algorithm, progressText(p, now.Sub(start).Seconds()), seconds(now.Sub(start).Seconds()))
	}
}

// progressText says how far a run is.
func progressText(p search.Progress, elapsed float64) string {
	if g := p.Generation; g != nil {
		return fmt.Sprintf("phase %d, generation %d, best fitness %d, %s plans evaluated, %s",
			g.Phase, g.Number, g.Best, grouped(p.Evaluated), rate(float64(p.Evaluated)/elapsed))
	}
	text := fmt.Sprintf("%s states expanded, %s", grouped(p.Expanded), rate(float64(p.Expanded)/elapsed))
	if p.Bound > 0 {
		text += fmt.Sprintf(", bound %d", p.Bound)
	}
	return text
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
