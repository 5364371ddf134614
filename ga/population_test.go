package ga

import (
	"slices"
	"testing"

	"github.com/MaxHalford/eaopt"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/heuristics"
)

// Every fitness that eaopt holds equals a fresh evaluation, after every
// generation, under every setting; the generations are sorted, and no two
// individuals share genes. The fittest is never lost.
func TestFitnessIsFresh(t *testing.T) {
	generations := 0
	rapid.Check(t, func(t *rapid.T) {
		s := &Solver{Settings: settings().Draw(t, "settings"), Workers: rapid.IntRange(1, 3).Draw(t, "workers")}
		s.Heuristic = rapid.SampledFrom(every).Draw(t, "heuristic")
		p := problem(4).Draw(t, "problem")
		r := start(t, s, p)
		var before eaopt.Individuals
		config := r.config(s.Generations, func(ga *eaopt.GA) {
			generations++
			own := map[*float64]bool{}
			members := individualsOf(t, r, ga)
			all := slices.Concat(ga.HallOfFame, members)
			for _, individual := range all {
				c := chromosomeOf(individual)
				require.True(t, individual.Evaluated)
				require.Equal(t, slowScore(r, p.Start.Tiles(), c.genes), c.score)
				require.Equal(t, float64(c.score.fitness), individual.Fitness)
				require.False(t, own[&c.genes[0]])
				own[&c.genes[0]] = true
				require.LessOrEqual(t, len(c.genes), r.maxGenes)
				for _, gene := range c.genes {
					require.True(t, gene >= 0 && gene < 1)
				}
			}
			// Without elites, pairs of an odd number have one chromosome without a rival, which is
			// lost.
			keeps := s.Elites > 0 || s.Model != Generational && (s.Model != Pairs || s.Population%2 == 0)
			if ga.Generations > 0 && s.Control != RandomPlans && (keeps || s.Control == HillClimbing) {
				require.LessOrEqual(t, members.FitMin(), before.FitMin())
			}
			before = slices.Clone(members)
		})
		if err := minimize(t, r, config); err != nil {
			require.ErrorIs(t, err, errStop)
		}
	})
	assert.Greater(t, generations, 20)
}

// individualsOf returns the individuals of eaopt, which are those of all islands. Islands are
// sorted and of the right number.
func individualsOf(t require.TestingT, e *evolution, ga *eaopt.GA) eaopt.Individuals {
	require.Len(t, e.islands, e.settings.Islands)
	for _, island := range e.islands {
		require.Len(t, island, e.settings.Population)
		require.True(t, slices.IsSortedFunc(island, byFitness))
	}
	all := ga.Populations[0].Individuals
	require.Len(t, all, e.settings.Islands*e.settings.Population)
	require.True(t, all.IsSortedByFitness())
	return all
}

// eaopt's own generational model keeps stale fitness; this is the fault that
// TestFitnessIsFresh would find.
func TestStaleFitnessWouldBeFound(t *testing.T) {
	s := &Solver{Settings: firstPlan(), Heuristic: heuristics.Manhattan, Workers: 1}
	s.Population, s.Generations = 20, 5
	p := hard(t)
	r := start(t, s, p)
	stale := 0
	config := r.config(s.Generations, func(ga *eaopt.GA) {
		for _, individual := range ga.Populations[0].Individuals {
			if float64(slowScore(r, p.Start.Tiles(), chromosomeOf(individual).genes).fitness) != individual.Fitness {
				stale++
			}
		}
	})
	config.Model = eaopt.ModGenerational{Selector: eaopt.SelTournament{NContestants: 2}, MutRate: 0.1, CrossRate: 1}
	require.NoError(t, minimize(t, r, config))
	assert.Positive(t, stale)
}

func minimize(t require.TestingT, r *evolution, config eaopt.GAConfig) error {
	ga, err := config.NewGA()
	require.NoError(t, err)
	if err := r.drawPopulation(); err != nil {
		return err
	}
	return ga.Minimize(r.newGenome())
}

func TestBreedingReusesItsStorage(t *testing.T) {
	s := &Solver{Settings: firstPlan(), Heuristic: heuristics.LinearConflict, Workers: 1}
	r := start(t, s, hard(t))
	config := r.config(1, func(*eaopt.GA) {})
	ga, err := config.NewGA()
	require.NoError(t, err)
	require.NoError(t, r.drawPopulation())
	require.NoError(t, ga.Minimize(r.newGenome()))
	allocations := testing.AllocsPerRun(20, func() {
		require.NoError(t, config.Model.Apply(&ga.Populations[0]))
	})
	assert.LessOrEqual(t, allocations, 5.0, "for a generation")
}
