package tune

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/bench"
	"npuzzle/search"
)

// The objective Time is the processor time until the first plan or, if it is not known, wall time.
func TestTimeIsProcessorTime(t *testing.T) {
	found := []search.Found{{Length: 9, Seconds: 4, CPUSeconds: 2},
		{Length: 7, Seconds: 20, CPUSeconds: 10}}
	earlier := []search.Found{{Length: 9, Seconds: 4}}
	for _, c := range []struct {
		name   string
		record bench.Record
		want   float64
	}{
		{"one plan", bench.Record{Seconds: 5, CPUSeconds: 3}, 3},
		{"several plans", bench.Record{Seconds: 30, CPUSeconds: 15, Found: found}, 2},
		{"plans of an earlier program", bench.Record{
			Seconds:    30,
			CPUSeconds: 1,
			Found:      earlier,
		}, 4},
		{"not known", bench.Record{Seconds: 5, CPUSeconds: bench.Unknown}, 5},
	} {
		c.record.Schema = bench.RecordSchema
		c.record.Status = search.Solved
		assert.InDelta(t, math.Log(c.want), Objective(Time).Cost(c.record), 1e-9, c.name)
	}
}

// A trial without a plan counts as ten times its limit, even if its processor time is not known.
func TestTimeWithoutAPlan(t *testing.T) {
	r := bench.Record{Status: search.TimeLimit, CPULimit: 2, Seconds: 3, CPUSeconds: bench.Unknown}
	assert.InDelta(t, math.Log(30), Objective(Time).Cost(r), 1e-9)
}
