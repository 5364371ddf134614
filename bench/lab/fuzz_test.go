package lab

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// The process of an isolated trial answers any request with a trial, or ends with an error in
// one line. Whatever it answers, the other side makes a record of it, or refuses it.
func FuzzServe(f *testing.F) {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 2, Cols: 3})
	require.NoError(f, err)
	problem := search.Problem{Start: puzzle.Walk(puzzle.NewRand(1, 0), goal, 10), Goal: goal}
	for _, name := range solvers.Names() {
		text, err := json.Marshal(bench.Trial{Solver: bench.Solver{Settings: solvers.Default(name)},
			Puzzle: bench.Puzzle{Problem: problem}})
		require.NoError(f, err)
		f.Add(string(text))
	}
	f.Add(`{}`)
	f.Add(`{"Solver":{"Settings":{"algorithm":"astar"}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		var q request
		if json.Unmarshal([]byte(text), &q) == nil {
			// Requests of a laboratory have limits, and one that takes long tells nothing more.
			q.Limits = search.Limits{Generated: min(q.Limits.Generated+1, 1000), Bytes: 1 << 24}
			q.TimeLimit = time.Second
			q.PDBDir = t.TempDir()
			limited, err := json.Marshal(q)
			require.NoError(t, err)
			text = string(limited)
		}
		var out bytes.Buffer
		if err := Serve(t.Context(), strings.NewReader(text), &out, func() {}); err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		var r response
		require.NoError(t, json.Unmarshal(out.Bytes(), &r))
		if trial, err := q.Trial.Accept(r.Answer, 0); err == nil && trial.Fault == "" {
			trial.Record(puzzle.BlankNotation)
		}
	})
}
