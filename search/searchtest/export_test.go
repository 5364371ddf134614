package searchtest

import "time"

// SetLongestRun sets how long the suite waits for a run.
func SetLongestRun(d time.Duration) { longestRun = d }
