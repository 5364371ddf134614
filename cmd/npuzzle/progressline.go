package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// progressLine shows on the last line of a terminal how much of a work whose
// end is known is done. A nil *progressLine shows nothing.
type progressLine struct {
	out   io.Writer
	name  string
	began time.Time
	last  time.Time
}

// newProgressLine returns nil unless the stream is a terminal.
func newProgressLine(out io.Writer, name string) *progressLine {
	if !isTerminal(out) {
		return nil
	}
	return &progressLine{out: out, name: name, began: time.Now()}
}

// barCells is the width of the bar.
const barCells = 30

// show draws the line for a share from 0 to 1 unless it was drawn just now. It
// is for the use of one goroutine at a time.
func (l *progressLine) show(share float64, text string) {
	if l == nil || time.Since(l.last) < liveEvery {
		return
	}
	l.last = time.Now()
	left := ""
	if elapsed := time.Since(l.began).Seconds(); share > 0.01 && elapsed > 1 {
		left = fmt.Sprintf(", %s left", seconds(elapsed*(1-share)/share))
	}
	done := int(share * barCells)
	fmt.Fprintf(l.out, "%s%s [%s%s] %3.0f %%, %s%s", eraseLine, l.name,
		strings.Repeat("=", done), strings.Repeat(" ", barCells-done), 100*share, text, left)
}

// clear takes the line away.
func (l *progressLine) clear() {
	if l != nil {
		fmt.Fprint(l.out, eraseLine)
	}
}
