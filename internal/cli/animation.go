package cli

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"
	"golang.org/x/term"

	"npuzzle/puzzle"
)

// Animation plays plans on stdout. On a terminal, each board replaces the previous one.
// Otherwise the boards are printed one after another. If stdin is a terminal too, keys
// pause the animation and step through it.
type Animation struct {
	On    bool        // the flag --animate is given
	Speed float64     // moves per second
	keys  <-chan byte // nil if no keys can be read
}

// SpeedFlag returns the flag --speed.
func (a *Animation) SpeedFlag() urfave.Flag {
	return &urfave.Float64Flag{
		Name: "speed", Category: "output", Value: 4, Destination: &a.Speed,
		Usage: "play `N` moves per second, from 0.1 to 100", Action: Within("speed", 0.1, 100),
	}
}

// ReadKeys begins to read keys from stdin. Nothing else may read stdin then.
func (a *Animation) ReadKeys(con Console) {
	if in, ok := con.In.(*os.File); ok && con.Terminal && IsTerminal(in) {
		keys := make(chan byte)
		a.keys = keys
		go readKeys(in, keys)
	}
}

// controlC is a key, because a terminal in raw mode does not send a signal for it.
const controlC = 3

// arrows replaces the codes that terminals send for the right and left arrow by the keys n and p.
var arrows = strings.NewReplacer("\x1b[C", "n", "\x1bOC", "n", "\x1b[D", "p", "\x1bOD", "p")

// ReadKeys sends the keys read from a terminal to the channel until the terminal is
// closed.
func readKeys(in *os.File, keys chan<- byte) {
	defer close(keys)
	chunk := make([]byte, 64)
	for {
		n, err := in.Read(chunk)
		for _, key := range []byte(arrows.Replace(string(chunk[:n]))) {
			keys <- key
		}
		if err != nil {
			return
		}
	}
}

// Play plays a legal plan to its end, or until the user or the context ends it. The last
// board shown stays on the screen. On an interrupt, play returns errUnsolved.
func (a *Animation) Play(
	ctx context.Context, con Console, start puzzle.Board, moves []puzzle.Move, n puzzle.Notation,
) error {
	if a.keys != nil {
		con.Out.Flush() // flush earlier text before raw mode, which needs carriage returns
		if state, err := term.MakeRaw(int(con.In.(*os.File).Fd())); err == nil {
			defer term.Restore(int(con.In.(*os.File).Fd()), state)
		}
	}
	boards := []puzzle.Board{start}
	for i, m := range moves {
		next, _ := boards[i].Move(m)
		boards = append(boards, next)
	}
	if !con.Terminal {
		for at := range boards {
			fmt.Fprintln(con.Out, picture(boards, moves, at, n))
		}
		return nil
	}
	step := 0
	paused := false
	for {
		picture := picture(boards, moves, step, n)
		if paused {
			picture += " (paused)"
		}
		picture += "\n"
		if a.keys != nil {
			picture += "space pauses, n and p or arrows step, q ends\n"
		}
		const eraseRest = "\x1b[K" // erases the rest of a line
		con.Out.Raw.WriteString(strings.ReplaceAll(picture, "\n", eraseRest+"\r\n"))
		con.Out.Flush()
		if step == len(moves) && !paused {
			return nil
		}
		var tick <-chan time.Time
		if !paused {
			tick = time.After(time.Duration(float64(time.Second) / a.Speed))
		}
		key := byte(0)
		open := true
		select {
		case <-ctx.Done():
			return ErrUnsolved
		case <-tick:
			step++
		case key, open = <-a.keys:
			if !open {
				a.keys = nil
				paused = false
			}
		}
		switch key {
		case ' ':
			paused = !paused
		case 'n':
			step = min(step+1, len(moves))
			paused = true
		case 'p':
			step = max(step-1, 0)
			paused = true
		case 'q':
			return nil
		case controlC:
			return ErrUnsolved
		}
		fmt.Fprintf(con.Out.Raw, "\x1b[%dA", strings.Count(picture, "\n"))
	}
}

// picture draws a board of a plan in a frame, with the number of moves so far and the
// last move. Brackets mark the tile moved last.
func picture(boards []puzzle.Board, moves []puzzle.Move, at int, n puzzle.Notation) string {
	grid := strings.ReplaceAll(boards[at].Grid(), "_", " ") // no blank
	rows := strings.Split(strings.TrimSuffix(grid, "\n"), "\n")
	rows = Map(rows, func(row string) string { return " " + row + " " })
	line := strings.Repeat("─", len(rows[0]))
	if at > 0 {
		cell := boards[at-1].Blank() // of the tile moved last
		cols := boards[at].Size().Cols
		row := rows[cell/cols]
		width := len(rows[0]) / cols // of a cell and the space before it
		start := cell % cols * width
		end := start + width
		rows[cell/cols] = row[:start] + "[" + row[start+1:end] + "]" + row[end+1:]
	}
	text := fmt.Sprintf("\n┌%s┐\n│%s│\n└%s┘\nmove %d of %d", line, strings.Join(rows, "│\n│"), line,
		at, len(moves))
	if at > 0 {
		text += ": " + puzzle.FormatPlan(boards[at-1], moves[at-1:at], n)
	}
	return text
}
