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
	a := m.begin()
	clock += 10 // all of a
	b := m.begin()
	clock += 40 // half each
	assert.EqualValues(t, 10+20, m.end(a))
	clock += 7 // all of b
	assert.EqualValues(t, 20+7, m.end(b))
	clock += 100 // nobody's
	c := m.begin()
	clock += 3
	assert.EqualValues(t, 3, m.end(c))
}
