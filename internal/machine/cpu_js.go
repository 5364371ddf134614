package machine

import "time"

// CPUTime returns the time since this process began. A browser runs a program on one
// thread and does not report processor time.
func CPUTime() time.Duration { return time.Since(began) }

var began = time.Now()
