package main

import (
	"fmt"
	"io"
	"os"
	"slices"
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
	if s, ok := stream.(*screen); ok {
		stream = s.terminal
	}
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

// screen is the terminal of stderr. Its last line shows the progress of the work that began last
// and has not ended. What is written to it goes above that line.
type screen struct {
	terminal *os.File

	mu      sync.Mutex
	works   []*progress // that have not ended, the latest last
	drawn   bool        // the last line shows one of them
	waiting bool        // the line will be drawn soon
}

// Write writes a notice in place of the progress, which is drawn again below.
func (s *screen) Write(text []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	drawn := s.drawn
	s.clear()
	n, err := s.terminal.Write(text)
	if drawn {
		s.draw()
	}
	return n, err
}

// clear empties the last line. The caller holds the mutex, as that of draw does.
func (s *screen) clear() {
	if s.drawn {
		fmt.Fprint(s.terminal, clearLine)
	}
	s.drawn = false
}

// draw draws the line over the one before. A line that is too long for the terminal is cut after
// a word, since a second line would not be cleared.
func (s *screen) draw() {
	if len(s.works) == 0 {
		return
	}
	p := s.works[len(s.works)-1]
	line := p.name
	if p.total > 0 {
		share := min(float64(p.done)/float64(p.total), 1)
		line += fmt.Sprintf(" [%-*s]", barWidth, strings.Repeat("=", int(share*barWidth)))
	}
	line += p.timeLeft() + " " + p.text
	width, _, err := term.GetSize(int(s.terminal.Fd()))
	if err != nil || width == 0 {
		width = unknownWidth
	}
	fmt.Fprint(s.terminal, clearLine+cut(line, width-1))
	s.drawn = true
}

// cut shortens a line to a number of columns: after a part that ends with a comma, or else after a word.
func cut(line string, columns int) string {
	letters := []rune(line)
	if len(letters) <= columns {
		return line
	}
	const more = " ..."
	room := string(letters[:max(columns-len(more), 0)])
	end := strings.LastIndex(room, ", ") + 1
	if end == 0 {
		end = max(strings.LastIndex(room, " "), 0)
	}
	return room[:end] + more
}

// progress shows on a screen how far a piece of work is, in one line: a name, a bar if the
// total is known, the time left, and a text. Any goroutine may call show. A nil *progress shows
// nothing, so callers need not ask whether there is a terminal. The mutex of the screen guards
// the fields.
type progress struct {
	on          *screen
	name, text  string // of the work; the name is "" while there is none
	done, total uint64
	began       time.Time
}

// newProgress returns the progress on a screen, or nil if the stream is none.
func newProgress(stream io.Writer) *progress {
	if s, ok := stream.(*screen); ok {
		return &progress{on: s}
	}
	return nil
}

// show sets how far the work of a name is: done of total, or a total of 0 if that is unknown.
// The line is drawn a moment later, and at most ten times a second.
func (p *progress) show(name string, done, total uint64, text string) {
	if p == nil {
		return
	}
	s := p.on
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.name == "" {
		s.works = append(s.works, p)
	}
	if name != p.name {
		p.name, p.began = name, time.Now()
	}
	p.done, p.total, p.text = done, total, text
	if !s.waiting {
		s.waiting = true
		time.AfterFunc(drawEvery, func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.waiting = false
			s.draw()
		})
	}
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

// end removes the line, or shows other work that goes on. A later show begins anew.
func (p *progress) end() {
	if p == nil {
		return
	}
	s := p.on
	s.mu.Lock()
	defer s.mu.Unlock()
	p.name = ""
	s.works = slices.DeleteFunc(s.works, func(other *progress) bool { return other == p })
	s.clear()
	s.draw()
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
			g.Phase, g.Number, g.Population.Best(), units.Grouped(p.Evaluated),
			units.Rate.Format(float64(p.Evaluated)/elapsed), units.Seconds.Format(elapsed))
	}
	text := fmt.Sprintf("%s expanded, %s", units.Grouped(p.Expanded),
		units.Rate.Format(float64(p.Expanded)/elapsed))
	if p.Bound > 0 {
		text += ", bound " + costs.Format(p.Bound)
	}
	return text + ", " + units.Seconds.Format(elapsed)
}
