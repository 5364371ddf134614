package bench_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
)

const header = "subgoal,phase,generation,best,median,mean,diversity,evaluations,length,seconds\n"

func TestReadTrace(t *testing.T) {
	run, err := bench.ReadTrace(
		strings.NewReader(header+"0,1,0,40,52,53.5,0.9,200,,0.001\n2,1,1,38,50,51.25,0.8,390,61,0.002\n"),
		"a.csv",
	)
	require.NoError(t, err)
	assert.Equal(t, bench.Trace{
		{Phase: 1, Generation: 0, Best: 40, Median: 52, Mean: 53.5, Diversity: 0.9, Evaluated: 200, Seconds: 0.001},
		{Subgoal: 2, Phase: 1, Generation: 1, Best: 38, Median: 50, Mean: 51.25, Diversity: 0.8, Evaluated: 390,
			Length: 61, Seconds: 0.002},
	}, run)
	var text strings.Builder
	require.NoError(t, run.Write(&text))
	again, err := bench.ReadTrace(strings.NewReader(text.String()), "b.csv")
	require.NoError(t, err)
	assert.Equal(t, run, again, "what is written can be read")
}

func TestMistakesInTraces(t *testing.T) {
	const row = "0,1,0,40,52,53.5,0.9,200,,0.001\n"
	for text, want := range map[string]string{
		"": "a.csv:1: no trace; expected a line of column names: " +
			"subgoal,phase,generation,best,median,mean,diversity,evaluations,length,seconds",
		"best,mean\n": "a.csv:1: no trace; expected a line of column names: " +
			"subgoal,phase,generation,best,median,mean,diversity,evaluations,length,seconds",
		header: "a.csv:2: no rows; expected one for each generation",
		header + row +
			"1,2\n": "a.csv:3: wrong number of fields; expected comma-separated values, as many as column names",
		header + row +
			"\"\n": `a.csv:3: extraneous or missing " in quoted-field; expected comma-separated values, as many as ` +
			`column names`,
		header + "0,1,x" + row[5:]:                           `a.csv:2: generation is "x"; expected a number`,
		header + strings.Replace(row, "53.5", "NaN", 1):      `a.csv:2: mean is "NaN"; expected a number`,
		header + strings.Replace(row, ",,", ",1.5,", 1):      `a.csv:2: length is "1.5"; expected a number`,
		header + row + strings.Replace(row, "200", "100", 1): "a.csv:3: evaluations 100 after 200; expected no fewer",
	} {
		_, err := bench.ReadTrace(strings.NewReader(text), "a.csv")
		assert.EqualError(t, err, want, text)
	}
}

func FuzzReadTrace(f *testing.F) {
	f.Add(header + "0,1,0,40,52,53.5,0.9,200,,0.001\n")
	f.Add(header + "\"\n")
	f.Add("generation,best\n1,2\n")
	f.Fuzz(func(t *testing.T, text string) {
		run, err := bench.ReadTrace(strings.NewReader(text), "a.csv")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "a.csv:") || !strings.Contains(err.Error(), "; expected ") {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		var written strings.Builder
		if err := run.Write(&written); err != nil {
			t.Fatal(err)
		}
		if again, err := bench.ReadTrace(strings.NewReader(written.String()), "b.csv"); err != nil ||
			!slices.Equal(run, again) {
			t.Fatalf("%q: read again as %v: %v", text, again, err)
		}
	})
}
