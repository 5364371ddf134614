package bench

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestCPUMeterSharesOut(t *testing.T) {
	var clock time.Duration
	m := &cpuMeter{clock: func() time.Duration { return clock }}
	clock = 5 // before any trial: nobody's
	a, endA := m.begin(false)
	clock += 10 // all of a
	b, endB := m.begin(false)
	clock += 40 // half each
	assert.EqualValues(t, 10+20, a())
	endA()
	clock += 7 // all of b
	assert.EqualValues(t, 20+7, b())
	endB()
	clock += 100 // nobody's
	c, endC := m.begin(false)
	clock += 3
	assert.EqualValues(t, 3, c())
	endC()
}
