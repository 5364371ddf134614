package machine

import (
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// HighWater returns the most memory that the process has had resident since it
// began, in bytes. What getrusage(2) says of a child is no measure of it: it
// counts what the parent had resident when it started the child. HighWater
// reports false where the system does not say, as only Linux does.
func HighWater() (bytes uint64, ok bool) {
	return highWater(os.DirFS("/"))
}

// highWater reads the file status of proc(5) below the root.
func highWater(root fs.FS) (uint64, bool) {
	text, err := fs.ReadFile(root, "proc/self/status")
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(text)) {
		var kilobytes uint64
		if _, err := fmt.Sscanf(line, "VmHWM: %d kB", &kilobytes); err == nil {
			return kilobytes << 10, true
		}
	}
	return 0, false
}
