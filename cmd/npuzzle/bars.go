package main

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"npuzzle/bench"
	"npuzzle/search"
)

// bars show on a terminal how many trials of each solver have ended. A nil
// *bars shows nothing.
type bars struct {
	all    *mpb.Progress
	draw   chan any      // asks for a picture
	ending chan struct{} // closed when the trials have ended
	gone   chan struct{} // closed when the last picture has been drawn
	of     map[string]*solverBar
	trials int // of each solver
}

type solverBar struct {
	bar    *mpb.Bar
	ended  int
	solved int
	text   atomic.Pointer[string] // of the two, for the drawing goroutine
}

// drawEvery is the time from one picture of the bars to the next.
const drawEvery = 100 * time.Millisecond

const (
	// barWidth is how many cells a bar takes where there is room.
	barWidth = 40

	// mostBars is how many bars a terminal has room for. One stands for all
	// solvers where there are more.
	mostBars   = 16
	allSolvers = "all solvers"
)

// newBars returns nil unless the stream is a terminal. Each solver has so many
// trials, of which some were kept before.
func newBars(out io.Writer, names []string, trials int, before []bench.Record) *bars {
	if !isTerminal(out) {
		return nil
	}
	if len(names) > mostBars {
		names, trials = []string{allSolvers}, trials*len(names)
	}
	draw := make(chan any)
	cells := barWidth
	if f, ok := out.(*os.File); ok {
		if width, told := columns(f); !told {
			// mpb draws nothing on a terminal of no columns. What it does not know for
			// one it draws within the cells it is given.
			out, cells = struct{ io.Writer }{out}, width
		}
	}
	b := &bars{
		all:  mpb.New(mpb.WithOutput(out), mpb.WithWidth(cells), mpb.WithManualRefresh(draw)),
		draw: draw, ending: make(chan struct{}), gone: make(chan struct{}),
		of: map[string]*solverBar{}, trials: trials,
	}
	for _, name := range names {
		b.of[name] = &solverBar{}
	}
	for _, r := range before {
		b.find(r.Solver).add(r.Status == search.Solved)
	}
	for _, name := range names {
		s := b.of[name]
		b.tell(s)
		s.bar = b.all.AddBar(int64(trials-s.ended), // the time left is that of those that run
			mpb.PrependDecorators(decor.Name(name, decor.WCSyncSpaceR)),
			mpb.AppendDecorators(
				decor.Any(func(decor.Statistics) string { return *s.text.Load() }, decor.WCSyncSpaceR),
				decor.OnComplete(decor.AverageETA(decor.ET_STYLE_GO), ""),
				decor.OnComplete(decor.Name(" left"), ""),
			),
		)
	}
	go b.pace()
	return b
}

// pace asks for pictures at intervals and, once the trials have ended, as fast
// as they are drawn: mpb takes a few to come to an end, which an interrupt must
// not wait for.
func (b *bars) pace() {
	tick := time.NewTicker(drawEvery)
	defer tick.Stop()
	for ending := b.ending; ; {
		select {
		case <-tick.C:
		case <-ending:
			ending = nil
			tick.Reset(time.Millisecond)
		case <-b.gone:
			return
		}
		select {
		case b.draw <- time.Now():
		case <-b.gone:
			return
		}
	}
}

// tell writes a bar's figures for the next picture.
func (b *bars) tell(s *solverBar) {
	text := fmt.Sprintf("%d of %d, %d solved", s.ended, b.trials, s.solved)
	s.text.Store(&text)
}

// find returns the bar that a solver's trials are counted on.
func (b *bars) find(name string) *solverBar {
	if s, ok := b.of[name]; ok {
		return s
	}
	return b.of[allSolvers]
}

func (s *solverBar) add(solved bool) {
	s.ended++
	if solved {
		s.solved++
	}
}

// count adds a trial that has ended.
func (b *bars) count(name string, solved bool) {
	if b == nil {
		return
	}
	s := b.find(name)
	s.add(solved)
	b.tell(s)
	s.bar.Increment()
}

// stop leaves the bars as they stand.
func (b *bars) stop() {
	if b == nil {
		return
	}
	for range 2 { // once the second is asked for, the first is being drawn
		b.draw <- time.Now()
	}
	close(b.ending)
	for _, s := range b.of {
		s.bar.Abort(false)
	}
	b.all.Wait()
	close(b.gone)
}
