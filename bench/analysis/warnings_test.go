package analysis_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/search"
)

// many are trials that nothing is to be said of.
func many() []bench.Record {
	var records []bench.Record
	for number := 1; number <= 20; number++ {
		r := solvedBy("a", number, 10)
		r.Optimal, r.Jobs = true, 1
		r.Provenance = bench.Provenance{Machine: "some machine", Version: "1", Signature: "42"}
		r.Started = "2026-01-01T00:00:00Z"
		records = append(records, r)
	}
	return records
}

func TestWarnings(t *testing.T) {
	for name, c := range map[string]struct {
		change func([]bench.Record) []bench.Record
		want   []string
	}{
		"none": {func(r []bench.Record) []bench.Record { return r }, nil},
		"cancelled": {
			func(r []bench.Record) []bench.Record { return append(r, unsolvedBy("a", 21, search.Cancelled)) },
			[]string{"1 cancelled trial is left out of everything."},
		},
		"few": {
			func(r []bench.Record) []bench.Record { return r[:6] },
			[]string{"a tried only 6 puzzles: a share solved of so few could be almost anything."},
		},
		"limits": {
			func(r []bench.Record) []bench.Record {
				return append(r, unsolvedBy("a", 21, search.TimeLimit), unsolvedBy("a", 22, search.NodeLimit))
			},
			[]string{"a met a limit in 2 of 22 trials: the time and work that they count are less than what they would have taken."},
		},
		"errors": {
			func(r []bench.Record) []bench.Record {
				wrong := unsolvedBy("a", 21, "")
				wrong.Error = "killed by a signal"
				return append(r, wrong)
			},
			[]string{"a went wrong in 1 of 21 trials, which count as not solved, the last time so: killed by a signal."},
		},
		"repeats": {
			func(r []bench.Record) []bench.Record { return append(r[:6], slices.Repeat(r[:6], 9)...) },
			[]string{"a tried only 6 puzzles: a share solved of so few could be almost anything."},
		},
		"unknown": {
			func(r []bench.Record) []bench.Record { r[3].Optimal = false; return r },
			[]string{"The optimal length of 1 solved puzzle is not known: no trial proves it, and the search for it afterwards came to its limit or takes no boards so large. The mean optimal length, the gap and the share optimal leave these puzzles out, which are the harder ones as a rule; the tables say how many plans are left."},
		},
		"jobs": {
			func(r []bench.Record) []bench.Record { r[3].Jobs = 4; return r },
			[]string{"Up to 4 trials shared the machine at a time. That makes wall times longer and less even; processor times are shared out evenly among the trials that ran together."},
		},
		"machines": {
			func(r []bench.Record) []bench.Record { r[3].Machine, r[4].Signature = "another", "43"; return r },
			[]string{"The trials come from 2 machines: some machine; another.", "The trials come from 2 signatures of node counts: 42; 43."},
		},
	} {
		var got []string
		for _, w := range analysis.New(analysis.Experiment{Records: c.change(many())}).Warnings() {
			got = append(got, w.Error())
		}
		assert.Equal(t, c.want, got, name)
	}
}

// Where groups differ, so does what is to be said of them.
func TestWarningsOfGroups(t *testing.T) {
	var records []bench.Record
	add := func(group, solver string, trials, limits int) {
		for number := 1; number <= trials; number++ {
			r := solvedBy(solver, number, 10)
			if number <= limits {
				r = unsolvedBy(solver, number, search.NodeLimit)
			}
			r.Group, r.Optimal = group, true
			records = append(records, r)
		}
	}
	add("many", "a", 30, 2)
	add("many", "b", 30, 0)
	add("few", "a", 3, 3)
	add("few", "b", 3, 0)
	add("half run", "a", 20, 0)
	add("half run", "b", 19, 0)
	add("few too", "a", 3, 0)
	add("few too", "b", 3, 0)
	var got []string
	for _, w := range of(records...).Warnings() {
		got = append(got, w.Error())
	}
	assert.Equal(t, []string{
		"Each solver tried only 3 puzzles on few and few too: a share solved of so few could be almost anything.",
		"b tried only 19 puzzles on half run: a share solved of so few could be almost anything.",
		"a met a limit in 2 of 30 trials on many and 3 of 3 on few: the time and work that they count are less than what they would have taken.",
	}, got)
}

func TestProvenance(t *testing.T) {
	records := many()
	records[5].Started, records[6].Started = "2026-01-02T00:00:00Z", "2025-12-31T00:00:00Z"
	records[7].Isolated, records[8].Jobs = true, 2
	records[9].Workers = 3
	assert.Equal(t, []analysis.Fact{
		{"Machine", "some machine"}, {"Version", "1"}, {"Signature", "42"},
		{"Started", "first trial 2025-12-31T00:00:00Z, last 2026-01-02T00:00:00Z"},
		{"Jobs", "1 at a time; 2 at a time"}, {"Workers", "1 in each trial of a; 3 in each trial of a"}, {"Isolation", "1 of 20 trials in processes of their own"},
	}, analysis.New(analysis.Experiment{Records: records}).Provenance())

	plain := analysis.New(analysis.Experiment{Records: []bench.Record{solvedBy("a", 1, 3)}}).Provenance()
	assert.False(t, slices.ContainsFunc(plain, func(f analysis.Fact) bool { return f.Name == "Machine" }), "nothing is said of what is not known")
}
