package main

import (
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"npuzzle/internal/units"
)

// isTerminal tells whether a stream is a terminal. Only there progress is shown, animations
// are drawn in place, and a command that reads says that it waits for input.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// drawEvery is the time between two pictures of the progress.
const drawEvery = 100 * time.Millisecond

// barWidth is the width of a bar where the terminal has room for it.
const barWidth = 40

// progress shows on a terminal how far a piece of work is, with one line for each of its
// parts. A line has a name, a text and, if the total is known, a bar. Any goroutine may call
// show; another goroutine draws ten times a second. A nil *progress shows nothing, so callers
// need not ask whether there is a terminal.
type progress struct {
	terminal io.Writer
	keep     bool // leave the lines on the terminal when the work ends

	mu      sync.Mutex
	display *mpb.Progress // nil while nothing is shown
	lines   map[string]*progressLine
}

// progressLine is one line of the progress. Its text may change while it is drawn.
type progressLine struct {
	bar  *mpb.Bar
	text atomic.Pointer[string] // read by the goroutine that draws
}

// newProgress returns the progress on a terminal, or nil if the stream is no terminal. With
// keep, the lines stay on the terminal when the work ends; otherwise the results take their
// place.
func newProgress(stream io.Writer, keep bool) *progress {
	if !isTerminal(stream) {
		return nil
	}
	return &progress{terminal: stream, keep: keep}
}

// show sets the text of the line with the given name, and its bar to done of total.
// A line without a total has no bar. The first call with a name adds its line.
func (p *progress) show(name string, done, total uint64, text string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.display == nil {
		p.begin()
	}
	l, ok := p.lines[name]
	if !ok {
		l = &progressLine{}
		p.lines[name] = l
		l.text.Store(&text)
		l.bar = p.add(name, total, &l.text)
	}
	l.text.Store(&text)
	l.bar.SetCurrent(int64(done))
}

// note writes a line above the others that stays. It is lost before the first show.
func (p *progress) note(text string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.display != nil {
		p.display.Write([]byte(text + "\n"))
	}
}

// end draws the last picture and leaves it, or removes all lines. A later show begins
// anew.
func (p *progress) end() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.display == nil {
		return
	}
	if p.keep {
		p.display.Shutdown()
	} else {
		for _, l := range p.lines {
			l.bar.Abort(true)
		}
		p.display.Wait()
	}
	p.display = nil
}

// begin starts the goroutine that draws. Lines that will be removed are first drawn
// after a while, so that nothing flickers where the work is short.
func (p *progress) begin() {
	options := []mpb.ContainerOption{mpb.WithOutput(p.terminal), mpb.WithAutoRefresh(), mpb.WithRefreshRate(drawEvery)}
	width, _, err := term.GetSize(int(p.terminal.(*os.File).Fd()))
	if err != nil || width == 0 {
		// The terminals of some containers report no width. mpb draws nothing there, but
		// assumes 80 columns for a stream of unknown kind.
		options = append(options, mpb.WithOutput(struct{ io.Writer }{p.terminal}))
	}
	if !p.keep {
		delay := make(chan struct{})
		time.AfterFunc(drawEvery, func() { close(delay) })
		options = append(options, mpb.WithRenderDelay(delay))
	}
	p.display = mpb.New(options...)
	p.lines = map[string]*progressLine{}
}

// add draws a new line below the others.
func (p *progress) add(name string, total uint64, text *atomic.Pointer[string]) *mpb.Bar {
	began := time.Now()
	options := []mpb.BarOption{
		mpb.BarWidth(barWidth),
		mpb.PrependDecorators(decor.Name(name, decor.WCSyncSpaceR)),
		mpb.AppendDecorators(decor.Any(func(s decor.Statistics) string {
			return *text.Load() + timeLeft(s, time.Since(began))
		})),
	}
	if !p.keep {
		options = append(options, mpb.BarRemoveOnComplete())
	}
	if total == 0 {
		return p.display.New(0, mpb.NopStyle(), append(options, mpb.BarFillerTrim())...)
	}
	return p.display.AddBar(int64(total), options...)
}

// timeLeft estimates the time left from the time that has passed, assuming that the rest
// proceeds at the same rate. It is empty in the first second and the first hundredth of the
// work, when the estimate would mean little.
func timeLeft(s decor.Statistics, passed time.Duration) string {
	share := float64(s.Current) / float64(s.Total)
	if !(share > 0.01 && share < 1) || s.Aborted || passed < time.Second {
		return ""
	}
	return ", " + units.Seconds.Format(passed.Seconds()*(1-share)/share) + " left"
}
