package studies

import (
	"context"
	"encoding/csv"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/internal/slow"
	"npuzzle/search"
	"npuzzle/solvers"
)

// invented returns a record for each trial of an experiment. Every solver finds a plan of 100 moves
// at a thousandth of its limit, and its last plan at half of its limit.
func invented(
	e bench.Experiment, last func(solver string, board int) int,
) (records []bench.Record) {
	position := 0
	for _, g := range e.Groups {
		for board := 1; board <= g.Count; board++ {
			for _, s := range e.Solvers {
				position++
				length := last(s.Name, board)
				r := bench.Record{Position: position, Group: g.Name, Puzzle: board, Solver: s.Name,
					Algorithm: s.Settings.Algorithm, Status: search.Solved, Length: &length,
					NodeLimit: g.NodeLimit, Seconds: 1, Found: []search.Found{
						{Length: 100, Evaluated: 1, Generated: g.NodeLimit / 1000, Seconds: 0.1},
						{Length: length, Evaluated: 2, Generated: g.NodeLimit / 2, Seconds: 0.9},
					}}
				r.Generated = g.NodeLimit
				records = append(records, r)
			}
		}
	}
	return records
}

// Controls whose plans are longer, shorter or as long get these verdicts, and the claims follow.
func TestEvolution(t *testing.T) {
	lengths := map[string]func(board int) int{
		"hill climbing": func(board int) int { return 55 + board%3 },
		"random plans":  func(board int) int { return 49 - board%3 },
	}
	seeds := map[string]bool{}
	h := Host{Seed: 7, Run: func(_ context.Context, e bench.Experiment) ([]bench.Record, error) {
		require.NoError(t, e.Check())
		for _, g := range e.Groups {
			if g.Goal.Size().Rows == 4 {
				seeds[strings.TrimPrefix(g.Name, "4x4 ")+" "+string(rune('0'+g.Seed))] = true
			}
		}
		return invented(e, func(solver string, board int) int {
			if of := lengths[solver]; of != nil {
				return of(board)
			}
			return 50
		}), nil
	}}
	r, err := Reproduce(t.Context(), Evolution, h)
	require.NoError(t, err)
	want := map[string]bool{"10 s 7": true, "2 s 8": true, "0.5 s 9": true, "0.1 s :": true}
	assert.Equal(t, want, seeds, "no board twice")

	ratios := map[string]string{} // on 4x4, by budget and control
	for _, table := range r.Tables {
		if table.Name == "pure" {
			for _, row := range table.Rows {
				if row[0].Text == "4x4" {
					ratios[row[1].Text+", "+row[2].Text] = row[5].Text
				}
			}
		}
	}
	// In half of the limit of a run, its last plan is found; until then, its plan is the first one.
	// So of 130 runs, only the 30 shortest have their last plan within 0.1 s. The mean is that of
	// all runs.
	for of, want := range map[string]string{
		"0.1 s, hill climbing": `^1\.0[23]`, "0.5 s, hill climbing": `^1\.0[89]`,
		"2 s, hill climbing":  `^1\.0[789]`,
		"10 s, hill climbing": `^1\.12`,
		"10 s, random plans":  `^0\.9[5-8]`, "2 s, pure": `^1\.000 \(1\.000–1\.000\), n = 30$`,
	} {
		assert.Regexp(t, want, ratios[of], of)
	}

	verdicts := map[string]Verdict{}
	for _, c := range r.Claims {
		verdicts[c.Text] = c.Verdict
	}
	assert.Len(t, verdicts, 2*2*5)
	const claim = "On 4x4, within the budget of 2 s, the plans of each control of pure are more " +
		"than 0.5 % longer than those of pure"
	assert.Equal(t, Fails, verdicts[claim])
	assert.Len(t, r.Names, 9, "budget, window, the two presets and their controls")
	document := r.Document(bench.Provenance{}, time.Time{})
	requireWritten(t, document, Evolution)
}

// Without trials no claim can be told.
func TestEvolutionCutShort(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := Reproduce(ctx, Evolution, Host{Seed: 1, Quick: true,
		Run: func(context.Context, bench.Experiment) ([]bench.Record, error) { return nil, nil }})
	require.NoError(t, err)
	assert.True(t, r.Partial)
	for _, c := range r.Claims {
		assert.Equal(t, Undecided, c.Verdict)
	}
	document := r.Document(bench.Provenance{}, time.Time{})
	requireWritten(t, document, Evolution)
}

// A run under a small limit is the beginning of a run under a large one, up to the last rounds of
// improvement, which the small limit cuts short. So a long run has the results of shorter ones.
func TestRunsBeginAlike(t *testing.T) {
	if testing.Short() {
		t.Skip("evolves plans in trials that share nothing, so the race detector has nothing to " +
			"see")
	}
	const small, certain = 800_000, 400_000
	large := uint64(1_000_000)
	if slow.Asked() {
		large = 1_600_000
	}
	_, experiments := readStudy(Evolution)
	for _, e := range experiments {
		// one of a size
		e.Groups = slices.DeleteFunc(e.Groups, func(g bench.Group) bool { return g.Seed != e.Seed })
		for i := range e.Groups {
			e.Groups[i].Count = 1
			e.Groups[i].NodeLimit = 0
		}
		if !slow.Asked() {
			e.Groups = e.Groups[:2]
		}
		found := map[uint64][][]search.Found{}
		for _, limit := range []uint64{small, large} {
			e.Limits.Generated = limit
			runner := bench.Runner{Jobs: 2, InOrder: true}
			trials := e.Plan(t.Context(), new(solvers.Library).Prepare, bench.Provenance{})
			require.NoError(t, runner.Run(t.Context(), trials, func(d bench.Trial) error {
				var beginning []search.Found
				for _, f := range d.Result.Found {
					f.CPUSeconds = 0
					if f.Seconds = 0; f.Generated <= certain {
						beginning = append(beginning, f)
					}
				}
				found[limit] = append(found[limit], beginning)
				return nil
			}))
		}
		assert.Greater(t, len(slices.Concat(found[small]...)), 10, e.Name)
		assert.Equal(t, found[small], found[large], e.Name)
	}
}

// Boards that confirm something are used for nothing else.
func TestSeedsOfConfirmation(t *testing.T) {
	ledger, err := os.Open("../../examples/genetic/seeds.csv")
	require.NoError(t, err)
	defer ledger.Close()
	lines, err := csv.NewReader(ledger).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"seed", "boards", "use", "where", "note"}, lines[0])
	uses := map[string][]string{}
	confirming := 0
	for _, l := range lines[1:] {
		uses[l[0]] = append(uses[l[0]], l[2])
		assert.Contains(t, []string{"development", "tuning", "measurement", "confirmation"}, l[2])
	}
	for seed, of := range uses {
		if slices.Contains(of, "confirmation") {
			confirming++
			assert.Len(t, of, 1, seed)
		}
	}
	assert.Equal(t, 10, confirming, "a seed for each budget of the three runs")
}
