package page_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

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
