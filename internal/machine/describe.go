package machine

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"

	"npuzzle/internal/units"
)

// Describe returns one line with the name of the processor, the number of cores that the
// program may use, and the system.
func Describe() string { return describe(os.DirFS("/")) }

// describe reads the name of the processor from proc/cpuinfo below the root. On systems
// without this file, it uses the architecture.
func describe(root fs.FS) string {
	words := strings.Fields(value(root, "proc/cpuinfo", "model name"))
	model := cmp.Or(strings.Join(words, " "), runtime.GOARCH)
	cores := units.Plural(runtime.GOMAXPROCS(0), "core", "cores")
	return fmt.Sprintf("%s, %s, %s/%s", model, cores, runtime.GOOS, runtime.GOARCH)
}
