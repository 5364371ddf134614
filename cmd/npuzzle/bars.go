package main

import (
	"fmt"
	"io"
	"sync/atomic"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// bars show on a terminal how many trials of each solver have ended. A nil
// *bars shows nothing.
type bars struct {
	all *mpb.Progress
	of  map[string]*solverBar
}

type solverBar struct {
	bar    *mpb.Bar
	solved atomic.Int64
}

// newBars returns nil unless the stream is a terminal.
func newBars(out io.Writer, names []string, trials int) *bars {
	if !isTerminal(out) {
		return nil
	}
	b := &bars{mpb.New(mpb.WithOutput(out), mpb.WithWidth(40)), map[string]*solverBar{}}
	for _, name := range names {
		s := &solverBar{}
		s.bar = b.all.AddBar(int64(trials),
			mpb.PrependDecorators(decor.Name(name, decor.WCSyncSpaceR)),
			mpb.AppendDecorators(
				decor.CountersNoUnit("%d of %d", decor.WCSyncSpace),
				decor.Any(func(decor.Statistics) string { return fmt.Sprintf(", %d solved", s.solved.Load()) }, decor.WCSyncSpace),
				decor.OnComplete(decor.AverageETA(decor.ET_STYLE_GO, decor.WCSyncSpace), ""),
			),
		)
		b.of[name] = s
	}
	return b
}

// count adds a trial that has ended.
func (b *bars) count(name string, solved bool) {
	if b == nil {
		return
	}
	s := b.of[name]
	if solved {
		s.solved.Add(1)
	}
	s.bar.Increment()
}

// stop leaves the bars as they stand.
func (b *bars) stop() {
	if b == nil {
		return
	}
	for _, s := range b.of {
		s.bar.Abort(false)
	}
	b.all.Wait()
}
