package analysis_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// planted describes how the trials of a solver come about.
type planted struct {
	name   string
	chance float64 // of solving a board, on average; boards differ in it
	longer float64 // share of plans that are longer than they could be
	factor float64 // length of such plans
}

// draw returns trials of solvers on drawn boards. Each has the given number of repeats.
func draw(random *rand.Rand, boards, repeats int, all ...planted) (records []bench.Record) {
	goal, _ := puzzle.Goal(puzzle.BlankLast, three)
	ranking := puzzle.NewRanking(goal)
	for board := 1; board <= boards; board++ {
		tiles := make([]uint8, three.Cells())
		ranking.Unrank(uint64(board), tiles)
		start, err := puzzle.New(three, tiles)
		if err != nil {
			panic(err)
		}
		luck := random.NormFloat64() // the same for all solvers
		for _, p := range all {
			for repeat := 1; repeat <= repeats; repeat++ {
				length := 20 + int(math.Round(2*luck))
				if random.Float64() < p.longer {
					length = int(math.Round(float64(length) * p.factor))
				}
				r := solvedBy(p.name, board, length)
				if random.Float64() >= 1/(1+math.Exp(-math.Log(p.chance/(1-p.chance))-luck)) {
					r = unsolvedBy(p.name, board, search.TimeLimit)
				}
				r.Repeat = repeat
				r.Board = start
				r.Goal = goal
				r.Seconds = math.Exp(random.NormFloat64())
				r.PeakOpen = random.Uint64()
				records = append(records, r)
			}
		}
	}
	return records
}

// manySeeds is the number of seeds of each case in a run with the long tests.
const manySeeds = 300

var seedsFlag = flag.Int("planted-seeds", 0, "number of seeds of each planted case")

// plantedSeeds returns the number of seeds of each case: the flag, or 300 in a run with the long
// tests, or 10. The verdicts were tested with 1000.
func plantedSeeds() int {
	switch {
	case *seedsFlag > 0:
		return *seedsFlag
	case slow.Asked():
		return manySeeds
	default:
		return 10
	}
}

// spread returns how far a share of the seeds may lie from an expected share by chance: two
// standard deviations. The bounds in the tables below allow for the chance that remains with many
// seeds.
func spread(share float64) float64 {
	seeds := plantedSeeds()
	if seeds >= manySeeds {
		return 0
	}
	return 2 * math.Sqrt(share*(1-share)/float64(seeds))
}

// assertAtMost checks that a share of the seeds is at most a bound, within its spread.
func assertAtMost(t *testing.T, share, bound float64, about string, arguments ...any) {
	t.Helper()
	assert.LessOrEqual(t, share, bound+spread(bound), fmt.Sprintf(about, arguments...))
}

// assertAtLeast checks that a share of the seeds is at least a bound, within its spread.
func assertAtLeast(t *testing.T, share, bound float64, about string, arguments ...any) {
	t.Helper()
	assert.GreaterOrEqual(t, share, bound-spread(bound), fmt.Sprintf(about, arguments...))
}

// rates runs the three ways to compare on planted data of many seeds: the verdicts of compare, the
// pairs of report and the differences of diff. It returns how often the last solver was found to be
// different, as a share.
func rates(t *testing.T, boards, repeats int, all ...planted) (
	verdicts map[analysis.Verdict]float64, pairs, diffs float64,
) {
	seeds := float64(plantedSeeds())
	verdicts = map[analysis.Verdict]float64{}
	last := all[len(all)-1].name
	for seed := range uint64(plantedSeeds()) {
		records := draw(rand.New(rand.NewPCG(seed, 27)), boards, repeats, all...)
		a := of(records...)
		for _, r := range a.Rankings()[0] {
			if r.Name == last {
				verdicts[r.Verdict] += 1.0 / seeds
			}
		}
		a.Baseline = all[0].name
		tests := analysis.Compare(a.Pairs(), analysis.Length)
		if slices.ContainsFunc(append(accuracies(a), tests...), func(c analysis.Comparison) bool {
			return c.First.Name == last && c.Question == c.Group.Question() && c.Different()
		}) {
			pairs += 1.0 / seeds
		}
		var earlier, later []bench.Record
		for _, r := range records {
			if r.Solver == last {
				r.Solver = "ga"
				later = append(later, r)
			} else if r.Solver == all[0].name {
				r.Solver = "ga"
				earlier = append(earlier, r)
			}
		}
		d := analysis.Diffs(of(earlier...), of(later...))
		require.NotEmpty(t, d)
		usual := d[0] // the comparisons for the usual question
		accuracyAndLength := usual[:min(2, len(usual))]
		if slices.ContainsFunc(accuracyAndLength, analysis.Comparison.Different) {
			diffs += 1.0 / seeds
		}
	}
	return verdicts, pairs, diffs
}

// wrong returns the largest share of wrong verdicts. Each comparison makes two tests of 5 %, of
// accuracy and of cost, which pairs and differences do not correct for one another. The rest is for
// the number of seeds: 1.7 standard deviations of a share of 0.1.
func wrong() float64 { return 2*0.05 + 1.7*math.Sqrt(0.1*0.9/float64(plantedSeeds())) }

// Solvers that are equal by construction are rarely told apart: on drawn boards, with repeats and
// on one board.
func TestPlantedEqualSolvers(t *testing.T) {
	slow.NotShort(t)
	t.Parallel()
	for _, c := range []struct{ boards, repeats, solvers int }{{30, 1, 3}, {1, 30, 3}, {10, 3, 3},
		{30, 1, 10}} {
		var all []planted
		for i := range c.solvers {
			all = append(all, planted{fmt.Sprint("ga ", i), 0.8, 0.3, 1.2})
		}
		verdicts, pairs, diffs := rates(t, c.boards, c.repeats, all...)
		t.Logf("%+v: worse %.3f, pairs %.3f, diffs %.3f", c, verdicts[analysis.Worse], pairs, diffs)
		assertAtMost(t, verdicts[analysis.Worse], 0.07, "%+v", c)
		assert.LessOrEqual(t, pairs, wrong(), "%+v", c)
		assert.LessOrEqual(t, diffs, wrong(), "%+v", c)
	}
}

// Solvers that always do the same share the first place.
func TestPlantedTies(t *testing.T) {
	slow.NotShort(t)
	t.Parallel()
	one := planted{"ga a", 1 - 1e-9, 0, 1}
	other := planted{"ga b", 1 - 1e-9, 0, 1}
	for boards, want := range map[int]analysis.Verdict{3: analysis.Open, 30: analysis.Open,
		150: analysis.Best} {
		verdicts, pairs, diffs := rates(t, boards, 1, one, other)
		assert.Equal(t, []float64{0, 0}, []float64{pairs, diffs})
		assert.InDelta(t, 1, verdicts[want], 1e-9, boards)
	}
}

// A solver that is worse by more than the margins is never called equal, and is found to be worse
// if there are enough boards.
func TestPlantedDifferences(t *testing.T) {
	slow.NotShort(t)
	t.Parallel()
	good := planted{"ga a", 0.95, 0, 1}
	rare := planted{"ga b", 1 - 1e-9, 0.03, 1.5}
	for _, c := range []struct {
		boards, repeats int
		worse           planted
		found           float64
	}{
		{60, 1, planted{"ga b", 0.6, 0, 1}, 0.9},        // solves less
		{100, 1, planted{"ga b", 0.95, 0.3, 1.2}, 0.95}, // longer plans
		{30, 1, planted{"ga b", 0.95, 0.15, 1.2}, 0},    // gap 1.03: few boards differ
		{1, 30, planted{"ga b", 0.2, 0, 1}, 0.95},       // on one board
		{20, 3, planted{"ga b", 0.5, 0, 1}, 0.9},        // on several boards with repeats
		{1, 1, rare, 0}, {30, 1, rare, 0}, {200, 1, rare, 0},
	} {
		good.chance = max(0.95, c.worse.chance)
		verdicts, pairs, diffs := rates(t, c.boards, c.repeats, good, c.worse)
		t.Logf("%+v: %v, pairs %.3f, diffs %.3f", c, verdicts, pairs, diffs)
		assertAtMost(t, verdicts[analysis.Equal], 0.05, "%+v: %v", c, verdicts)
		if c.found > 0 || c.worse == rare { // otherwise, it may be the first by chance
			assertAtMost(t, verdicts[analysis.Best], 0.05, "%+v: %v", c, verdicts)
		}
		assertAtLeast(t, verdicts[analysis.Worse], c.found, "%+v: %v", c, verdicts)
		assertAtLeast(t, pairs, c.found, "%+v", c)
		assertAtLeast(t, diffs, c.found, "%+v", c)
	}
}

// A difference within the margins is shown if there are enough boards. It has its own verdict: it
// is rarely called worse than that, and never equal.
func TestPlantedDifferencesWithinTheMargin(t *testing.T) {
	slow.NotShort(t)
	t.Parallel()
	all := []planted{{"ga a", 0.95, 0, 1}, {"ga b", 0.95, 0.12, 1.05}} // a ratio of 1.006
	verdicts, pairs, diffs := rates(t, 200, 1, all...)
	t.Logf("%v, pairs %.3f, diffs %.3f", verdicts, pairs, diffs)
	assertAtLeast(t, verdicts[analysis.Slight], 0.95, "%v", verdicts)
	assertAtMost(t, verdicts[analysis.Worse], 0.02, "%v", verdicts)
	assertAtMost(t, verdicts[analysis.Equal], 0.02, "%v", verdicts)
	assertAtLeast(t, pairs, 0.95, "pairs")
	assertAtLeast(t, diffs, 0.95, "differences")
}

// Without a solved board there is nothing to tell apart.
func TestPlantedFailures(t *testing.T) {
	t.Parallel()
	none := planted{"ga a", 1e-12, 0, 1}
	verdicts, pairs, diffs := rates(t, 40, 1, none, planted{"ga b", 1e-12, 0, 1})
	assert.Equal(t, []float64{0, 0, 0}, []float64{verdicts[analysis.Worse], pairs, diffs})
}
