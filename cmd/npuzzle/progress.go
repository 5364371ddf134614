package main

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"npuzzle/bench"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// isTerminal tells whether a stream is a terminal. Only there progress is shown, animations
// are drawn in place, and a command that reads says that it waits for input.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

const (
	// drawEvery is the time between two pictures of the progress, and before the first one.
	// Work that ends sooner shows nothing.
	drawEvery = 100 * time.Millisecond

	// barWidth is the number of columns inside a bar.
	barWidth = 20

	// unknownWidth is assumed of terminals that report no width, as those of some containers.
	unknownWidth = 80

	// clearLine is the code that moves the cursor to the start of its line and empties the line.
	clearLine = "\r\x1b[K"
)

// progress shows on a terminal how far a piece of work is, in one line: a name, a bar if the
// total is known, a text, and the time left. Any goroutine may call show. A nil *progress shows
// nothing, so callers need not ask whether there is a terminal.
type progress struct {
	terminal *os.File

	mu          sync.Mutex
	name, text  string // of the work; the name is "" while there is none
	done, total uint64
	began       time.Time
	waiting     bool // a picture will be drawn soon
}

// newProgress returns the progress on a terminal, or nil if the stream is no terminal.
func newProgress(stream any) *progress {
	if !isTerminal(stream) {
		return nil
	}
	return &progress{terminal: stream.(*os.File)}
}

// show sets how far the work of a name is: done of total, or a total of 0 if that is unknown.
// The line is drawn a moment later, and at most ten times a second.
func (p *progress) show(name string, done, total uint64, text string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if name != p.name {
		p.name, p.began = name, time.Now()
	}
	p.done, p.total, p.text = done, total, text
	if !p.waiting {
		p.waiting = true
		time.AfterFunc(drawEvery, p.draw)
	}
}

// draw draws the line over the one before. A line that is too long for the terminal is cut,
// since a second line would not be cleared.
func (p *progress) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting = false
	if p.name == "" {
		return // the work has ended
	}
	line := p.name
	if p.total > 0 {
		share := min(float64(p.done)/float64(p.total), 1)
		line += fmt.Sprintf(" [%-*s]", barWidth, strings.Repeat("=", int(share*barWidth)))
	}
	line += p.timeLeft() + " " + p.text
	width, _, err := term.GetSize(int(p.terminal.Fd()))
	if err != nil || width == 0 {
		width = unknownWidth
	}
	shown := []rune(line)
	fmt.Fprint(p.terminal, clearLine+string(shown[:min(len(shown), width-1)]))
}

// timeLeft estimates the time left from the time that has passed, assuming that the rest
// proceeds at the same rate. It is empty in the first second and the first hundredth of the
// work, when the estimate would mean little.
func (p *progress) timeLeft() string {
	share, passed := float64(p.done)/float64(p.total), time.Since(p.began)
	if !(share > 0.01 && share < 1) || passed < time.Second {
		return ""
	}
	return " " + units.Seconds.Format(passed.Seconds()*(1-share)/share) + " left,"
}

// end removes the line. A later show begins anew.
func (p *progress) end() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.name != "" {
		fmt.Fprint(p.terminal, clearLine)
	}
	p.name = ""
}

// observer returns an observer that shows how far the search of a board is, or nil if there
// is no terminal.
func (p *progress) observer(of bench.Puzzle) search.Observer {
	if p == nil {
		return nil
	}
	name, began := fmt.Sprintf("board %d:", of.Number), time.Now()
	var rounds iterations
	return func(now search.Progress) {
		elapsed := time.Since(began).Seconds()
		text := progressText(now, of.Costs, elapsed)
		if now.Bound > 0 {
			text += rounds.forecast(now, float64(now.Expanded)/elapsed)
		}
		p.show(name, 0, 0, text)
	}
}

// iterations predicts the next iteration of IDA*, from the states that each iteration expands.
type iterations struct {
	bound  puzzle.Cost
	began  uint64  // states expanded before the current iteration
	last   uint64  // states expanded in the iteration before
	growth float64 // of the last two complete iterations; 0 until there are two
}

// forecast notes a report of a search that expands so many states a second. Once two iterations
// are complete, it describes the next one: each iteration is assumed to grow as the last one did.
func (i *iterations) forecast(now search.Progress, perSecond float64) string {
	if now.Bound != i.bound {
		if complete := now.ExpandedBeforeLastF - i.began; i.bound > 0 {
			if i.last > 0 {
				i.growth = float64(complete) / float64(i.last)
			}
			i.last = complete
		}
		i.bound, i.began = now.Bound, now.ExpandedBeforeLastF
	}
	if i.growth <= 1 {
		return ""
	}
	return "; next bound ~" + units.Seconds.Format(float64(i.last)*i.growth*i.growth/perSecond)
}

// progressText describes a search in one line: the states that it has expanded and the bound of
// IDA* or, of the genetic solver, the generation and the plans that it has evaluated. The rate
// and the time follow.
func progressText(p search.Progress, costs puzzle.Costs, elapsed float64) string {
	if g := p.Generation; g != nil {
		return fmt.Sprintf("phase %d, generation %d, best fitness %d, %s plans evaluated, %s, %s",
			g.Phase, g.Number, g.Best, units.Grouped(p.Evaluated),
			units.Rate.Format(float64(p.Evaluated)/elapsed), units.Seconds.Format(elapsed))
	}
	text := fmt.Sprintf("%s expanded, %s", units.Grouped(p.Expanded),
		units.Rate.Format(float64(p.Expanded)/elapsed))
	if p.Bound > 0 {
		text += ", bound " + costs.Format(p.Bound)
	}
	return text + ", " + units.Seconds.Format(elapsed)
}
