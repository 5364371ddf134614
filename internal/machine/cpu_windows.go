package machine

import (
	"syscall"
	"time"
)

// CPUTime returns the processor time, user and system, that this process has
// taken on all cores since it began.
func CPUTime() time.Duration {
	var created, exited, kernel, user syscall.Filetime
	self, err := syscall.GetCurrentProcess()
	if err != nil || syscall.GetProcessTimes(self, &created, &exited, &kernel, &user) != nil {
		return 0
	}
	// GetProcessTimes reports durations in ticks of 100 ns. Filetime.Nanoseconds cannot
	// be used, because it subtracts the time from 1601 to 1970.
	ticks := func(t syscall.Filetime) int64 {
		return int64(t.HighDateTime)<<32 | int64(t.LowDateTime)
	}
	return time.Duration(100 * (ticks(kernel) + ticks(user)))
}
