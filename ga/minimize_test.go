package ga

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/MaxHalford/eaopt"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/heuristics"
	"npuzzle/internal/random"
	"npuzzle/puzzle"
)

// Every fitness that eaopt holds equals a fresh evaluation, after every generation, under every
// setting; the generations are sorted, and no two individuals share genes. The fittest is never
// lost.
func TestFitnessIsFresh(t *testing.T) {
	generations := 0
	rapid.Check(t, func(t *rapid.T) {
		s := &Solver{
			Settings:  settings().Draw(t, "settings"),
			Workers:   rapid.IntRange(1, 3).Draw(t, "workers"),
			Heuristic: rapid.SampledFrom(every).Draw(t, "heuristic"),
		}
		p := problem(4).Draw(t, "problem")
		e := start(t, s, p)
		_, most := s.Lengths(p.Start.Size())
		before := math.Inf(1)
		err := minimizeFrom(t, e, s.Generations, func(ga *eaopt.GA) {
			generations++
			owned := map[*float64]bool{}
			members := individualsOf(t, e, ga)
			for _, individual := range slices.Concat(ga.HallOfFame, members) {
				c := chromosomeOf(individual)
				require.True(t, individual.Evaluated)
				require.Equal(t, slowScore(e, p.Start.Tiles(), c.genes), c.score)
				require.Equal(t, float64(c.score.fitness), individual.Fitness)
				require.False(t, owned[&c.genes[0]])
				owned[&c.genes[0]] = true
				require.LessOrEqual(t, len(c.genes), most)
				for _, gene := range c.genes {
					require.True(t, gene >= 0 && gene < 1)
				}
			}
			if ga.Generations > 0 && s.keepsFittest() {
				require.LessOrEqual(t, members.FitMin(), before)
			}
			require.LessOrEqual(t, ga.HallOfFame[0].Fitness, members.FitMin())
			before = members.FitMin()
		})
		if err != nil {
			require.ErrorIs(t, err, errStop)
		}
	})
	assert.Greater(t, generations, 20)
}

// keepsFittest reports whether a generation always keeps the fittest chromosome. Without elites,
// pairs of an odd number have one chromosome without a rival, which is lost.
func (s *Solver) keepsFittest() bool {
	switch {
	case s.Control == RandomPlans:
		return false
	case s.Control == HillClimbing || s.Elites > 0:
		return true
	case s.Model == Pairs:
		return s.Population%2 == 0
	}
	return s.Model != Generational
}

// eaopt's own generational model keeps stale fitness; this is the fault that TestFitnessIsFresh
// would find.
func TestStaleFitnessWouldBeFound(t *testing.T) {
	s := &Solver{Settings: firstPlan(), Heuristic: heuristics.Manhattan, Workers: 1}
	s.Population = 20
	p := hard(t)
	e := start(t, s, p)
	e.model = eaopt.ModGenerational{
		Selector:  eaopt.SelTournament{NContestants: 2},
		MutRate:   0.1,
		CrossRate: 1,
	}
	stale := 0
	require.NoError(t, minimizeFrom(t, e, 5, func(ga *eaopt.GA) {
		for _, individual := range ga.Populations[0].Individuals {
			fresh := slowScore(e, p.Start.Tiles(), chromosomeOf(individual).genes)
			if float64(fresh.fitness) != individual.Fitness {
				stale++
			}
		}
	}))
	assert.Positive(t, stale)
}

// vector is a genome of another program: a point of the plane. It is not a Breeder.
type vector [2]float64

func (v *vector) Evaluate() (float64, error) { return math.Hypot(v[0]-1, v[1]+2), nil }

func (v *vector) Mutate(rng *rand.Rand) { v[rng.Intn(2)] += rng.NormFloat64() }

func (v *vector) Crossover(mate eaopt.Genome, _ *rand.Rand) {
	w := mate.(*vector)
	v[0], w[0] = w[0], v[0]
}

func (v *vector) Clone() eaopt.Genome {
	clone := *v
	return &clone
}

func newVector(rng *rand.Rand) eaopt.Genome { return &vector{rng.NormFloat64(), rng.NormFloat64()} }

// The loop that evolves populations on the calling goroutine gives the generations of GA.Minimize.
func TestMinimizeIsThatOfEaopt(t *testing.T) {
	const generations = 6
	for _, model := range rowOf("model").Words {
		s := firstPlan()
		s.Model = model
		var want, got [][]float64
		ga, err := eaopt.GAConfig{
			NPops:        3,
			PopSize:      10,
			NGenerations: generations,
			HofSize:      1,
			Model:        s.newModel(nil, puzzle.Size{Rows: 3, Cols: 3}),
			Migrator:     MigRing{NMigrants: 2},
			MigFrequency: 2,
			RNG:          random.Stream(1, 0),
		}.NewGA()
		require.NoError(t, err)
		ga.HofSize = 0 // eaopt draws random numbers for a hall of fame
		var first eaopt.Populations
		ga.Callback = func(ga *eaopt.GA) {
			if ga.Generations == 0 { // both loops go on from here, with the same random numbers
				for i := range ga.Populations {
					population := ga.Populations[i]
					individuals := population.Individuals
					population.Individuals = individuals.Clone(random.Stream(2, 0))
					for j := range individuals { // ModRing goes by IDs
						population.Individuals[j].ID = individuals[j].ID
					}
					population.RNG = random.Stream(3, uint64(i))
					first = append(first, population)
					ga.Populations[i].RNG = random.Stream(3, uint64(i))
				}
			}
			want = append(want, fitnessOf(ga.Populations))
		}
		require.NoError(t, ga.Minimize(newVector))

		ga.Generations = 0
		ga.Populations = first
		ga.EarlyStop = func(*eaopt.GA) bool { return false }
		ga.Callback = func(ga *eaopt.GA) { got = append(got, fitnessOf(ga.Populations)) }
		evaluate := func(indis eaopt.Individuals) error { return indis.Evaluate(false) }
		require.NoError(t, minimize(ga, evaluate))
		require.Len(t, want, generations+1)
		assert.Equal(t, want, got, model)
	}
}

func fitnessOf(populations eaopt.Populations) (fitness []float64) {
	for _, population := range populations {
		for _, individual := range population.Individuals {
			fitness = append(fitness, individual.Fitness)
		}
	}
	return fitness
}

func TestBreedingReusesItsStorage(t *testing.T) {
	for _, model := range rowOf("model").Words {
		s := &Solver{Settings: firstPlan(), Heuristic: heuristics.LinearConflict, Workers: 1}
		s.Model = model
		e := start(t, s, hard(t))
		require.NoError(t, minimizeFrom(t, e, 1, func(*eaopt.GA) {}))
		population := &e.populations[0]
		allocations := testing.AllocsPerRun(20, func() {
			require.NoError(t, e.model.Apply(population))
			require.NoError(t, evaluateAndSort(population, e.evaluate))
		})
		most := 15.0
		if model == SteadyState { // which evaluates each child by itself
			most = 5.0 * float64(s.Population)
		}
		assert.LessOrEqual(t, allocations, most, "for a generation of %s", model)
	}
}
