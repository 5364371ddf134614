package machine

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// The pages of grown values are there before they are used, so that using them causes no page
// faults.
func TestGrownPagesAreThere(t *testing.T) {
	other := Alloc[uint64](smallest)
	defer Free(other)
	if unix.Madvise(bytesOf(other), unix.MADV_POPULATE_WRITE) != nil {
		t.Skip("this version of Linux cannot provide pages at once")
	}
	const length = 1 << 17 // too short for large pages
	values := Grow(Alloc[uint64](length/2), length)
	defer Free(values)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := pageFaults(t)
	const page = 4096 / 8
	for i := 0; i < len(values); i += page {
		values[i]++ // a read, then a write
	}
	require.Less(t, pageFaults(t)-before, int64(len(values)/page/10), "of %d pages", len(values)/page)
}

// pageFaults returns the number of page faults of this thread.
func pageFaults(t *testing.T) int64 {
	var usage unix.Rusage
	require.NoError(t, unix.Getrusage(unix.RUSAGE_THREAD, &usage))
	return usage.Minflt
}
