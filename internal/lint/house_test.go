package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// house lists the packages in the order to read them in: each imports only
// those above it. It is the first column of the table in docs/architecture.md.
func house(t *testing.T) []string {
	text, err := os.ReadFile(filepath.Join(root, "docs/architecture.md"))
	require.NoError(t, err)
	_, section, _ := strings.Cut(string(text), "\n## Packages\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var packages []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z0-9/]+)` \\|").FindAllStringSubmatch(
		section, -1) {
		packages = append(packages, row[1])
	}
	require.NotEmpty(t, packages)
	return packages
}

// testOnly are the packages that only tests import.
var testOnly = []string{
	"internal/slow", "search/searchtest", "heuristics/heuristicstest", "web/browser",
}

// notComputing are the packages between puzzle and solvers that may look at the clock or write.
var notComputing = []string{"heuristics/pdb"}

// engine returns the packages that compute, from puzzle to solvers in the table: they never print,
// read flags, or look at the clock, so that a result follows from its input alone.
func engine(t *testing.T) []string {
	packages := house(t)
	first := slices.Index(packages, "puzzle")
	last := slices.Index(packages, "solvers")
	require.True(t, 0 <= first && first < last)
	var computing []string
	for _, pkg := range packages[first : last+1] {
		other := slices.Contains(testOnly, pkg) || slices.Contains(notComputing, pkg)
		if !other && !strings.HasPrefix(pkg, "internal/") {
			computing = append(computing, pkg)
		}
	}
	return computing
}

// notSearching are the packages of the engine that do not search. The goroutines of those that
// search must be measured, so they start them by search.Meter.Parallel only.
var notSearching = []string{"puzzle", "puzzle/exact", "puzzle/korf", "heuristics",
	"heuristics/pairs", "search", "search/learn", "solvers"}

var notInEngine = []string{
	"fmt.Print",
	"fmt.Printf",
	"fmt.Println",
	"os.Stdout",
	"os.Stderr",
	"os.Args",
	"os.Getenv",
	"time.Now",
	"time.Since",
}

const root = "../.."

// module is the path of the module, with a slash behind it.
var module = strings.TrimSuffix(reflect.TypeFor[file]().PkgPath(), "internal/lint")

type file struct {
	name string // below the root
	pkg  string // its folder
	test bool
	ast  *ast.File
}

// source holds the Go files of the module, with the positions of their parts.
type source struct {
	set   *token.FileSet
	files []file
}

// files returns all Go files of the module. They are parsed once for all tests.
func files(t *testing.T) (*token.FileSet, []file) {
	s, err := parsed()
	require.NoError(t, err)
	require.NotEmpty(t, s.files)
	return s.set, s.files
}

var parsed = sync.OnceValues(func() (source, error) {
	set := token.NewFileSet()
	var all []file
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := entry.Name()
		if entry.IsDir() && name != root && (strings.HasPrefix(base, ".") || base == "testdata") {
			return filepath.SkipDir
		}
		if entry.IsDir() || path.Ext(base) != ".go" {
			return nil
		}
		parsed, err := parser.ParseFile(set, name, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		relative = filepath.ToSlash(relative)
		all = append(all, file{
			name: relative,
			pkg:  path.Dir(relative),
			test: strings.HasSuffix(base, "_test.go"),
			ast:  parsed,
		})
		return nil
	})
	return source{set: set, files: all}, err
})

func imports(f file) []string {
	var names []string
	for _, spec := range f.ast.Imports {
		name, _ := strconv.Unquote(spec.Path.Value)
		names = append(names, name)
	}
	return names
}

// Each package imports only packages above it in the table. Test files may import any.
func TestImportsOnlyAbove(t *testing.T) {
	const unlisted = "%s: package %s is not in the table of packages in docs/architecture.md; " +
		"expected a row"
	_, all := files(t)
	packages := house(t)
	for _, f := range all {
		row := slices.Index(packages, f.pkg)
		if !assert.True(t, row >= 0, unlisted, f.name, f.pkg) {
			continue
		}
		for _, name := range imports(f) {
			imported, ours := strings.CutPrefix(name, module)
			if !ours || f.test {
				continue
			}
			at := slices.Index(packages, imported)
			assert.True(t, at >= 0, unlisted, f.name, imported)
			assert.True(t, at < row,
				"%s: package %s imports %s, which is below it in the table of "+
					"docs/architecture.md; expected only packages above it", f.name, f.pkg,
				imported)
			if !slices.Contains(testOnly, f.pkg) {
				assert.NotContains(t, testOnly, imported, "%s: only tests import %s", f.name, name)
			}
		}
	}
}

// The comment stands in doc.go, or in the only file of a package of one.
func TestEveryPackageSaysWhatItIsFor(t *testing.T) {
	_, all := files(t)
	for _, pkg := range house(t) {
		var sources []file
		for _, f := range all {
			if f.pkg == pkg && !f.test {
				sources = append(sources, f)
			}
		}
		if len(sources) == 0 {
			continue // a place kept free
		}
		at := slices.IndexFunc(sources, func(f file) bool {
			return len(sources) == 1 || path.Base(f.name) == "doc.go"
		})
		if !assert.GreaterOrEqual(t, at, 0, "%s has no doc.go", pkg) {
			continue
		}
		want := "Package " + path.Base(pkg) + " "
		if sources[at].ast.Name.Name == "main" {
			want = "Command " + path.Base(pkg) + " "
		}
		assert.True(t, strings.HasPrefix(sources[at].ast.Doc.Text(), want),
			"%s: expected a comment that begins "+
				"with %q", sources[at].name, want)
	}
}

func TestForbidden(t *testing.T) {
	set, all := files(t)
	computing := engine(t)
	for _, f := range all {
		for _, name := range imports(f) {
			assert.NotContains(
				t,
				[]string{"io/ioutil", "log", "github.com/pkg/errors"},
				name,
				"%s: import of %s",
				f.name,
				name,
			)
		}
		for _, group := range f.ast.Comments {
			for _, mark := range []string{"TO" + "DO", "FIX" + "ME", "X" + "XX"} {
				if strings.Contains(group.Text(), mark) {
					t.Errorf("%v: %s", set.Position(group.Pos()), mark)
				}
			}
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			selector, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			pkg, ok := selector.X.(*ast.Ident)
			if !ok {
				return true
			}
			name := pkg.Name + "." + selector.Sel.Name
			inEngine := slices.Contains(computing, f.pkg) && !f.test
			if name == "time.Sleep" || inEngine && slices.Contains(notInEngine, name) {
				t.Errorf("%v: %s", set.Position(selector.Pos()), name)
			}
			return true
		})
	}
}

// A goroutine that a solver starts in another way is not part of the processor time of its trial.
func TestSolversStartOnlyMeasuredGoroutines(t *testing.T) {
	set, all := files(t)
	computing := engine(t)
	for _, f := range all {
		if f.test || !slices.Contains(computing, f.pkg) || slices.Contains(notSearching, f.pkg) {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				t.Errorf("%v: go; expected search.Meter.Parallel", set.Position(n.Pos()))
			case *ast.SelectorExpr:
				pkg, ok := n.X.(*ast.Ident)
				if ok && pkg.Name == "search" && n.Sel.Name == "Parallel" {
					t.Errorf("%v: search.Parallel; expected search.Meter.Parallel",
						set.Position(n.Pos()))
				}
			}
			return true
		})
	}
}

// unwatched are packages whose goroutines the race detector of .ci/run does not watch: those of the
// command wait for packages that it watches, those of the page's program run in browsers, and those
// of web/browser belong to tests.
var unwatched = []string{"cmd/npuzzle", "web/browser", "web/wasm"}

// The step of .ci/run with the race detector tests every package that starts goroutines.
func TestRaceDetectorWatchesGoroutines(t *testing.T) {
	script, err := os.ReadFile(filepath.Join(root, ".ci/run"))
	require.NoError(t, err)
	_, list, found := strings.Cut(string(script), "\ngoroutines=(")
	require.True(t, found, ".ci/run has no list of packages with goroutines")
	list, _, _ = strings.Cut(list, ")")
	watched := strings.Fields(list)
	_, all := files(t)
	for _, pkg := range watched {
		known := slices.ContainsFunc(all, func(f file) bool { return f.pkg == pkg })
		assert.True(t, known, ".ci/run: there is no package %s", pkg)
	}
	for _, f := range all {
		if f.test || slices.Contains(watched, f.pkg) || slices.Contains(unwatched, f.pkg) {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			if _, ok := n.(*ast.GoStmt); ok {
				t.Errorf("%s: a goroutine starts in a package that .ci/run does not list", f.name)
			}
			if call, ok := n.(*ast.CallExpr); ok &&
				strings.HasSuffix(textOf(call.Fun), ".Parallel") {
				t.Errorf("%s: goroutines start in a package that .ci/run does not list", f.name)
			}
			return true
		})
	}
}

// maxColumns is the greatest length of a line, in which a tab counts as four columns.
const maxColumns = 120

func TestLinesAreShort(t *testing.T) {
	_, all := files(t)
	for _, f := range all {
		text, err := os.ReadFile(filepath.Join(root, f.name))
		require.NoError(t, err)
		for i, line := range strings.Split(string(text), "\n") {
			columns := utf8.RuneCountInString(line) + 3*strings.Count(line, "\t")
			if columns > maxColumns {
				t.Errorf("%s:%d has %d columns; expected at most %d", f.name, i+1, columns,
					maxColumns)
			}
		}
	}
}

// parse parses the text of a file.
func parse(t *testing.T, text string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ParseComments)
	require.NoError(t, err, text)
	return file
}
