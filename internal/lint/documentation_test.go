package lint

import (
	"go/ast"
	"go/build"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// docLink is a link as comments write it, in brackets: a name that begins with a capital letter, or
// a member of a type, or either with its package before it.
var docLink = regexp.MustCompile(
	`(?:^|[\s("])\[\*?((?:[a-z]\w*\.)?[A-Z]\w*(?:\.[A-Z]\w*)?)\](?:$|[\s.,:;)"'’?!])`)

// notLinks are words in brackets that stand for themselves, such as the parts of a usage line.
var notLinks = []string{"FLAGS", "ARGUMENTS", "DURATION", "SEED"}

// A link in a comment leads to a declaration of its package, or of a package that its file imports
// or that belongs to this module.
func TestDocLinksLeadSomewhere(t *testing.T) {
	set, all := files(t)
	declared := declarations(all)
	for _, f := range all {
		for _, group := range f.ast.Comments {
			for _, match := range docLink.FindAllStringSubmatch(group.Text(), -1) {
				link := match[1]
				if !slices.Contains(notLinks, link) && !leads(f, link, declared) {
					t.Errorf("%v: the link [%s] leads nowhere", set.Position(group.Pos()), link)
				}
			}
		}
	}
}

// declarations returns the names that each package of the module declares, such as Solver,
// Solver.Solve and Solver.Weight. The package bench/lab has the key "bench/lab".
func declarations(all []file) map[string]map[string]bool {
	declared := map[string]map[string]bool{}
	for _, f := range all {
		names := declared[f.pkg]
		if names == nil {
			names = map[string]bool{}
			declared[f.pkg] = names
		}
		for _, d := range f.ast.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				names[functionName(d)] = true
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					addNames(names, spec)
				}
			}
		}
	}
	return declared
}

// functionName returns the name of a function, or Type.Method.
func functionName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	receiver := d.Recv.List[0].Type
	if pointer, ok := receiver.(*ast.StarExpr); ok {
		receiver = pointer.X
	}
	switch generic := receiver.(type) {
	case *ast.IndexExpr:
		receiver = generic.X
	case *ast.IndexListExpr:
		receiver = generic.X
	}
	return textOf(receiver) + "." + d.Name.Name
}

// addNames adds the names that a declaration declares: variables, constants, types, and the fields
// and methods of types.
func addNames(names map[string]bool, spec ast.Spec) {
	switch spec := spec.(type) {
	case *ast.ValueSpec:
		for _, name := range spec.Names {
			names[name.Name] = true
		}
	case *ast.TypeSpec:
		names[spec.Name.Name] = true
		var members *ast.FieldList
		switch body := spec.Type.(type) {
		case *ast.StructType:
			members = body.Fields
		case *ast.InterfaceType:
			members = body.Methods
		default:
			return
		}
		for _, member := range members.List {
			for _, name := range member.Names {
				names[spec.Name.Name+"."+name.Name] = true
			}
		}
	}
}

// leads reports whether a link in a comment of a file leads to a declaration.
func leads(f file, link string, declared map[string]map[string]bool) bool {
	if declared[f.pkg][link] {
		return true
	}
	first, name, qualified := strings.Cut(link, ".")
	if !qualified || ast.IsExported(first) {
		return false
	}
	for pkg, names := range declared {
		if path.Base(pkg) == first && names[name] {
			return true
		}
	}
	for _, imported := range append(imports(f), first) {
		if path.Base(imported) == first && standardDeclares(imported, name) {
			return true
		}
	}
	return false
}

// standardDeclares reports whether a package of the standard library declares a name.
func standardDeclares(pkg, name string) bool {
	found, err := build.Import(pkg, "", 0)
	if err != nil || !found.Goroot {
		return false
	}
	var sources []file
	for _, base := range found.GoFiles {
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(found.Dir, base), nil, 0)
		if err != nil {
			return false
		}
		sources = append(sources, file{name: base, pkg: pkg, ast: parsed})
	}
	return declarations(sources)[pkg][name]
}

// An Example can be copied into another module and run: it uses only its own declarations and
// packages that other modules can import.
func TestExamplesCanBeCopied(t *testing.T) {
	set, all := files(t)
	for _, f := range all {
		if !f.test || strings.HasPrefix(f.pkg, "internal/") {
			continue
		}
		for _, example := range doc.Examples(f.ast) {
			name := "Example" + example.Name
			if !assert.NotNil(t, example.Play, "%s: %s uses declarations outside itself", f.name,
				name) {
				continue
			}
			for _, spec := range example.Play.Imports {
				imported := strings.Trim(spec.Path.Value, `"`)
				assert.NotContains(t, imported, "internal/",
					"%v: %s imports a package that other modules "+
						"cannot import", set.Position(example.Code.Pos()), name)
			}
		}
	}
}

// The rule finds links as the documentation of Go shows them.
func TestDocLink(t *testing.T) {
	for text, want := range map[string]string{
		"See [Solver].":            "Solver",
		"See [*Solver] and":        "Solver",
		"(see [Solver.Solve])":     "Solver.Solve",
		"a [search.Result.Moves],": "search.Result.Moves",
		"table[Tile] and [4]uint8": "",
		"see [the manual]":         "",
		"[start] of it":            "",
	} {
		got := ""
		if match := docLink.FindStringSubmatch(text); match != nil {
			got = match[1]
		}
		assert.Equal(t, want, got, text)
	}
}

// CONTRIBUTING.md lists the packages whose tests write files anew: those with a flag "update".
func TestPackagesWithUpdateAreListed(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	require.NoError(t, err)
	command := regexp.MustCompile(`go test (.+) -update\n`).FindStringSubmatch(string(text))
	require.NotNil(t, command)
	var want []string
	_, all := files(t)
	for _, f := range all {
		ast.Inspect(f.ast, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if ok && textOf(call.Fun) == "flag.Bool" && textOf(call.Args[0]) == `"update"` {
				want = append(want, "./"+f.pkg)
			}
			return true
		})
	}
	assert.ElementsMatch(t, want, strings.Fields(command[1]))
}
