package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/internal/units"
)

// provenance returns facts about where, when and how the trials ran, as names and values. Facts that
// the records do not hold are left out. Readers need the facts to judge times, because times of trials
// that ran in parallel or on several machines are hard to compare. If a fact has several values, they
// are joined with semicolons.
func provenance(a *analysis.Analysis) [][2]string {
	var facts [][2]string
	for _, f := range []struct {
		name string
		of   func(bench.Record) string
	}{
		{"Machine", func(r bench.Record) string { return r.Machine }},
		{"Version", func(r bench.Record) string { return r.Version }},
		{"Signature", func(r bench.Record) string { return r.Signature }},
		{"Revision", func(r bench.Record) string { return r.Revision }},
		{"Started", func(r bench.Record) string { return r.Started }},
		{"Jobs", func(r bench.Record) string { return unlessZero(uint64(r.Jobs), "%d in parallel", r.Jobs) }},
		{"Memory", func(r bench.Record) string {
			return unlessZero(r.ProcessLimit, "limit of the process %s", units.Bytes.Format(float64(r.ProcessLimit)))
		}},
		// A solver without the setting "workers" has one worker.
		{"Workers", func(r bench.Record) string { return cmp.Or(r.Settings["workers"], "1") + " in each trial" }},
		{"Isolation", func(r bench.Record) string {
			return map[bool]string{true: "trials in their own processes", false: "trials in one process"}[r.Isolated]
		}},
	} {
		values := a.Distinct(f.of)
		if n := len(values); f.name == "Started" && n > 1 {
			values = []string{"first trial " + slices.Min(values) + ", last " + slices.Max(values)}
		}
		if len(values) > 0 {
			facts = append(facts, [2]string{f.name, strings.Join(values, "; ")})
		}
	}
	return facts
}

// unlessZero formats a value, or returns "" if a number is 0.
func unlessZero(number uint64, format string, value any) string {
	if number == 0 {
		return ""
	}
	return fmt.Sprintf(format, value)
}
