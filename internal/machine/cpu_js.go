package machine

import "time"

// CPUTime returns the time since this process began: a browser gives a program one thread
// and no count of its processor time.
func CPUTime() time.Duration { return time.Since(began) }

var began = time.Now()
