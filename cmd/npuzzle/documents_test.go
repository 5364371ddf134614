package main

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	urfave "github.com/urfave/cli/v2"

	"npuzzle/heuristics/pdb"
	"npuzzle/internal/cli"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
)

// documents returns the documents of the repository, the README first.
func documents(t *testing.T) []string {
	files := []string{filepath.Join(sourceFolder, "../../README.md")}
	for _, pattern := range []string{"../../docs/*.md", "../../docs/studies/*.md"} {
		some, err := filepath.Glob(filepath.Join(sourceFolder, pattern))
		require.NoError(t, err)
		files = append(files, some...)
	}
	return files
}

// session is a fenced block of a document that shows commands with their output.
var session = regexp.MustCompile("(?s)```console\n(.*?)```\n")

// Every session in the documents shows what its commands print, apart from times and
// memory. Each document's sessions run in one directory, in order. A line of "..." in
// an output stands for any lines. With -update, the outputs are written anew.
func TestSessions(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every command that the documents show")
	}
	if !*update { // other tests read the documents
		t.Parallel()
	}
	tables := t.TempDir()
	for i, file := range documents(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			if i > 0 && !*update {
				slow.Only(t, "it replays a document")
			}
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			here := newFolder(t)
			here.set(pdb.DirVariable, tables)
			here.saveFiles(string(text))
			written := session.ReplaceAllStringFunc(string(text), func(block string) string {
				if strings.Contains(block, " compare\n") && !*update && !slow.Asked() {
					t.Log("the comparison of 100 boards is left out without -slow")
					return block
				}
				return "```console\n" + here.replay(session.FindStringSubmatch(block)[1]) + "```\n"
			})
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(written), 0o666))
			}
			if i == 0 && (*update || slow.Asked()) {
				checkPictures(here)
			}
		})
	}
}

// saved is a block of YAML that a document asks the reader to save in a file.
var saved = regexp.MustCompile("(?s)Save these lines as `([\\w-]+\\.yaml)`:\n\n```yaml\n(.*?)```\n")

// saveFiles writes the files that a document asks the reader to save.
func (f *folder) saveFiles(text string) {
	for _, file := range saved.FindAllStringSubmatch(text, -1) {
		f.write(file[1], file[2])
	}
}

// guideProgram is the Go program of the guide and, after some text, its output.
var guideProgram = regexp.MustCompile(
	"(?s)```go\n(// Command yours .*?)```\n.*?```text\n(.*?)```\n")

// The program of the guide prints what the guide shows, in a module of its own. With -update, the
// output is written anew.
func TestProgramOfTheGuide(t *testing.T) {
	slow.Only(t, "it builds a program")
	guide := filepath.Join(sourceFolder, "../../docs/guide.md")
	text, err := os.ReadFile(guide)
	require.NoError(t, err)
	place := guideProgram.FindSubmatchIndex(text)
	require.NotNil(t, place)
	source := text[place[2]:place[3]]
	shown := text[place[4]:place[5]]

	folder := t.TempDir()
	root, err := filepath.Abs(filepath.Join(sourceFolder, "../.."))
	require.NoError(t, err)
	for name, content := range map[string]string{
		"main.go": string(source),
		"go.mod":  "module yours\n\ngo 1.26\n",
		"go.work": fmt.Sprintf("go 1.26.0\n\nuse (\n\t.\n\t%s\n)\n", strconv.Quote(root)),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o666))
	}
	run := exec.Command("go", "run", ".")
	run.Dir = folder
	run.Env = append(os.Environ(), "GOWORK="+filepath.Join(folder, "go.work"))
	output, err := run.CombinedOutput()
	require.NoError(t, err, "%s", output)
	if *update {
		written := slices.Concat(text[:place[4]], output, text[place[5]:])
		require.NoError(t, os.WriteFile(guide, written, 0o666))
		return
	}
	assert.Equal(t, string(shown), string(output), "run go test ./cmd/npuzzle -update -slow")
}

// replay runs the commands of a session, compares their outputs with those shown, and
// returns the session with the outputs of today where they differ.
func (f *folder) replay(shown string) string {
	var text strings.Builder
	for _, part := range strings.Split("\n"+shown, "\n$ ")[1:] {
		line, want, _ := strings.Cut(part, "\n")
		if want != "" && !strings.HasSuffix(want, "\n") {
			want += "\n"
		}
		got := f.shell(line)
		if !matches(want, got) {
			if !*update {
				assert.Equal(f.t, machineAside(want), machineAside(got),
					"%s: run go test ./cmd/npuzzle -update", line)
			}
			want = got
		}
		fmt.Fprintf(&text, "$ %s\n%s", line, want)
	}
	return text.String()
}

// matches tells whether an output is the one shown, in which a line of "..." stands
// for any lines.
func matches(shown, output string) bool {
	parts := strings.Split(machineAside(shown), "...\n")
	for i, part := range parts {
		parts[i] = regexp.QuoteMeta(part)
	}
	return regexp.MustCompile("(?s)^" + strings.Join(parts, ".*") +
		"$").MatchString(machineAside(output))
}

// machineAside takes from an output what differs from machine to machine: measures, the
// states that parallel workers expanded in vain, and what a probe had time for.
func machineAside(text string) string {
	text = regexp.MustCompile(`(?m)^discarded .*`).ReplaceAllString(measuresAside(text),
		"discarded")
	text = regexp.MustCompile(`\b(about|over) TIME`).ReplaceAllString(text, "about TIME")
	return regexp.MustCompile(`a probe of \d trials?`).ReplaceAllString(text, "a probe")
}

// shell runs a command line: npuzzle with arguments, or several with pipes between them, the first
// of which may be echo, and the last head -N or tail -N. What a command writes to standard error is
// part of the output, as on a terminal. The directory of the pattern databases and the number of
// jobs are those of a user with two cores.
func (f *folder) shell(line string) string {
	line, _, _ = strings.Cut(line, "  #")
	var input, terminal string
	for command := range strings.SplitSeq(line, " | ") {
		words := shellWords(strings.Replace(command, "go run ./cmd/npuzzle", "npuzzle", 1))
		switch words[0] {
		case "npuzzle":
			got := f.npuzzle(input, words[1:]...)
			input = got.out
			terminal = terminal + got.errors
		case "echo":
			input = strings.Join(words[1:], " ") + "\n"
		case "head", "tail":
			n, err := strconv.Atoi(strings.TrimPrefix(words[1], "-"))
			require.NoError(f.t, err, line)
			lines := strings.SplitAfter(strings.TrimSuffix(input, "\n"), "\n")
			n = min(n, len(lines))
			if words[0] == "tail" {
				lines = lines[len(lines)-n:]
			}
			input = strings.TrimSuffix(strings.Join(lines[:n], ""), "\n") + "\n"
		default:
			f.t.Fatalf("%s: expected npuzzle, echo, head or tail", line)
		}
	}
	output := strings.ReplaceAll(terminal+input, f.get(pdb.DirVariable), "~/.cache/npuzzle/pdb")
	return regexp.MustCompile(`with \d+ jobs?`).ReplaceAllString(output, "with 2 jobs")
}

// checkPictures compares the pictures of the documents with those that the program draws: a
// board, and the plot of gaps in the report of the comparison without flags that the README
// shows. With -update, they are written anew.
func checkPictures(here *folder) {
	t := here.t
	t.Helper()
	require.Zero(t, here.npuzzle("", "report", "--out", "report").status)
	gap := here.read("report/figures/gap.svg")
	board, err := puzzle.Parse("8 6 7/2 5 4/3 0 1", puzzle.Size{})
	require.NoError(t, err)
	for name, picture := range map[string]string{"gap.svg": gap,
		"board.svg": drawing(t, board)} {
		file := filepath.Join(sourceFolder, "../../docs/images", name)
		if *update {
			require.NoError(t, os.WriteFile(file, []byte(picture), 0o666))
		}
		shown, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, string(shown), picture, "%s: run go test ./cmd/npuzzle -update", name)
	}
}

// drawing returns a picture of a board. The shade of a tile tells how far the tile is
// from its goal cell.
func drawing(t *testing.T, b puzzle.Board) string {
	const side, gap = 60, 4
	size := b.Size()
	goal, err := puzzle.Goal(puzzle.BlankLast, size)
	require.NoError(t, err)
	home := goal.Positions()
	var svg strings.Builder
	width := size.Cols*side + gap
	height := size.Rows*side + gap
	fmt.Fprintf(&svg, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img">`+
		"\n", width, height)
	fmt.Fprintf(&svg, "<title>The board %v</title>\n", b)
	fmt.Fprintf(&svg, `<rect width="%d" height="%d" rx="8" fill="#d8dee6"/>`+"\n", width, height)
	for cell := range size.Cells() {
		tile := b.At(cell)
		if tile == 0 {
			continue
		}
		row := cell / size.Cols
		col := cell % size.Cols
		to := int(home[tile])
		rows := float64(row - to/size.Cols)
		cols := float64(col - to%size.Cols)
		shade := 97 - 14*(math.Abs(rows)+math.Abs(cols))
		ink := "#10263c"
		if shade < 60 {
			ink = "#ffffff"
		}
		fmt.Fprintf(&svg, `<rect x="%d" y="%d" width="%d" height="%d" rx="6" fill="hsl(209 60%% `+
			`%.0f%%)"/>`+"\n",
			col*side+gap, row*side+gap, side-gap, side-gap, shade)
		fmt.Fprintf(&svg, `<text x="%d" y="%d" font-family="sans-serif" font-size="28" `+
			`text-anchor="middle"`+
			` fill="%s">%d</text>`+"\n",
			col*side+gap/2+side/2, row*side+gap/2+side/2+10, ink, tile)
	}
	svg.WriteString("</svg>\n")
	return svg.String()
}

// documented is a command that a document shows outside sessions.
var documented = regexp.MustCompile(
	"(?m)^(?:    |)(?:go run \\./cmd/|\\./)?(npuzzle [a-z].*?)(?: " +
		" +#.*)?$|`(npuzzle [a-z][^`]*)`")

// The commands that the documents show outside sessions have the flags that they show.
// They are read, not run.
func TestDocumentedCommands(t *testing.T) {
	parallel(t)
	commands := 0
	for _, file := range documents(t) {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, shown := range documented.FindAllStringSubmatch(
			session.ReplaceAllString(string(text), ""), -1) {
			for part := range strings.SplitSeq(shown[1]+shown[2], " | ") {
				if words := shellWords(part); words[0] == "npuzzle" &&
					!strings.ContainsAny(part, "[|") {
					commands++
					assert.NoError(t, parse(words[1:]), "%s: %s", filepath.Base(file), part)
				}
			}
		}
	}
	assert.Greater(t, commands, 20)
}

// parse reads a command line as the program does, and stops there.
func parse(words []string) error {
	app := newApp(cli.Console{})
	cmd, called, rest := cli.CommandOf(app, words)
	if cmd == nil {
		return cli.Misuse("no command %s", words[0])
	}
	cmd.Action = func(*urfave.Context) error { return nil }
	cmd.Before = nil // documents name commands without their arguments, too
	rest, err := cli.FlagsFirst(cmd, called, rest)
	if err != nil {
		return err
	}
	return app.Run(append(append([]string{"npuzzle"}, strings.Fields(called)...), rest...))
}
