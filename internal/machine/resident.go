package machine

import (
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"
)

// PeakResident runs a function and returns the most memory that the process
// gained meanwhile, in bytes that are resident, looked at every few
// milliseconds. It reports false where the system does not say, as only Linux
// does.
func PeakResident(f func()) (bytes uint64, ok bool) {
	root := os.DirFS("/")
	before, ok := resident(root)
	peak, done, ended := before, make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(5 * time.Millisecond)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				now, _ := resident(root)
				peak = max(peak, now)
			case <-done:
				return
			}
		}
	}()
	f()
	now, _ := resident(root)
	close(done)
	<-ended
	return max(peak, now) - before, ok
}

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

// resident reads the file statm of proc(5) below the root.
func resident(root fs.FS) (uint64, bool) {
	text, err := fs.ReadFile(root, "proc/self/statm")
	if err != nil {
		return 0, false
	}
	var size, pages uint64
	_, err = fmt.Sscan(string(text), &size, &pages)
	return pages * uint64(os.Getpagesize()), err == nil
}
