package lab_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// boaster is a solver of another program. It claims that every plan of greedy search is optimal.
type boaster struct {
	// Short answers a plan of one move, which does not lead to the goal.
	Short bool `setting:"short"`
}

func init() {
	err := solvers.Register("boaster", func() search.Solver { return &boaster{} },
		solvers.Description{Label: "Boaster", About: "claims too much", Version: "1"})
	if err != nil {
		panic(err)
	}
}

func (b *boaster) Capabilities() search.Capabilities {
	return search.Capabilities{Kind: search.BestFirst}
}

func (b *boaster) Solve(
	ctx context.Context, p search.Problem, lim search.Limits,
) (search.Result, error) {
	greedy, err := solvers.New(solvers.Default("greedy"), nil)
	if err != nil {
		return search.Result{}, err
	}
	result, err := greedy.Solve(ctx, p, lim)
	if b.Short {
		result.Moves = []puzzle.Move{puzzle.Up}
		result.Cost = 1
	}
	result.LowerBound = result.Cost
	result.Optimal = true
	return result, err
}

// optimalCosts returns the optimal costs of the puzzles of an outcome, by their boards.
func optimalCosts(t *testing.T, records []bench.Record) map[puzzle.Board]bench.Figure {
	costs := map[puzzle.Board]bench.Figure{}
	for _, r := range records {
		if r.Error == "" {
			require.NotNil(t, r.OptimalCost)
			costs[r.Board] = *r.OptimalCost
		}
	}
	return costs
}

// The laboratory's own search settles what solvers of other programs claim. Their claims do not
// change the gaps of other experiments.
func TestClaimsOfOtherProgramsAreSettled(t *testing.T) {
	t.Parallel()
	truth := random(t, "3x3", 20, contender(t, "astar", "manhattan"))
	want := optimalCosts(t,
		run(t, open(t, filepath.Join(t.TempDir(), "lab.sqlite")), truth).Records)

	l := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
	e := random(t, "3x3", 20)
	e.Solvers = []bench.Solver{
		{Name: "boaster", Settings: solvers.Of(&boaster{})},
		{Name: "liar", Settings: solvers.Of(&boaster{Short: true})},
	}
	o := run(t, l, e)
	assert.Len(t, o.Failed(), 20, "the answers of the liar are wrong")
	assert.Equal(t, want, optimalCosts(t, o.Records))
	checked, err := l.Store.Check(t.Context())
	require.NoError(t, err)
	assert.NotEmpty(t, checked.Faults, "the claims of the boaster are known to be wrong now")

	other := random(t, "3x3", 20, contender(t, "greedy", "manhattan"))
	other.Name = "other"
	assert.Equal(t, want, optimalCosts(t, run(t, l, other).Records))
}
