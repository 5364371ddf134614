package main

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
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

// newBars returns nil unless the stream is a terminal.
func newBars(out io.Writer, names []string, trials int) *bars {
	if !isTerminal(out) {
		return nil
	}
	draw := make(chan any)
	b := &bars{
		all:  mpb.New(mpb.WithOutput(out), mpb.WithWidth(40), mpb.WithManualRefresh(draw)),
		draw: draw, ending: make(chan struct{}), gone: make(chan struct{}),
		of: map[string]*solverBar{}, trials: trials,
	}
	for _, name := range names {
		s := &solverBar{}
		b.tell(s)
		s.bar = b.all.AddBar(int64(trials),
			mpb.PrependDecorators(decor.Name(name, decor.WCSyncSpaceR)),
			mpb.AppendDecorators(
				decor.Any(func(decor.Statistics) string { return *s.text.Load() }, decor.WCSyncSpaceR),
				decor.OnComplete(decor.AverageETA(decor.ET_STYLE_GO), ""),
				decor.OnComplete(decor.Name(" left"), ""),
			),
		)
		b.of[name] = s
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

// count adds a trial that has ended.
func (b *bars) count(name string, solved bool) {
	if b == nil {
		return
	}
	s := b.of[name]
	s.ended++
	if solved {
		s.solved++
	}
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
