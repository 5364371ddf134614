package machine

import (
	"runtime/metrics"
	"time"
)

// CollectorTime returns how long the garbage collector has worked on threads of its own, summed over
// the threads. It counts a collection when it ends. On a busy machine, the processor time of these
// threads is shorter.
func CollectorTime() time.Duration {
	samples := []metrics.Sample{
		{Name: "/cpu/classes/gc/mark/dedicated:cpu-seconds"},
		{Name: "/cpu/classes/gc/mark/idle:cpu-seconds"},
	}
	metrics.Read(samples)
	seconds := 0.0
	for _, s := range samples {
		seconds += s.Value.Float64()
	}
	return time.Duration(seconds * float64(time.Second))
}
