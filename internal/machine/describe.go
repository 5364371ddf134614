package machine

import (
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
	model := runtime.GOARCH
	text, _ := fs.ReadFile(root, "proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			model = strings.Join(strings.Fields(value), " ")
			break
		}
	}
	cores := units.Plural(runtime.GOMAXPROCS(0), "core", "cores")
	return fmt.Sprintf("%s, %s, %s/%s", model, cores, runtime.GOOS, runtime.GOARCH)
}
