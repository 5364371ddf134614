package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// edit inserts a line behind the first line of a source file that contains a text. If the text is
// empty, the file is a new one.
type edit struct{ file, behind, line string }

// changedProgram is the program, built from changed sources.
type changedProgram struct {
	t    *testing.T
	root string // folder of the sources
	dir  string // of the program, which runs there
	name string
}

// buildChanged builds the program from the sources with the edits. The sources are not changed.
func buildChanged(t *testing.T, edits []edit) changedProgram {
	root, err := filepath.Abs(filepath.Join(sourceFolder, "../.."))
	require.NoError(t, err)
	p := changedProgram{t: t, root: root, dir: t.TempDir()}
	p.name = filepath.Join(p.dir, "npuzzle.exe")
	replaced := map[string]string{}
	for _, e := range edits {
		source := filepath.Join(root, e.file)
		changed := filepath.Join(p.dir, strings.ReplaceAll(e.file, "/", "-"))
		replaced[source] = changed
		if e.behind == "" {
			require.NoError(t, os.WriteFile(changed, []byte(e.line), 0o600))
			continue
		}
		text, err := os.ReadFile(changed)
		if err != nil {
			text, err = os.ReadFile(source)
		}
		require.NoError(t, err)
		before, rest, found := strings.Cut(string(text), e.behind)
		require.True(t, found, e)
		line, after, _ := strings.Cut(rest, "\n")
		text = []byte(before + e.behind + line + "\n" + e.line + "\n" + after)
		require.NoError(t, os.WriteFile(changed, text, 0o600))
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": replaced})
	require.NoError(t, err)
	list := filepath.Join(p.dir, "overlay.json")
	require.NoError(t, os.WriteFile(list, text, 0o600))
	build := exec.Command("go", "build", "-buildvcs=false", "-overlay", list, "-o", p.name, ".")
	build.Dir = sourceFolder
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return p
}

// run runs a command, and returns its output.
func (p changedProgram) run(args ...string) string {
	command := exec.Command(p.name, args...)
	command.Dir = p.dir
	out, err := command.CombinedOutput()
	assert.NoError(p.t, err, "%s: %s", args, out)
	return string(out)
}

// write writes a file into the folder of the program.
func (p changedProgram) write(name, text string) {
	require.NoError(p.t, os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o600))
}

// serve starts the web page until the end of the test, and returns a function that reads a path.
func (p changedProgram) serve() (get func(path string) string) {
	serve := exec.Command(p.name, "serve", "--port", "0")
	serve.Dir = p.dir
	printed, err := serve.StdoutPipe()
	require.NoError(p.t, err)
	require.NoError(p.t, serve.Start())
	p.t.Cleanup(func() {
		_ = serve.Process.Kill()
		_ = serve.Wait()
	})
	address, err := bufio.NewReader(printed).ReadString('\n')
	require.NoError(p.t, err)
	address = strings.TrimSpace(address)
	return func(path string) string {
		answer, err := http.Get(address + path)
		require.NoError(p.t, err)
		defer answer.Body.Close()
		require.Equal(p.t, http.StatusOK, answer.StatusCode, path)
		body, err := io.ReadAll(answer.Body)
		require.NoError(p.t, err)
		return string(body)
	}
}
