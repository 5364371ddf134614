//go:build !linux

package machine

import "time"

// ThreadClock reports false: on this system, the program does not measure single threads.
func ThreadClock() (clock func() time.Duration, ok bool) { return nil, false }
