package solvers

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/bfs"
	"npuzzle/search/searchtest"
)

// keepRegistry restores the registry after the test.
func keepRegistry(t *testing.T) {
	before := known
	t.Cleanup(func() {
		known = before
		shown = sync.OnceValue(shownTable)
	})
}

// cooling is a solver of another program.
type cooling struct {
	Heuristic heuristics.Heuristic
	Observer  search.Observer

	Heat  float64 `setting:"heat" low:"0.5" high:"10" meaning:"The heat."`
	Mode  string  `setting:"mode" words:"slow quick" needs:"heat!=0.5" meaning:"The way."`
	Steps int     `setting:"steps" low:"1"`
	Width int     `setting:"width"`
	Label string  // no setting
}

func newCooling() search.Solver { return &cooling{Heat: 2, Mode: "slow", Steps: 5} }

var aboutCooling = Description{Label: "Cooling", About: "cools down", Version: "1"}

func (c *cooling) Solve(
	ctx context.Context, p search.Problem, lim search.Limits,
) (search.Result, error) {
	return (&bfs.Solver{Observer: c.Observer}).Solve(ctx, p, lim)
}

// A registered solver has the settings of its tags, as the solvers of the table have those of their
// rows.
func TestRegister(t *testing.T) {
	keepRegistry(t)
	require.NoError(t, Register("cooling", newCooling, aboutCooling))
	assert.Contains(t, Names(), "cooling")
	assert.False(t, Builtin("cooling"))
	assert.Equal(t, "Cooling", Describe("cooling").Label)

	s := Default("cooling")
	assert.Equal(t, map[string]string{
		"algorithm": "cooling", "heuristic": DefaultHeuristic, "heat": "2", "mode": "slow",
		"steps": "5", "width": "0",
	}, s.Texts())
	require.NoError(t, s.Set("heat", "0.5"))
	assert.False(t, s.Active("mode"))
	require.EqualError(t, s.Set("heat", "11"), `heat "11": expected a number from 0.5 to 10`)
	require.EqualError(t, s.Set("mode", "none"), `mode "none": expected one of slow, quick`)
	require.EqualError(t, s.Set("steps", "0"), `steps "0": expected a whole number from 1 to 1000000000`)
	require.EqualError(t, s.CheckTaken("weight"),
		"weight is a setting of wastar, arastar, ees, not of cooling; expected it to be left out")
	require.EqualError(t, Default("astar").CheckTaken("heat"),
		"heat is a setting of cooling, not of astar; expected it to be left out")
	width, err := findRow("width")
	require.NoError(t, err)
	assert.Equal(t, []string{"beam", "cooling"}, width.Solvers)
	shownRows := Table()
	last := shownRows[len(shownRows)-1]
	assert.Equal(t, "steps", last.Name)
	assert.Equal(t, map[string]string{"cooling": "5"}, last.Defaults)

	made := Of(&cooling{Heat: 0.5, Mode: "slow", Steps: 5, Heuristic: heuristics.LinearConflict})
	assert.Equal(t, s, made)
	version, err := made.Version()
	require.NoError(t, err)
	assert.Equal(t, `*solvers.cooling "1" ""`, version)
	assert.True(t, made.Registered())
	assert.False(t, made.Builtin())
	solver, err := New(made, func(search.Progress) {})
	require.NoError(t, err)
	problem := searchtest.Problem(t, "8 6 7/2 5 4/3 0 1", puzzle.BlankLast)
	assert.Len(t, searchtest.Solve(t, solver, problem, search.Limits{}).Moves, 31)

	invalid := Of(&cooling{Heat: 20, Mode: "slow", Steps: 5, Heuristic: heuristics.Manhattan})
	require.EqualError(t, invalid.Check(), `cooling: heat "20": expected a number from 0.5 to 10`)
	other := Of(&cooling{Heat: 2, Mode: "slow", Steps: 5, Label: "other"})
	assert.Empty(t, other.Algorithm, "the label is no setting, and not that of the prototype")
	_, err = other.Version()
	require.ErrorIs(t, err, errUnregistered)
}

func TestRegisterErrors(t *testing.T) {
	keepRegistry(t)
	before := known
	newPlain := func() search.Solver { return plain{} }
	newInvalid := func() search.Solver { return &cooling{} }
	for _, c := range []struct {
		err  error
		want string
	}{
		{
			err:  Register("cooling", newCooling, Description{Label: "Cooling"}),
			want: `solver "cooling": expected a name, a label and a version`,
		},
		{
			err:  Register("A*", newCooling, aboutCooling),
			want: `solver "A*": the name is that of the solver astar; expected another one`,
		},
		{
			err:  Register("function", newPlain, aboutCooling),
			want: `solver "function" is a solvers.plain; expected a pointer to a struct`,
		},
		{
			err:  Register("cooling", newInvalid, aboutCooling),
			want: `solver "cooling": heat "0": expected a number from 0.5 to 10`,
		},
		{
			err: RegisterHeuristic(named("Manhattan").WithVersion("1"), ""),
			want: `heuristic "Manhattan": the name is that of the heuristic manhattan; ` +
				`expected another one`,
		},
		{
			err: RegisterHeuristic(named("theirs"), ""),
			want: `heuristic "theirs" states no version, so trials with it cannot be stored; ` +
				`expected a method Version() string`,
		},
	} {
		require.EqualError(t, c.err, c.want)
	}
	assert.Equal(t, len(before.solvers), len(known.solvers))
	assert.Equal(t, len(before.settings), len(known.settings))
	assert.Equal(t, len(before.heuristics), len(known.heuristics))
}

// plain is a solver that is no pointer to a struct.
type plain struct{ search.Solver }

// named returns a heuristic of another program.
func named(name string) *heuristics.Func {
	return heuristics.FromFunc(name, true,
		func(puzzle.Board, puzzle.Costs) (func([]uint8) puzzle.Cost, error) {
			return func([]uint8) puzzle.Cost { return 0 }, nil
		})
}

func TestRegisterHeuristic(t *testing.T) {
	keepRegistry(t)
	require.NoError(t, RegisterHeuristic(named("theirs").WithVersion("7"), "Nothing."))
	assert.Equal(t, "Nothing.", DescribeHeuristic("theirs"))
	s := Default("astar").With("heuristic", "max(theirs,manhattan)")
	assert.True(t, s.Registered())
	assert.False(t, s.Builtin())
	version, err := s.Version()
	require.NoError(t, err)
	assert.Equal(t, `["7" ""]`, version)
	_, err = ParseHeuristic("thiers")
	assert.ErrorContains(t, err, "did you mean theirs?")
}
