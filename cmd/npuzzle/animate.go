package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"npuzzle/bench"
	"npuzzle/search"
)

// frameTime is how long a board of an animation stands.
const frameTime = 250 * time.Millisecond

// animate plays a trial's plan. On a terminal each board takes the place of the
// one before it; elsewhere the boards follow one another.
func animate(ctx context.Context, w io.Writer, t bench.Trial) error {
	if t.Result.Status != search.Solved {
		return nil
	}
	if isTerminal(w) {
		return playFrames(ctx, w, t, frameTime)
	}
	b := t.Puzzle.Start
	var text strings.Builder
	text.WriteString("\n" + b.Grid())
	for i, m := range t.Result.Moves {
		b, _ = b.Move(m)
		fmt.Fprintf(&text, "\nmove %d: %v\n%s", i+1, m, b.Grid())
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// playFrames draws each board over the one before it until the plan or the
// context ends.
func playFrames(ctx context.Context, w io.Writer, t bench.Trial, frame time.Duration) error {
	b := t.Puzzle.Start
	lines := b.Size().Rows + 1
	back := ""
	for i := 0; ; i++ {
		caption := fmt.Sprintf("move %d of %d", i, len(t.Result.Moves))
		// Erase to the end of each line: the caption may have been longer.
		picture := strings.ReplaceAll(b.Grid()+caption+"\n", "\n", "\x1b[K\n")
		if _, err := io.WriteString(w, back+picture); err != nil {
			return err
		}
		if i == len(t.Result.Moves) {
			return nil
		}
		back = fmt.Sprintf("\x1b[%dA", lines)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(frame):
		}
		b, _ = b.Move(t.Result.Moves[i])
	}
}
