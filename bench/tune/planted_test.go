package tune

import (
	"context"
	"flag"
	"fmt"
	"hash/fnv"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/stats"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// whole selects the full form of the slow tests: go test ./bench/tune -whole
var whole = flag.Bool("whole", false, "run tests on planted problems with 100 seeds")

// planted is a problem whose best settings are known. The cost of a trial is the sum of a number
// for the settings, a number for the board, and noise. Trials are not run, but made up.
type planted struct {
	space  string
	preset string
	effect float64 // how much worse than the best settings the worst setting makes the cost
	noise  float64 // standard deviation of the noise of a trial
	seed   uint64  // of the places of the best values, of boards and of noise
}

const (
	three = "population=10..1000:log, generations=10..1000:log, phases=1..20:linear"
	eight = "population=10..1000:log, generations=10..1000:log, stagnation=2..200:log, " +
		"genes=5..200:log, crossover=0.1..1, decoding=ranked|ordered, greed=1..10:log, " +
		"improve=true|false"
)

// problems lists the planted problems: 3 and 8 settings, three sizes of effects and three levels of
// noise. With 8 settings, greed has an effect only if decoding is ranked or improve is true.
func problems() (all []planted) {
	for _, space := range []string{three, eight} {
		for _, effect := range []float64{0.1, 0.3, 1} {
			for _, noise := range []float64{0.02, 0.1, 0.3} {
				all = append(all, planted{space, "study", effect, noise, 0})
			}
		}
	}
	return all
}

// cost returns the true cost of settings. Each setting adds the square of its distance from its
// best value, and two neighbouring settings interact. The settings have different weights.
func (p planted) cost(s Space, point []float64) float64 {
	rng := puzzle.NewRand(p.seed, 1)
	sum := 0.0
	last := 0.0
	for i, d := range s.Dimensions {
		best := 0.15 + 0.7*rng.Float64()
		weight := 1 / float64(1+i)
		if d.Values != nil {
			best = (float64(rng.IntN(len(d.Values))) + 0.5) / float64(len(d.Values))
		}
		if !s.active(i, point) {
			continue
		}
		off := point[i] - best
		if d.Values != nil {
			off = d.place(d.text(point[i])) - best
		}
		sum += weight * (off*off + 0.3*off*last)
		last = off
	}
	return p.effect * sum
}

// best returns the smallest cost that a search over many points finds.
func (p planted) best(s Space) float64 {
	least := math.Inf(1)
	rng := puzzle.NewRand(p.seed, 2)
	var at []float64
	for range 2000 {
		point := s.uniform(1, rng)[0]
		if at != nil {
			point = s.near(at, 0.05, 0.9, rng)
		}
		if cost := p.cost(s, point); cost < least {
			least = cost
			at = point
		}
	}
	return least
}

// trials makes up the records of trials.
func (p planted) trials(s Space) Trials {
	board, _ := puzzle.Parse("8 6 7/2 5 4/3 0 1", puzzle.Size{})
	return func(_ context.Context, e bench.Experiment) (all []bench.Record, _ error) {
		for _, g := range e.Groups {
			for i := range g.Puzzles() {
				for _, solver := range e.Solvers {
					point := s.pointOf(solver.Settings)
					settings := s.settingsAt(point)
					values := []string(nil)
					for _, d := range s.Dimensions {
						values = append(values, settings.Get(d.Setting))
					}
					cost := p.cost(s, point)
					key := hash(fmt.Sprint(values))
					place := hash(fmt.Sprint(g.Name, i, p.seed))
					of := puzzle.NewRand(place, 3)
					noise := puzzle.NewRand(place, key)
					length := int(1e6 * math.Exp(cost+0.3*of.NormFloat64()+
						p.noise*noise.NormFloat64()))
					all = append(all, bench.Record{
						Group:     g.Name,
						Puzzle:    i + 1,
						Solver:    solver.Name,
						Board:     board,
						Goal:      g.Goal,
						Rows:      3,
						Cols:      3,
						Status:    search.Solved,
						Length:    &length,
						NodeLimit: 1000,
						Stats:     search.Stats{Generated: 1000},
					})
				}
			}
		}
		return all, nil
	}
}

func hash(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
}

// tuner returns a tuner of a planted problem with a budget of trials.
func (p planted) tuner(t testing.TB, method string, blocks, trials int) *Tuner {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	require.NoError(t, err)
	base := solvers.Default("ga").With(solvers.PresetSetting, p.preset)
	tuner, err := New(bench.Experiment{
		Seed: p.seed, Solvers: []bench.Solver{{Name: "ga", Settings: base}},
		Groups: []bench.Group{{Name: "3x3", Goal: goal, Count: 20, Seed: p.seed}},
		Tune: map[string]string{"space": p.space, "objective": "length-ratio", "method": method,
			"budget": fmt.Sprintf("%dstates", 1000*trials), "blocks": fmt.Sprint(blocks)},
	})
	require.NoError(t, err)
	return tuner
}

// winner returns the true cost of the winner.
func (p planted) winner(t testing.TB, method string, blocks, trials int) float64 {
	tuner := p.tuner(t, method, blocks, trials)
	o, err := tuner.Run(t.Context(), p.trials(tuner.Space))
	require.NoError(t, err)
	return p.cost(tuner.Space, tuner.Space.pointOf(o.Winner.Solver.Settings))
}

// Racing has at most half the regret of random search, and less than a grid's, at an equal budget,
// as a mean over the planted problems. In the whole form, random search and the grid get the number
// of blocks with which their mean is smallest.
func TestPlanted(t *testing.T) {
	if testing.Short() {
		t.Skip("takes two minutes under the race detector")
	}
	slow.Only(t, "it runs two tunings on each of the planted problems")
	const trials = 2000
	seeds := 1
	blocks := []int{3}
	if *whole {
		seeds = 100
		blocks = []int{1, 3, 6, 12, 25}
	}
	type method struct {
		name   string
		blocks int
	}
	racing := method{Race, 2}
	methods := []method{racing}
	for _, blocks := range blocks {
		methods = append(methods, method{Random, blocks}, method{Grid, blocks})
	}
	var mutex sync.Mutex
	regrets := map[method]float64{}
	t.Run("problems", func(t *testing.T) {
		for _, p := range problems() {
			t.Run(fmt.Sprintf("%d settings, effect %v, noise %v", 1+strings.Count(p.space, ","),
				p.effect, p.noise), func(t *testing.T) {
				t.Parallel()
				sums := map[method]float64{}
				for p.seed = 1; p.seed <= uint64(seeds); p.seed++ {
					best := p.best(p.tuner(t, Race, 2, trials).Space)
					for _, m := range methods {
						sums[m] += (p.winner(t, m.name, m.blocks,
							trials) - best) / float64(seeds)
					}
				}
				t.Logf("race %.4f, random %.4f, grid %.4f (3 blocks)", sums[racing],
					sums[method{Random, 3}], sums[method{Grid, 3}])
				mutex.Lock()
				defer mutex.Unlock()
				for m, sum := range sums {
					regrets[m] += sum / float64(len(problems()))
				}
			})
		}
	})
	for _, m := range methods {
		t.Logf("mean regret: %s with %d blocks %.4f", m.name, m.blocks, regrets[m])
		if m.name == Random {
			assert.LessOrEqual(t, regrets[racing], regrets[m]/2, "%d blocks", m.blocks)
		} else if m.name == Grid {
			assert.Less(t, regrets[racing], regrets[m], "%d blocks", m.blocks)
		}
	}
}

// The test of a winner that is no better than the default finds a difference in at most about 5 %
// of seeds.
func TestHeldOutOfEqualConfigurations(t *testing.T) {
	seeds := 8
	if slow.Asked() {
		seeds = 400
	}
	found := 0
	tested := 0
	for seed := range uint64(seeds) {
		p := planted{three, "study", 0, 0.1, seed + 1}
		tuner := p.tuner(t, Random, 1, 60)
		o, err := tuner.Run(t.Context(), p.trials(tuner.Space))
		require.NoError(t, err)
		if o.Test != nil {
			tested++
			if o.Test.P < significance {
				found++
			}
		}
	}
	require.Greater(t, tested, seeds/2)
	rate := stats.ShareOf(found, tested)
	t.Logf("%d of %d", found, tested)
	assert.LessOrEqual(t, rate.Low, significance)
	assert.GreaterOrEqual(t, rate.High, significance/2,
		"the test is exact, so it cannot be far below its level")
}

// Stored trials come to the same outcome, and those of a tuning that was killed to an outcome
// without errors.
func TestReplay(t *testing.T) {
	p := planted{three, "study", 1, 0.1, 1}
	tuner := p.tuner(t, Race, 2, 200)
	trials := p.trials(tuner.Space)
	var records []bench.Record
	want, err := tuner.Run(t.Context(),
		func(ctx context.Context, e bench.Experiment) ([]bench.Record, error) {
			ran, err := trials(ctx, e)
			records = append(records, ran...)
			return ran, err
		})
	require.NoError(t, err)
	require.NotNil(t, want.Test)
	// all kills during the test, and some others
	for n := len(records); n >= 0; n -= 1 + (len(records)-n)/4 {
		got, err := tuner.Run(t.Context(), Replay(records[:n]))
		require.NoError(t, err)
		switch {
		case n == len(records):
			assert.Equal(t, want.Conclusions(), got.Conclusions())
			assert.Equal(t, want.Races, got.Races)
			assert.Equal(t, want.Path, got.Path)
		case got.Test != nil:
			assert.Equal(t, want.Winner.Name, got.Winner.Name)
			assert.Less(t, got.Test.Gain.N, want.Test.Gain.N+n%2)
		}
	}
}

// A space refuses nothing that fits, and keeps settings without an effect at their default.
func TestSpace(t *testing.T) {
	base := solvers.Default("ga").With(solvers.PresetSetting, "study")
	s, err := ParseSpace(eight, base)
	require.NoError(t, err)
	rng := puzzle.NewRand(1, 1)
	for _, point := range s.uniform(200, rng) {
		settings := s.settingsAt(point)
		require.NoError(t, settings.Check())
		for i, d := range s.Dimensions {
			if !settings.Active(d.Setting) {
				assert.Equal(t, base.Get(d.Setting), settings.Get(d.Setting))
				assert.False(t, s.active(i, point))
			}
		}
		assert.Equal(t, settings, s.settingsAt(s.pointOf(settings)), "values have places")
	}
	assert.Len(t, s.grid(), 256)
}

// Configurations that do the same are merged, but not before the minimum of blocks, each with a
// board of each kind.
func TestMerged(t *testing.T) {
	tuner := planted{space: three, preset: "study", seed: 1}.tuner(t, Race, 2, 100)
	tuner.Kinds = append(tuner.Kinds, tuner.Kinds[0])
	s := &tuning{Tuner: tuner}
	first := &Configuration{Name: "first"}
	second := &Configuration{Name: "second"}
	other := &Configuration{Name: "other"}
	all := []*Configuration{first, second, other}
	for at := range 4 {
		assert.Equal(t, all, s.merged(all), "%d boards", at)
		for _, c := range all {
			c.note(at, 0, bench.Record{Stats: search.Stats{Generated: 100}})
		}
	}
	other.note(3, 0, bench.Record{Stats: search.Stats{Generated: 101}})
	assert.Equal(t, []*Configuration{first, other}, s.merged(all))
	assert.Equal(t, []string{"second"}, first.Same)
}
