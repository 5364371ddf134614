// Package lint holds tests of the source: which packages may import which, calls that
// are forbidden, the length of lines, and that every package has a comment. The rules
// are in house_test.go.
package lint
