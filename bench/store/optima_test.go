package store

import (
	"database/sql"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// solved returns the n-th trial with a plan of 1 move or, if it is long, of 11 moves, the other way
// round. The trial says that its plan is optimal.
func solved(t *testing.T, n int, source bench.Source, long bool) bench.Record {
	trial := trial(n)
	start, err := trial.Puzzle.Goal.Move(puzzle.Left)
	require.True(t, err)
	trial.Puzzle.Start = start
	moves := []puzzle.Move{puzzle.Right}
	if long {
		around := []puzzle.Move{puzzle.Up, puzzle.Right, puzzle.Down, puzzle.Left}
		moves = slices.Concat(around, around, around[:3])
	}
	length := puzzle.Cost(len(moves))
	trial.Result = search.Result{
		Status:     search.Solved,
		Moves:      moves,
		Cost:       length,
		LowerBound: length,
		Optimal:    true,
	}
	trial.Source = source
	return trial.StoredRecord("mine", 1, nobody)
}

// optimaOf returns the optimal costs that the store gives to records, and what it warns of.
func optimaOf(
	t *testing.T, s *Store, records ...bench.Record,
) (costs []float64, warnings []string) {
	s.warned = nil
	s.Warn = func(text string) { warnings = append(warnings, text) }
	_, err := s.FillOptima(t.Context(), records)
	require.NoError(t, err)
	for _, r := range records {
		cost := -1.
		if r.OptimalCost != nil {
			cost = float64(*r.OptimalCost)
		}
		costs = append(costs, cost)
	}
	return costs, warnings
}

// A claim of a worker, another program or an import counts only for its own experiment, and only
// until something else is known. It never gets into the table of optima.
func TestClaimsAreNoProofs(t *testing.T) {
	for _, source := range []bench.Source{bench.FromWorker, bench.FromProgram, bench.FromImport} {
		s, _ := create(t, 3)
		wrong := solved(t, 1, source, true)
		other := solved(t, 2, bench.Here, true)
		other.Optimal = false
		require.NoError(t, s.Finish(t.Context(), "mine", 3, []bench.Record{wrong}))
		stored, err := s.optimum(t.Context(), s.db, wrong.Problem())
		require.NoError(t, err)
		assert.False(t, stored.Cost.Known(), source)
		costs, _ := optimaOf(t, s, other)
		assert.Equal(t, []float64{-1}, costs, "another experiment does not know it")
		costs, warnings := optimaOf(t, s, wrong, other)
		assert.Equal(t, []float64{11, 11}, costs)
		assert.Empty(t, warnings)

		cheaper := solved(t, 3, source, false)
		cheaper.Optimal = false
		costs, warnings = optimaOf(t, s, wrong, other, cheaper)
		assert.Equal(t, []float64{-1, -1, -1}, costs)
		require.Len(t, warnings, 1)
		assert.Contains(t, warnings[0],
			`claims that its cost of 11 is optimal, but a plan of cost 1 is known`)

		proof := solved(t, 3, bench.Here, false)
		costs, _ = optimaOf(t, s, wrong, other, proof)
		assert.Equal(t, []float64{1, 1, 1}, costs)
	}
}

// A stored optimum is refuted by a cheaper plan. The next run replaces trials that say otherwise.
func TestRefutedOptima(t *testing.T) {
	s, _ := create(t, 3)
	right := solved(t, 1, bench.Here, false)
	wrong := solved(t, 2, bench.FromWorker, true)
	p := right.Problem()
	require.NoError(t, s.KeepOptima(t.Context(),
		map[search.Problem]Optimum{p: {Cost: 3, Proof: ClaimedBefore}}))
	right.Optimal = false
	costs, warnings := optimaOf(t, s, right)
	assert.Equal(t, []float64{-1}, costs)
	require.Len(t, warnings, 1)
	assert.Contains(t, warnings[0], "has a plan of cost 1")
	known, err := s.FillOptima(t.Context(), []bench.Record{right})
	require.NoError(t, err)
	assert.True(t, known[p].Refuted)

	right.Optimal = true
	require.NoError(t, s.Keep(t.Context(), "mine", []bench.Record{right, wrong}))
	require.NoError(t, s.Finish(t.Context(), "mine", 3, []bench.Record{right, wrong}))
	stored, err := s.optimum(t.Context(), s.db, p)
	require.NoError(t, err)
	assert.Equal(t, Optimum{Cost: 1, Proof: right.Key, Moves: "R"}, stored)
	trials := func(yield func(bench.Trial, error) bool) {
		for n := 1; n <= 2; n++ {
			t := trial(n)
			t.Puzzle.Start = right.Board
			if !yield(t, nil) {
				return
			}
		}
	}
	_, found, err := s.Plan(t.Context(), experiment("mine", 2), nobody, trials)
	require.NoError(t, err)
	assert.Equal(t, []int{1}, positions(found))
}

// Check finds optimal costs that cannot be, and Repair deletes them.
func TestCheckOptima(t *testing.T) {
	for why, o := range map[string]Optimum{
		"cost 0, but no plan costs less than 1": {Cost: 0,
			Proof: ClaimedBefore},
		`cost 5, but trial "0000000000000001" has a plan of cost 1`: {Cost: 5,
			Proof: ProvedBySearch},
		"cost 3, but its plan has cost 1 and leads to 1 2 3/4 5 6/7 8 0": {Cost: 3, Proof: "abcd",
			Moves: "R"},
		"cost 1, but its plan has cost 1 and leads to 1 2 3/4 0 6/7 5 8": {Cost: 1, Proof: "abcd",
			Moves: "U"},
		"move 1, D, leaves the board": {Cost: 1, Proof: "abcd", Moves: "D"},
	} {
		s, _ := create(t, 1)
		r := solved(t, 1, bench.Here, false)
		require.NoError(t, s.Keep(t.Context(), "mine", []bench.Record{r}))
		require.NoError(t, s.write(t.Context(), func(tx *sql.Tx) error {
			return insert(t.Context(), tx, "optimum", o.row(r.Problem()))
		}))
		checked, err := s.Check(t.Context())
		require.NoError(t, err)
		assert.Equal(t, []string{`optimal cost of "1 2 3/4 5 6/7 0 8": ` + why}, checked.Faults)
		_, err = s.Repair(t.Context(), checked)
		require.NoError(t, err)
		checked, err = s.Check(t.Context())
		require.NoError(t, err)
		assert.Equal(t, Checked{Experiments: 1, Trials: 1, Faults: []string{}}, checked)
	}
}

// Check finds a trial that is not optimal, although it says so, whether a trial or a stored optimum
// has the cheaper plan.
func TestCheckClaims(t *testing.T) {
	for _, stored := range []bool{false, true} {
		s, _ := create(t, 2)
		right := solved(t, 1, bench.Here, false)
		wrong := solved(t, 2, bench.FromWorker, true)
		kept := []bench.Record{right, wrong}
		if stored {
			kept = kept[1:]
			optima := map[search.Problem]Optimum{wrong.Problem(): {Cost: 1, Proof: ProvedBySearch,
				Moves: "R"}}
			require.NoError(t, s.KeepOptima(t.Context(), optima))
		}
		require.NoError(t, s.Keep(t.Context(), "mine", kept))
		require.NoError(t, s.Finish(t.Context(), "mine", len(kept), kept))
		checked, err := s.Check(t.Context())
		require.NoError(t, err)
		require.Equal(t, []string{`trial "0000000000000002": it claims to be optimal, but a ` +
			`cheaper plan is known`},
			checked.Faults)
		_, err = s.Repair(t.Context(), checked)
		require.NoError(t, err)
		checked, err = s.Check(t.Context())
		require.NoError(t, err)
		assert.Empty(t, checked.Faults)
		e, err := s.Experiment(t.Context(), "mine")
		require.NoError(t, err)
		assert.Empty(t, e.Ended, "a trial is missing")
	}
}

// An import leaves out what cannot be, and replaces no trial of the store. What it says about
// optimal costs is a claim.
func TestImportChecks(t *testing.T) {
	from, _ := create(t, 3)
	good := solved(t, 1, bench.Here, true)
	bad := solved(t, 2, bench.Here, false)
	own := solved(t, 3, bench.Here, false)
	bad.Moves = new("U")
	own.Seconds = 7
	require.NoError(t, from.Keep(t.Context(), "mine", []bench.Record{good, bad, own}))
	p := good.Problem()
	optima := map[search.Problem]Optimum{p: {Cost: 1, Proof: ProvedBySearch, Moves: "R"}}
	require.NoError(t, from.KeepOptima(t.Context(), optima))
	to, err := Open(t.Context(), filepath.Join(t.TempDir(), "to.sqlite"))
	require.NoError(t, err)
	defer to.Close()
	begin(t, to, 3)
	mine := solved(t, 3, bench.Here, false)
	require.NoError(t, to.Keep(t.Context(), "mine", []bench.Record{mine}))
	var warnings []string
	from.Warn = func(text string) { warnings = append(warnings, text) }
	count, err := to.Import(t.Context(), from, "mine")
	require.NoError(t, err)
	assert.Equal(t, Imported{New: 1, Known: 1}, count)
	require.NotEmpty(t, warnings)
	assert.Contains(t, warnings[len(warnings)-1],
		`trial "0000000000000002" is damaged and left out`)
	records, err := to.Records(t.Context(), "mine")
	require.NoError(t, err)
	require.Len(t, records, 2)
	assert.Equal(t, []bench.Source{bench.FromImport, bench.Here},
		[]bench.Source{records[0].Source, records[1].Source})
	assert.Zero(t, records[1].Seconds, "the trial of the store stays")
	stored, err := to.optimum(t.Context(), to.db, p)
	require.NoError(t, err)
	assert.Equal(t, []any{bench.Figure(1), ClaimedByImport, false},
		[]any{stored.Cost, stored.Proof, stored.Certain()})
	again, err := to.Import(t.Context(), from, "mine")
	require.NoError(t, err)
	assert.Equal(t, Imported{Known: 2}, again)
}
