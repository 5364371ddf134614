package lint

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// needs lists packages that other programs import, and the packages of other modules that they may
// bring along. A name that ends with a slash stands for all packages below it.
var needs = []struct {
	pkg     string
	outside []string
}{
	{"puzzle", nil},
	{"puzzle/exact", []string{"golang.org/x/sys/"}},
	{"heuristics", nil},
	{"heuristics/pdb", []string{"golang.org/x/sys/"}},
	{"search", []string{"golang.org/x/sys/"}},
	{"search/bfs", []string{"golang.org/x/sys/"}},
	{"search/idastar", []string{"golang.org/x/sys/"}},
	{"search/beam", []string{"golang.org/x/sys/"}},
	{"search/window", []string{"golang.org/x/sys/"}},
	{"search/subgoals", []string{"golang.org/x/sys/"}},
	{"astar", []string{"golang.org/x/sys/"}},
	{"ga", []string{"golang.org/x/sys/", "golang.org/x/sync/", "github.com/MaxHalford/eaopt"}},
	{"solvers", []string{"golang.org/x/sys/", "golang.org/x/sync/", "github.com/MaxHalford/eaopt"}},
	{"bench", []string{"golang.org/x/sys/", "golang.org/x/sync/", "github.com/MaxHalford/eaopt"}},
}

// A program that imports a package pays for everything that the package imports.
func TestLibrariesNeedFewModules(t *testing.T) {
	args := []string{"list", "-f", `{{.ImportPath}} {{join .Deps " "}}`}
	for _, library := range needs {
		args = append(args, "./"+library.pkg)
	}
	list := exec.CommandContext(t.Context(), "go", args...)
	list.Dir = root
	out, err := list.Output()
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	require.Len(t, lines, len(needs))
	for i, library := range needs {
		words := strings.Fields(lines[i])
		require.Equal(t, module+library.pkg, words[0])
		for _, imported := range words[1:] {
			host, _, _ := strings.Cut(imported, "/")
			outside := strings.Contains(host, ".") && !strings.HasPrefix(imported, module)
			if outside && !isListed(imported, library.outside) {
				assert.Fail(t, "an import of another module", "%s needs %s", library.pkg, imported)
			}
		}
	}
}

// isListed reports whether a package is in a list, or below a name of the list that ends with a
// slash.
func isListed(pkg string, list []string) bool {
	for _, name := range list {
		if pkg == name || strings.HasSuffix(name, "/") && strings.HasPrefix(pkg, name) {
			return true
		}
	}
	return false
}
