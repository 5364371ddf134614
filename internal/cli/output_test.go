package cli

import (
	"io"
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
)

// An error names the file by the name that the user gave.
func TestInFile(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{&os.PathError{
			Op:   "open",
			Path: "a.csv.part7",
			Err:  syscall.EACCES,
		}, "a.csv: permission denied"},
		{&os.LinkError{
			Op:  "rename",
			Old: "a.csv.part7",
			New: "a.csv",
			Err: syscall.ENOTDIR,
		}, "a.csv: not a directory"},
		{io.ErrShortWrite, "a.csv: short write"},
	} {
		assert.EqualError(t, InFile("a.csv", c.err), c.want)
	}
}
