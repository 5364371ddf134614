// Package lint holds tests of the source: which packages may import which, calls
// that are forbidden, and the length of lines. The rules are in house_test.go.
package lint
