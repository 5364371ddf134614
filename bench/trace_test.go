package bench_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
)

func TestWriteTrace(t *testing.T) {
	run := bench.Trace{
		{Phase: 1, Generation: 0, Best: 40, Median: 52, Mean: 53.5, Diversity: 0.9, Evaluated: 200,
			Time: time.Millisecond},
		{Subgoal: 2, Phase: 1, Generation: 1, Best: 38, Median: 50, Mean: 51.25, Diversity: 0.8, Evaluated: 390,
			Length: 61, Time: 2 * time.Millisecond},
	}
	var text strings.Builder
	require.NoError(t, run.Write(&text))
	assert.Equal(t, "subgoal,phase,generation,best,median,mean,diversity,evaluations,length,seconds\n"+
		"0,1,0,40,52,53.5,0.9,200,,0.001\n2,1,1,38,50,51.25,0.8,390,61,0.002\n", text.String())
}
