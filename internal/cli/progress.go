package cli

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jedib0t/go-pretty/v6/text"

	"npuzzle/bench"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Screen is the terminal of stderr. Its last line shows the progress of the running task
// that began last. Text written to the screen appears above this line.
type Screen struct {
	Terminal *os.File

	mu      sync.Mutex
	works   []*Progress // running tasks, the latest last
	drawn   bool        // whether the last line shows a task
	waiting bool        // whether a drawing of the line is scheduled
}

// Write replaces the progress line by a notice and draws the progress again below.
func (s *Screen) Write(text []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	drawn := s.drawn
	s.clear()
	n, err := s.Terminal.Write(text)
	if drawn {
		s.draw()
	}
	return n, err
}

// clear clears the progress line. The caller holds the mutex.
func (s *Screen) clear() {
	if s.drawn {
		fmt.Fprint(s.Terminal, ClearLine)
	}
	s.drawn = false
}

// draw draws the progress line over the previous one. The caller holds the mutex. A line
// wider than the terminal is cut, because clear could not clear a second line.
func (s *Screen) draw() {
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
	fmt.Fprint(s.Terminal, ClearLine+text.Snip(escaped(line), widthOf(s.Terminal)-1, " ..."))
	s.drawn = true
}

// Progress shows the progress of a task on a screen, in one line: a name, a bar if the
// total is known, the time left, and a text. Any goroutine may call show. A nil *progress
// shows nothing, so callers need not check for a terminal. The mutex of the screen guards
// the fields.
type Progress struct {
	on          *Screen
	name, text  string // of the task; name is "" if no task is running
	done, total uint64
	began       time.Time
}

// NewProgress returns a progress on a screen. It returns nil if the stream is not a
// screen.
func NewProgress(stream io.Writer) *Progress {
	if s, ok := stream.(*Screen); ok {
		return &Progress{on: s}
	}
	return nil
}

// ShowsProgress reports whether stderr is a terminal that shows progress.
func (con Console) ShowsProgress() bool {
	_, ok := con.Err.(*Screen)
	return ok
}

// Show updates the task with the given name: done of total, or a total of 0 if it is
// unknown. The line is drawn shortly afterwards, at most ten times a second.
func (p *Progress) Show(name string, done, total uint64, text string) {
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
		p.name = name
		p.began = time.Now()
	}
	p.done = done
	p.total = total
	p.text = text
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

// timeLeft estimates the time left, assuming that the task continues at its mean rate so
// far. It returns "" during the first second and the first hundredth of the task, because
// early estimates are unreliable.
func (p *Progress) timeLeft() string {
	share := float64(p.done) / float64(p.total)
	passed := time.Since(p.began)
	if !(share > 0.01 && share < 1) || passed < time.Second {
		return ""
	}
	return " " + units.Seconds.Format(passed.Seconds()*(1-share)/share) + " left,"
}

// End ends the task and removes its line. The line of another running task takes its
// place. A later call of show begins a new task.
func (p *Progress) End() {
	if p == nil {
		return
	}
	s := p.on
	s.mu.Lock()
	defer s.mu.Unlock()
	p.name = ""
	s.works = slices.DeleteFunc(s.works, func(other *Progress) bool { return other == p })
	s.clear()
	s.draw()
}

// Observer returns an observer that shows the progress of solving a board. It returns nil if p is
// nil.
func (p *Progress) Observer(of bench.Puzzle) search.Observer {
	if p == nil {
		return nil
	}
	name := fmt.Sprintf("board %d:", of.Number)
	began := time.Now()
	var rounds iterations
	return func(now search.Progress) {
		elapsed := time.Since(began).Seconds()
		text := progressText(now, of.Costs, elapsed)
		if now.Bound > 0 && now.Length == 0 { // not an anytime solver with a plan
			text += rounds.forecast(now, float64(now.Expanded)/elapsed)
		}
		p.Show(name, 0, 0, text)
	}
}

// iterations predicts the time of the next iteration of IDA* from the number of states
// that the past iterations expanded.
type iterations struct {
	bound  puzzle.Cost
	began  uint64  // number of states expanded before the current iteration
	last   uint64  // number of states expanded in the last complete iteration
	growth float64 // ratio of the last two complete iterations; 0 until there are two
}

// forecast records the progress of a search that expands perSecond states a second. Once
// two iterations are complete, it returns a text with the expected time of the next
// iteration. It assumes that the next iteration grows by the same factor as the last one.
func (i *iterations) forecast(now search.Progress, perSecond float64) string {
	if now.Bound != i.bound {
		complete := now.ExpandedBeforeLastF - i.began
		if i.bound > 0 && i.last > 0 {
			i.growth = float64(complete) / float64(i.last)
		}
		if i.bound > 0 {
			i.last = complete
		}
		i.bound = now.Bound
		i.began = now.ExpandedBeforeLastF
	}
	if i.growth <= 1 {
		return ""
	}
	return "; next bound ~" + units.Seconds.Format(float64(i.last)*i.growth*i.growth/perSecond)
}

// progressText describes a search in one line: the length of the best plan so far, the number of
// expanded states, the rate, the bound and the time. For the genetic solver, the line has the
// generation, and counts evaluated plans instead of states.
func progressText(p search.Progress, costs puzzle.Costs, elapsed float64) string {
	text := ""
	work := p.Expanded
	unit := "expanded"
	if p.Length > 0 {
		text = "best plan " + units.Plural(p.Length, "move", "moves") + ", "
	}
	if g := p.Generation; g != nil {
		text += fmt.Sprintf("phase %d, generation %d, best fitness %d, ", g.Phase, g.Number,
			g.Population.Best())
		work = p.Evaluated
		unit = "plans evaluated"
	}
	text += fmt.Sprintf("%s %s, %s", units.Grouped(work), unit,
		units.Rate.Format(float64(work)/elapsed))
	if p.Bound > 0 {
		text += ", bound " + costs.Format(p.Bound)
	}
	if p.Width > 0 {
		text += ", width " + units.Grouped(uint64(p.Width))
	}
	return text + ", " + units.Seconds.Format(elapsed)
}
