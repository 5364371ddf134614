// Package must calls functions that can only fail if the program has a bug.
package must

// Succeed returns the value of a call, and panics with its error if there is one. The caller says
// in a comment why the call cannot fail.
func Succeed[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
