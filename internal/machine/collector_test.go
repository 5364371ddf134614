package machine

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCollectorTimeGrowsWithCollections(t *testing.T) {
	before := CollectorTime()
	for range 1000 {
		if CollectorTime() > before {
			break
		}
		runtime.GC()
	}
	assert.Greater(t, CollectorTime(), before)
}
