package lint

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/slow"
)

// Whoever publishes the module gives it another path with one command. A copy of the module is
// renamed, builds, and passes tests of packages that know the path.
func TestModuleCanBeRenamed(t *testing.T) {
	slow.Only(t, "it builds and tests a copy of the module")
	folder := t.TempDir()
	copyModule(t, folder)
	run := func(name string, args ...string) string {
		t.Helper()
		command := exec.CommandContext(t.Context(), name, args...)
		command.Dir = folder
		command.Env = append(os.Environ(), slow.Variable+"=", "GOFLAGS=-buildvcs=false")
		out, err := command.CombinedOutput()
		require.NoError(t, err, "%s %s: %s", name, args, out)
		return string(out)
	}
	const renamed = "example.org/puzzles/lab"
	run(filepath.Join(folder, "tools", "rename"), renamed)
	assert.Equal(t, renamed, strings.TrimSpace(run("go", "list", "-m")))
	assert.Empty(t, run("gofmt", "-l", "."))
	for _, imported := range strings.Fields(run("go", "list", "-deps", "./...")) {
		assert.False(t, strings.HasPrefix(imported, module), "%s is still imported", imported)
	}
	run("go", "build", "./...")
	assert.Equal(t, "npuzzle", strings.Fields(run("go", "run", "./cmd/npuzzle", "version"))[0])
	run("go", "test", "./internal/lint", "./puzzle", "./search", "./heuristics")
	run("go", "test", "./bench", "-run", "TestStamp|TestModule")
	run("go", "run", "./web/standalone", "--out", filepath.Join(t.TempDir(), "page.html"))
}

// copyModule copies the files of the module, apart from those of version control.
func copyModule(t *testing.T, to string) {
	t.Helper()
	entries, err := os.ReadDir(root)
	require.NoError(t, err)
	for _, entry := range entries {
		if entry.Name() == ".git" {
			continue
		}
		from := filepath.Join(root, entry.Name())
		if entry.IsDir() {
			require.NoError(t, os.CopyFS(filepath.Join(to, entry.Name()), os.DirFS(from)))
			continue
		}
		text, err := os.ReadFile(from)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(to, entry.Name()), text, 0o600))
	}
}
