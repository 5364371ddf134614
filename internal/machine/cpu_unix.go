//go:build unix

package machine

import (
	"syscall"
	"time"
)

// CPUTime returns the processor time, user and system, that this process has
// taken on all cores since it began.
func CPUTime() time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
