// Package lint holds tests of the source code. They check which packages import which,
// forbidden calls, the length of lines, and that every package has a comment. The rules
// are in house_test.go.
package lint
