package ga

import (
	"fmt"
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/MaxHalford/eaopt"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/internal/random"
	"npuzzle/internal/slow"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

// Under every model, selector and kind of crossover, on one island and on three (of these a sample,
// unless the run is long): no fitness is stale, the size of the population is the setting, the
// fittest is kept if there are elites, and a run under a limit of states is the same on one worker
// and on two.
func TestModels(t *testing.T) {
	p := hard(t)
	courses := map[string][]float64{}
	selectors := rowOf("selector").Words
	kinds := rowOf("crossover-kind").Words
	for i, model := range rowOf("model").Words {
		for j, by := range selectors {
			for k, kind := range kinds {
				for _, islands := range []int{1, 3} {
					// Of three islands, an ordinary run takes one selector and one kind of crossover
					// for each model: all islands select and cross alike, on the same goroutines.
					isSample := j == i%len(selectors) && k == i%len(kinds)
					onlySamples := searchtest.RaceDetector || islands > 1 && !slow.Asked()
					if onlySamples && !isSample {
						continue
					}
					s := &Solver{Settings: firstPlan(), Heuristic: heuristics.Manhattan, Seed: 3, Workers: 1}
					s.Population, s.Model, s.Selector, s.CrossoverKind = 21, model, by, kind
					s.Islands, s.Migration, s.Elites = islands, 2, 1
					name := fmt.Sprintf("%s, %s, %s, %d islands", model, by, kind, islands)
					courses[name] = checkGenerations(t, s, p, name)

					lim := search.Limits{Generated: 10_000}
					s.Stagnation = 0
					one := solve(t, s, p, lim)
					s.Workers = 2
					assert.Equal(t, one, solve(t, s, p, lim), name)
					assert.LessOrEqual(t, one.Generated, lim.Generated)
				}
			}
		}
	}
	if searchtest.RaceDetector {
		return
	}
	differ := func(same bool, a, b string) {
		assert.Equal(t, same, slices.Equal(courses[a], courses[b]), "%s; %s", a, b)
	}
	of := func(model, by, kind string) string { return fmt.Sprintf("%s, %s, %s, 1 islands", model, by, kind) }
	for _, model := range rowOf("model").Words {
		selects := slices.Contains([]string{Generational, SteadyState, DownToSize}, model)
		differ(!selects, of(model, Tournament, OnePoint), of(model, Roulette, OnePoint))
		differ(model == MutationOnly, of(model, Tournament, OnePoint), of(model, Tournament, Uniform))
		differ(model == Pairs, of(model, Tournament, OnePoint), of(Pairs, Tournament, OnePoint))
	}
}

// checkGenerations evolves ten generations, and checks each. It returns the mean fitness of each.
func checkGenerations(t *testing.T, s *Solver, p search.Problem, name string) (course []float64) {
	e := start(t, s, p)
	best := math.Inf(1)
	require.NoError(t, minimizeFrom(t, e, 10, func(ga *eaopt.GA) {
		members := individualsOf(t, e, ga)
		for _, individual := range members {
			c := chromosomeOf(individual)
			want := slowScore(e, p.Start.Tiles(), c.genes)
			if c.score != want || individual.Fitness != float64(want.fitness) {
				require.Fail(t, "stale fitness", "%s: %v and %v, expected %v", name, c.score,
					individual.Fitness, want)
			}
		}
		require.LessOrEqual(t, members.FitMin(), best, name)
		best = members.FitMin()
		course = append(course, members.FitAvg())
	}), name)
	return course
}

// The fittest are copied to the next island, and from the last to the first.
func TestMigration(t *testing.T) {
	var islands eaopt.Populations
	for i := range 3 {
		var island eaopt.Population
		for j := range 4 {
			fitness := float64(10*i + j)
			island.Individuals = append(island.Individuals, eaopt.Individual{
				Genome:    &vector{fitness, 0},
				Fitness:   fitness,
				Evaluated: true,
			})
		}
		islands = append(islands, island)
	}
	MigRing{NMigrants: 1}.Apply(islands, nil)
	assert.Equal(t, []float64{0, 1, 2, 20, 0, 10, 11, 12, 10, 20, 21, 22}, fitnessOf(islands))
	genomes := map[eaopt.Genome]bool{}
	for _, island := range islands {
		for _, individual := range island.Individuals {
			genomes[individual.Genome] = true
			assert.Equal(t, individual.Fitness, individual.Genome.(*vector)[0])
		}
	}
	assert.Len(t, genomes, 12, "a migrant is a copy")
}

// The selectors prefer fit individuals, each in its own measure. The indexes and the individuals
// that they return belong together.
func TestSelectors(t *testing.T) {
	var indis eaopt.Individuals
	for fitness := range 4 {
		indis = append(indis, eaopt.Individual{
			Genome:    &vector{float64(fitness)},
			Fitness:   float64(fitness),
			Evaluated: true,
		})
	}
	for _, c := range []struct {
		selector eaopt.Selector
		want     [4]float64
	}{
		{SelTournament{NContestants: 1}, [4]float64{0.25, 0.25, 0.25, 0.25}},
		{SelTournament{NContestants: 2}, [4]float64{7. / 16, 5. / 16, 3. / 16, 1. / 16}},
		{SelRoulette{}, [4]float64{0.4, 0.3, 0.2, 0.1}},
	} {
		require.NoError(t, c.selector.Validate())
		const draws = 40_000
		selected, indexes, err := c.selector.Apply(draws, indis, random.Stream(1, 0))
		require.NoError(t, err)
		var shares [4]float64
		for i, index := range indexes {
			require.EqualValues(t, index, selected[i].Fitness)
			require.NotSame(t, indis[index].Genome, selected[i].Genome)
			shares[index] += 1.0 / draws
		}
		for i, share := range shares {
			assert.InDelta(t, c.want[i], share, 0.01, "%#v", c.selector)
		}
	}
	assert.Error(t, SelTournament{}.Validate())
	_, _, err := SelTournament{NContestants: 2}.Apply(2, nil, random.Stream(1, 0))
	assert.Error(t, err)
}

// The faults of eaopt that the package works around are there.
func TestFaultsOfEaopt(t *testing.T) {
	individuals := func(n int) (indis eaopt.Individuals) {
		for fitness := range n {
			indis = append(indis, eaopt.Individual{
				Genome:    &vector{float64(fitness)},
				Fitness:   float64(fitness),
				Evaluated: true,
			})
		}
		return indis
	}
	rng := rand.New(rand.NewSource(1))

	wrong := 0
	for range 100 {
		selected, indexes, err := eaopt.SelTournament{NContestants: 2}.Apply(1, individuals(4), rng)
		require.NoError(t, err)
		if float64(indexes[0]) != selected[0].Fitness {
			wrong++
		}
	}
	assert.Positive(t, wrong, "indexes of other individuals than the winners")

	// The last population has the individuals of the first and of its own after two exchanges, but
	// sends nothing to the first.
	populations := eaopt.Populations{
		{Individuals: individuals(4)}, {Individuals: individuals(4)}, {Individuals: individuals(4)},
	}
	last := map[eaopt.Genome]bool{}
	for _, individual := range populations[2].Individuals {
		last[individual.Genome] = true
	}
	eaopt.MigRing{NMigrants: 4}.Apply(populations, rng)
	for _, individual := range populations[0].Individuals {
		assert.False(t, last[individual.Genome], "an exchange between the last and the first")
	}

	// A child has the fitness of its parent: both children are new, and one is not evaluated.
	a := individuals(2)
	a[0].Crossover(a[1], rng)
	assert.False(t, a[0].Evaluated)
	assert.True(t, a[1].Evaluated, "the mate has other genes and an old fitness")
}

// A child has the genes of its parents that its kind of crossover names.
func TestCrossoverKinds(t *testing.T) {
	rng := random.Stream(1, 0)
	a := chromosomeWith(50, []float64{0.10, 0.11, 0.12, 0.13, 0.14, 0.15})
	b := chromosomeWith(50, []float64{0.20, 0.21, 0.22, 0.23})
	for _, kind := range rowOf("crossover-kind").Words {
		child := chromosomeWith(50, nil)
		child.mating.kind = kind
		seen := map[string]bool{}
		for range 2000 {
			child.BecomeChild(a, b, rng)
			text := ""
			for i, gene := range child.genes {
				from := byte('a')
				if gene >= 0.2 {
					from = 'b'
				}
				text += string(from)
				if kind != Splice { // genes keep their place
					require.Equal(t, i, int(math.Round(gene*100))%10, kind)
				}
			}
			seen[text] = true
		}
		switch kind {
		case Splice: // 0 to 5 genes of one and 1 to 4 of the other
			assert.Len(t, seen, 6*4)
		case OnePoint:
			assert.Equal(t, map[string]bool{"bbbb": true, "abbb": true, "aabb": true, "aaab": true}, seen)
		case TwoPoint: // no gene of the other, or one of 4+3+2+1 ranges
			assert.Len(t, seen, 1+10)
			assert.True(t, seen["abbaaa"] && seen["bbbbaa"] && seen["aaaaaa"])
		case Uniform:
			assert.Len(t, seen, 1<<4)
		}
	}
}
