package page_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The functions of the program that the chapters show are those of the program. With -update, the
// file that holds them is written anew.
func TestFunctionsOfChapters(t *testing.T) {
	chapters, err := filepath.Glob("js/learn/*.js")
	require.NoError(t, err)
	functions := map[string]string{}
	for _, name := range chapters {
		named := regexp.MustCompile(`\bgo: '([^']+)'`)
		for _, match := range named.FindAllStringSubmatch(read(t, name), -1) {
			functions[match[1]] = function(t, match[1])
		}
	}
	require.Len(t, functions, 11)
	var text strings.Builder
	text.WriteString("// Functions of the program, by file and name. TestFunctionsOfChapters writes this file.\n\n" +
		"/** @type {Record<string, string>} */\nexport const functions = {\n")
	for _, name := range slices.Sorted(maps.Keys(functions)) {
		lines, err := json.Marshal(strings.Split(functions[name], "\n"))
		require.NoError(t, err)
		fmt.Fprintf(&text, "  '%s': %s.join('\\n'),\n", name,
			strings.ReplaceAll(string(lines), `","`, "\",\n    \""))
	}
	text.WriteString("};\n")
	const file = "js/learn/go.js"
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(text.String()), 0o666))
		return
	}
	assert.Equal(t, text.String(), read(t, file), "run this test with -update")
}

// function returns the text of a function with its comment. The name is a file and a function or
// method, such as "astar/astar.go rule.f".
func function(t *testing.T, name string) string {
	path, want, _ := strings.Cut(name, " ")
	path = filepath.Join("../..", path)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, text, parser.ParseComments)
	require.NoError(t, err)
	for _, declared := range file.Decls {
		f, ok := declared.(*ast.FuncDecl)
		if !ok {
			continue
		}
		got := f.Name.Name
		if f.Recv != nil {
			of := f.Recv.List[0].Type
			if star, ok := of.(*ast.StarExpr); ok {
				of = star.X
			}
			if index, ok := of.(*ast.IndexExpr); ok {
				of = index.X
			}
			got = of.(*ast.Ident).Name + "." + got
		}
		if got != want {
			continue
		}
		from := f.Pos()
		if f.Doc != nil {
			from = f.Doc.Pos()
		}
		return strings.ReplaceAll(string(text[files.Position(from).Offset:files.Position(f.End()).Offset]), "\t", "  ")
	}
	require.Fail(t, "no function "+name)
	return ""
}
