package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"npuzzle/internal/cli"
)

// newTerminal returns the two ends of a pseudo-terminal: what a program writes
// to the second can be read from the first.
func newTerminal(t *testing.T) (screen, terminal *os.File) {
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	require.NoError(t, unix.IoctlSetPointerInt(int(screen.Fd()), unix.TIOCSPTLCK, 0))
	number, err := unix.IoctlGetInt(int(screen.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	require.NoError(t, unix.IoctlSetWinsize(int(terminal.Fd()), unix.TIOCSWINSZ,
		&unix.Winsize{Row: 40, Col: 120}))
	t.Cleanup(func() { screen.Close() })
	return screen, terminal
}

// watch reads a screen to its end and calls seen once the text has appeared.
func watch(screen *os.File, text string, seen func()) <-chan string {
	all := make(chan string)
	go func() {
		var read bytes.Buffer
		chunk := make([]byte, 4096)
		for {
			n, err := screen.Read(chunk)
			read.Write(chunk[:n])
			if seen != nil && strings.Contains(read.String(), text) {
				seen()
				seen = nil
			}
			if err != nil { // EIO: the other end is closed
				all <- read.String()
				return
			}
		}
	}()
	return all
}

// A terminal may not tell its width: it is taken for 80 columns.
func TestProgressOfTrials(t *testing.T) {
	parallel(t)
	for _, columns := range []uint16{0, 60} {
		store := filepath.Join(t.TempDir(), "lab.sqlite")
		screen, terminal := newTerminal(t)
		size := &unix.Winsize{Row: 40, Col: columns}
		require.NoError(t, unix.IoctlSetWinsize(int(terminal.Fd()), unix.TIOCSWINSZ, size))
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		shown := watch(screen, " 1 of 6", cancel)
		var out bytes.Buffer
		status := run(ctx, strings.Fields("npuzzle compare --puzzles 3 --size 4x4 --walk 200 "+
			"--algorithm astar,iddfs --jobs 1 --store "+store), strings.NewReader(""), &out, terminal)
		require.NoError(t, terminal.Close())
		text := <-shown
		cancel()
		assert.Equal(t, cli.ExitUnsolved, status)
		assert.Contains(t, out.String(), "trials kept in")
		assert.Contains(t, text, "trials [===      ")
		// After a second, the line begins with the time left.
		assert.Regexp(t, `\] (\d\S* \S+ left, )?1 of 6, astar`, text)
		if columns == 0 {
			assert.Contains(t, text, "1 of 6, astar solved ",
				"each solver's trials solved of those ended")
		}
		assert.NotContains(t, text, "0/0", "a solver without trials")
		assert.True(t, strings.HasSuffix(text, cli.ClearLine), "cleared at the end")
		for line := range strings.SplitSeq(text, cli.ClearLine) {
			assert.Less(t, len([]rune(line)), cmp.Or(int(columns), cli.UnknownWidth))
		}
	}
}

// The board is beyond the searches: they run until their line has been seen.
func TestProgressOfSearch(t *testing.T) {
	parallel(t)
	for want, args := range map[string][]string{
		"expanded, ": {"--algorithm", "iddfs"},
		"plans evaluated, ": {"--algorithm", "ga", "--heuristic", "misplaced", "--preset", "study",
			"--generations", "1000000000"},
	} {
		algorithm := args[1]
		screen, terminal := newTerminal(t)
		ctx, cancel := context.WithCancel(t.Context())
		shown := watch(screen, want, cancel)
		var out bytes.Buffer
		status := run(ctx, append([]string{
			"npuzzle", "solve", "--goal", "blank-first",
			"16 9 5 13 14/12 20 10 15 8/6 7 22 0 4/19 2 21 17 11/1 23 24 18 3",
		}, args...), strings.NewReader(""), &out, terminal)
		require.NoError(t, terminal.Close())
		text := <-shown
		assert.Equal(t, cli.ExitUnsolved, status, algorithm)
		assert.Contains(t, out.String(), "\ncancelled", algorithm)
		assert.Contains(t, text, "board 1: ")
		assert.True(t, strings.HasSuffix(text, cli.ClearLine), "cleared at the end")
	}
}

func TestTerminalForOutput(t *testing.T) {
	parallel(t)
	screen, terminal := newTerminal(t)
	shown := watch(screen, "", nil)
	status := run(t.Context(), []string{"npuzzle", "solve", "--animate", "1 2/0 3"},
		strings.NewReader(""), terminal, terminal)
	require.NoError(t, terminal.Close())
	assert.Zero(t, status)
	assert.Regexp(t, `move 0 of 1\x1b\[K\r+\n\x1b\[6A`, <-shown, "drawn over one another")
}

// Keys pause an animation, step forwards and backwards, go on, and end it. The terminal is left as
// it was.
func TestKeysOfAnimation(t *testing.T) {
	parallel(t)
	for keys, want := range map[string]string{
		"n\x1b[Cp q":                  "0 1 2 1 1 ", // then the time goes on
		"\x1b[C\x1bOC\x1b[D\x1bODppq": "0 1 2 1 0 0 0",
		"nnnnnnq":                     "0 1 2 3 3 3 3",
		"nn\x03":                      "0 1 2",
		"q":                           "0",
	} {
		screen, terminal := newTerminal(t)
		before, err := unix.IoctlGetTermios(int(terminal.Fd()), unix.TCGETS)
		require.NoError(t, err)
		shown := watch(screen, "q ends", func() { screen.WriteString(keys) })
		status := run(t.Context(), []string{"npuzzle", "solve", "--animate", "--speed", "0.1",
			"1 2 3/0 5 6/4 7 8"}, terminal, terminal, terminal)
		after, err := unix.IoctlGetTermios(int(terminal.Fd()), unix.TCGETS)
		require.NoError(t, err)
		assert.Equal(t, before, after)
		screen.WriteString("\n") // ends the reading of keys, which would keep the terminal open
		require.NoError(t, terminal.Close())
		assert.Equal(t, strings.Contains(keys, "\x03"), status == cli.ExitUnsolved, "%q", keys)
		text := <-shown
		assert.NotRegexp(t, `[^\r]\n`, text, "lines begin on the left")
		var seen []string
		for _, m := range regexp.MustCompile(`move (\d) of 3`).FindAllStringSubmatch(text, -1) {
			seen = append(seen, m[1])
		}
		assert.True(t, strings.HasPrefix(strings.Join(seen, " ")+" ", want), "%q: %v", keys, seen)
	}
}

// A notice stands above the progress, and work that began later hides the earlier one.
func TestNoticesAboveProgress(t *testing.T) {
	parallel(t)
	file, terminal := newTerminal(t)
	s := &cli.Screen{Terminal: terminal}
	trials := cli.NewProgress(s)
	build := cli.NewProgress(s)
	drawn := make(chan bool)
	shown := watch(file, "trials [====", func() { close(drawn) })
	trials.Show("trials", 1, 4, "1 of 4")
	<-drawn
	fmt.Fprintln(s, "npuzzle: a notice")
	build.Show("build", 1, 2, "table 1")
	fmt.Fprintln(s, "npuzzle: another notice") // draws the progress again
	build.End()
	trials.End()
	fmt.Fprintln(s, "npuzzle: the end")
	require.NoError(t, terminal.Close())
	text := <-shown
	const bar = cli.ClearLine + "trials [=====               ] 1 of 4"
	assert.Contains(t, text, bar+cli.ClearLine+"npuzzle: a notice\r\n"+bar)
	assert.Contains(t, text, cli.ClearLine+"build [==========          ] table 1"+cli.ClearLine+bar)
	assert.True(t, strings.HasSuffix(text, cli.ClearLine+"npuzzle: the end\r\n"), "%q", text)
}

// A bar shows how the building of a database goes on, and is taken away.
func TestProgressOfBuild(t *testing.T) {
	parallel(t)
	for _, args := range [][]string{
		{"pdb", "build", "--size", "3x4", "--pdb-dir", t.TempDir(), "4-7"},
		{"solve", "--heuristic", "pdb:4-7", "--pdb-dir", t.TempDir(), "3 11 8 4/1 5 7 6/10 9 2 0"},
	} {
		if testing.Short() && args[0] == "solve" {
			continue
		}
		screen, terminal := newTerminal(t)
		shown := watch(screen, "", nil)
		var out bytes.Buffer
		status := run(t.Context(), append([]string{"npuzzle"}, args...), strings.NewReader(""),
			&out, terminal)
		require.NoError(t, terminal.Close())
		text := <-shown
		assert.Zero(t, status, "%q", args)
		assert.Regexp(t, `build \[=* *\] table [12] of 2, [0-9,]+ of [0-9,]+ entries`, text)
		assert.True(t, strings.HasSuffix(text, cli.ClearLine), "cleared at the end")
		assert.NotEmpty(t, out.String())
	}
}

// Tables are as wide as the terminal, within bounds.
func TestColumnsOfTerminals(t *testing.T) {
	parallel(t)
	_, terminal := newTerminal(t)
	defer terminal.Close()
	for width, want := range map[uint16]int{40: 80, 90: 90, 250: 120, 0: 80} {
		size := &unix.Winsize{Row: 40, Col: width}
		require.NoError(t, unix.IoctlSetWinsize(int(terminal.Fd()), unix.TIOCSWINSZ, size))
		assert.Equal(t, want, cli.ColumnsOf(terminal))
	}
}
