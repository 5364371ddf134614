package lint

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A packed statement is a statement that hides inside another one: before the condition of an if or
// a switch that does not use it, or in the head of a loop without a body. It belongs on a line of
// its own.
//
// Chained errors are calls that run although an earlier call of the same expression has failed:
// cmp.Or(f(), g()) calls g in any case. Each call belongs in a statement of its own, and its error
// is checked before the next call.

func TestStatementsAreNotPacked(t *testing.T) {
	refuse(t, packedStatements, "a statement is packed into another one; "+
		"expected it on a line of its own")
}

func TestErrorsAreNotChained(t *testing.T) {
	refuse(t, chainedErrors, "a call runs although an earlier one has failed; "+
		"expected each error to be checked before the next call")
}

// refuse reports each place that find returns, other than those in test files.
func refuse(t *testing.T, find func(*ast.File) []token.Pos, message string) {
	t.Helper()
	set, all := files(t)
	for _, f := range all {
		if f.test {
			continue
		}
		for _, place := range find(f.ast) {
			t.Errorf("%v: %s", set.Position(place), message)
		}
	}
}

// packedStatements returns the places of packed statements.
func packedStatements(file *ast.File) []token.Pos {
	var places []token.Pos
	ast.Inspect(file, func(n ast.Node) bool {
		packed := false
		switch n := n.(type) {
		case *ast.IfStmt:
			packed = n.Init != nil && !readsAny(n.Cond, setBy(n.Init))
		case *ast.SwitchStmt:
			packed = n.Init != nil && !switchReads(n, setBy(n.Init))
		case *ast.ForStmt:
			packed = n.Cond != nil && len(n.Body.List) == 0
		}
		if packed {
			places = append(places, n.Pos())
		}
		return true
	})
	return places
}

// setBy returns the variables, fields and elements that a statement sets, as text.
func setBy(s ast.Stmt) []string {
	var set []string
	switch s := s.(type) {
	case *ast.AssignStmt:
		for _, left := range s.Lhs {
			set = append(set, textOf(left))
		}
	case *ast.IncDecStmt:
		set = append(set, textOf(s.X))
	}
	return set
}

// switchReads reports whether the tag or a case of a switch reads one of the variables.
func switchReads(s *ast.SwitchStmt, variables []string) bool {
	if s.Tag != nil && readsAny(s.Tag, variables) {
		return true
	}
	for _, clause := range s.Body.List {
		for _, guard := range clause.(*ast.CaseClause).List {
			if readsAny(guard, variables) {
				return true
			}
		}
	}
	return false
}

// readsAny reports whether an expression reads one of the variables.
func readsAny(e ast.Expr, variables []string) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		part, ok := n.(ast.Expr)
		if ok && slices.Contains(variables, textOf(part)) {
			found = true
		}
		return !found
	})
	return found
}

// textOf returns a variable, a field, an element or a function as text. Other expressions have a
// text that no variable has.
func textOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return textOf(e.X) + "." + e.Sel.Name
	case *ast.IndexExpr:
		return textOf(e.X) + "[" + textOf(e.Index) + "]"
	case *ast.StarExpr:
		return "*" + textOf(e.X)
	case *ast.BasicLit:
		return e.Value
	case *ast.BinaryExpr:
		return textOf(e.X) + " " + e.Op.String() + " " + textOf(e.Y)
	}
	return fmt.Sprintf("%T", e)
}

// chainedErrors returns the places of chained errors: an argument of cmp.Or or errors.Join that
// calls a function, behind an argument that is an error or such a call.
func chainedErrors(file *ast.File) []token.Pos {
	var places []token.Pos
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		function := textOf(call.Fun)
		if function != "cmp.Or" && function != "errors.Join" {
			return true
		}
		failed := false
		for _, argument := range call.Args {
			works := canFail(argument)
			// What was opened is closed in any case, and errors.Join keeps both errors.
			if works && failed && (function != "errors.Join" || !closes(argument)) {
				places = append(places, call.Pos())
				break
			}
			if works || isError(argument) {
				failed = true
			}
		}
		return true
	})
	return places
}

// harmless are functions whose calls neither fail nor do anything.
var harmless = []string{
	"cmp.Compare", "strings.Compare", "bytes.Compare", "errors.New", "fmt.Errorf", "context.Cause",
	"runtime.GOMAXPROCS", "len", "max", "min",
}

// canFail reports whether an argument calls a function that may fail. Functions that compare are
// named accordingly.
func canFail(argument ast.Expr) bool {
	call, ok := argument.(*ast.CallExpr)
	if !ok {
		return false
	}
	function := textOf(call.Fun)
	name := strings.ToLower(function[strings.LastIndex(function, ".")+1:])
	compares := strings.HasPrefix(name, "compare") || strings.HasPrefix(name, "less")
	return !compares && !slices.Contains(harmless, function) && function != "ctx.Err"
}

// closes reports whether an argument ends the use of a resource.
func closes(argument ast.Expr) bool {
	call, ok := argument.(*ast.CallExpr)
	if !ok {
		return false
	}
	function := textOf(call.Fun)
	name := strings.ToLower(function[strings.LastIndex(function, ".")+1:])
	return slices.Contains([]string{"close", "flush", "unlock"}, name)
}

// isError reports whether an argument is a variable that holds an error.
func isError(argument ast.Expr) bool {
	variable, ok := argument.(*ast.Ident)
	return ok && slices.Contains([]string{"err", "wrong", "failed", "listed"}, variable.Name)
}

// The rules find what they forbid, and nothing else.
func TestRulesOfStatements(t *testing.T) {
	for statement, want := range map[string]string{
		"if err := f(); err != nil {}":                 "",
		"if x = f(); y > 0 {}":                         "packed",
		"if x++; y > x {}":                             "",
		"if f(); y {}":                                 "packed",
		"if c.x = 1; c.y {}":                           "packed",
		"if c.x = 1; c.x > c.y {}":                     "",
		"if _, ok := f(); ok {}":                       "",
		"switch x := f(); { case x > 1: }":             "",
		"switch x := f(); { case y > 1: g(x) }":        "packed",
		"switch x := f(); x {}":                        "",
		"for ; x > 1; x = f() {}":                      "packed",
		"for x > 1 { f() }":                            "",
		"x = cmp.Or(f(), g())":                         "chained",
		"x = cmp.Or(err, g())":                         "chained",
		"x = cmp.Or(name, g())":                        "",
		"x = cmp.Or(err, errors.New(y))":               "",
		"x = cmp.Or(cmp.Compare(a, b), lessKnown(a))":  "",
		"x = errors.Join(err, file.Close())":           "",
		"x = errors.Join(file.Close(), os.Rename(a))":  "chained",
		"x = errors.Join(err, other)":                  "",
		"x = errors.Join(write(a), b.Flush(), h(err))": "chained",
	} {
		file := parse(t, "package p\nfunc _() { "+statement+" }")
		got := ""
		if len(packedStatements(file)) > 0 {
			got += "packed"
		}
		if len(chainedErrors(file)) > 0 {
			got += "chained"
		}
		assert.Equal(t, want, got, statement)
	}
}
