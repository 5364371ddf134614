package machine

import (
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"
)

// Describe names the processor, how many cores the program may use, and the
// system, in a line.
func Describe() string { return describe(os.DirFS("/")) }

// describe takes the processor's name from /proc/cpuinfo below the root, which
// only Linux has; elsewhere its architecture stands for it.
func describe(root fs.FS) string {
	model := runtime.GOARCH
	text, _ := fs.ReadFile(root, "proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			model = strings.Join(strings.Fields(value), " ")
			break
		}
	}
	cores := "cores"
	if runtime.GOMAXPROCS(0) == 1 {
		cores = "core"
	}
	return fmt.Sprintf("%s, %d %s, %s/%s", model, runtime.GOMAXPROCS(0), cores, runtime.GOOS, runtime.GOARCH)
}
