package page_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/solvers"
)

// Each solver has a colour.
func TestColoursOfSolvers(t *testing.T) {
	style := read(t, "style.css")
	for _, name := range solvers.Names() {
		assert.Contains(t, style, "--solver-"+name+":")
	}
}

// TestFunctionsOfChapters checks that the program has the functions that the chapters name, such as
// "astar/astar.go rule.f".
func TestFunctionsOfChapters(t *testing.T) {
	chapters, err := filepath.Glob("js/learn/*.js")
	require.NoError(t, err)
	named := regexp.MustCompile(`\bgo: '([^']+)'`)
	found := 0
	for _, chapter := range chapters {
		for _, match := range named.FindAllStringSubmatch(read(t, chapter), -1) {
			path, function, _ := strings.Cut(match[1], " ")
			assert.Contains(t, functions(t, path), function, chapter)
			found++
		}
	}
	assert.Equal(t, 11, found)
}

// functions returns the names of the functions of a file of the program, and of its methods as
// "type.method".
func functions(t *testing.T, path string) []string {
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("../..", path), nil, 0)
	require.NoError(t, err)
	var names []string
	for _, declared := range file.Decls {
		function, ok := declared.(*ast.FuncDecl)
		if !ok {
			continue
		}
		name := function.Name.Name
		if function.Recv != nil {
			name = receiver(function.Recv.List[0].Type) + "." + name
		}
		names = append(names, name)
	}
	return names
}

// receiver returns the name of the type of a receiver.
func receiver(expression ast.Expr) string {
	switch expression := expression.(type) {
	case *ast.StarExpr:
		return receiver(expression.X)
	case *ast.IndexExpr:
		return receiver(expression.X)
	case *ast.Ident:
		return expression.Name
	}
	return ""
}

// The chapter on pattern databases says how many entries the tables of 7 and 8 tiles have on 4x4:
// one for each placement of the tiles of a group.
func TestEntriesOfTheText(t *testing.T) {
	placements := func(tiles int) int {
		count := 1
		for cell := range tiles {
			count *= 16 - cell
		}
		return count
	}
	millions := math.Round(float64(placements(7)+placements(8)) / 1e6)
	text := strings.Join(strings.Fields(read(t, "js/learn/patterns.js")), " ")
	assert.Contains(t, text, fmt.Sprintf("tables of 7 and 8 tiles have %v million entries", millions))
}
