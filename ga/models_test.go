package ga

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/MaxHalford/eaopt"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Under every model, selector and kind of crossover, on one island and on three: no fitness is
// stale, the size of the population is the setting, the fittest is kept if there are elites, and a
// run under a limit of states is the same on one worker and on two.
func TestModels(t *testing.T) {
	p := hard(t)
	courses := map[string][]float64{}
	for _, model := range rowOf("model").Words {
		for _, by := range rowOf("selector").Words {
			for _, kind := range rowOf("crossover-kind").Words {
				for _, islands := range []int{1, 3} {
					s := &Solver{Settings: firstPlan(), Heuristic: heuristics.Manhattan, Seed: 3, Workers: 1}
					s.Population, s.Model, s.Selector, s.CrossoverKind = 21, model, by, kind
					s.Islands, s.Migration, s.Elites = islands, 2, 1
					name := fmt.Sprintf("%s, %s, %s, %d islands", model, by, kind, islands)
					courses[name] = checkGenerations(t, s, p, name)

					lim := search.Limits{Generated: 60_000}
					s.Stagnation = 0
					one := solve(t, s, p, lim)
					s.Workers = 2
					assert.Equal(t, one, solve(t, s, p, lim), name)
					assert.LessOrEqual(t, one.Generated, lim.Generated)
				}
			}
		}
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
	require.NoError(t, minimize(t, e, e.config(10, func(ga *eaopt.GA) {
		now := individualsOf(t, e, ga)
		for _, individual := range now {
			c := chromosomeOf(individual)
			require.Equal(t, slowScore(e, p.Start.Tiles(), c.genes), c.score, name)
			require.Equal(t, float64(c.score.fitness), individual.Fitness, name)
		}
		require.LessOrEqual(t, now.FitMin(), best, name)
		require.Len(t, e.members, s.Islands*s.Population)
		require.Equal(t, now.FitMin(), float64(e.members[0].score.fitness))
		best, course = now.FitMin(), append(course, now.FitAvg())
	})), name)
	return course
}

// The fittest is copied to the next island, and from the last to the first.
func TestMigration(t *testing.T) {
	var islands [][]*chromosome
	for i := range int64(3) {
		var island []*chromosome
		for j := range int64(4) {
			c := &chromosome{genes: []float64{float64(i), float64(j)}, score: score{fitness: 10*i + j}}
			island = append(island, c)
		}
		islands = append(islands, island)
	}
	migrate(islands)
	for i, want := range [][]int64{{0, 1, 2, 20}, {0, 10, 11, 12}, {10, 20, 21, 22}} {
		for j, c := range islands[i] {
			assert.Equal(t, want[j], c.score.fitness)
		}
	}
}

// Selectors prefer fit individuals, each in its own measure.
func TestSelectors(t *testing.T) {
	var of []*chromosome
	for _, fitness := range []int64{0, 1, 2, 3} {
		of = append(of, &chromosome{score: score{fitness: fitness}})
	}
	shares := func(by string, size int) (shares [4]float64) {
		const draws = 40_000
		s, rng := Settings{Selector: by, TournamentSize: size}, stream(1, 0)
		for i := range draws {
			shares[s.parent(i, of, rng)] += 1.0 / draws
		}
		return shares
	}
	for _, c := range []struct {
		by   string
		size int
		want [4]float64
	}{
		{Tournament, 1, [4]float64{0.25, 0.25, 0.25, 0.25}},
		{Tournament, 2, [4]float64{7. / 16, 5. / 16, 3. / 16, 1. / 16}},
		{Roulette, 0, [4]float64{0.4, 0.3, 0.2, 0.1}},
	} {
		for at, share := range shares(c.by, c.size) {
			assert.InDelta(t, c.want[at], share, 0.01, "%v", c)
		}
	}
	elitism := Settings{Selector: Elitism}
	assert.Equal(t, 0, elitism.parent(0, of, nil))
	assert.Equal(t, 1, elitism.parent(1, of, nil))
}

// A child has the genes of its parents that its kind of crossover names.
func TestCrossoverKinds(t *testing.T) {
	s := &Solver{Settings: firstPlan(), Heuristic: heuristics.Manhattan, Workers: 1}
	p := search.Problem{Start: boardOf(t, "8 6 7/2 5 4/3 0 1"), Goal: goalOf(t, puzzle.BlankLast, 3, 3)}
	e := start(t, s, p)
	a := &chromosome{genes: []float64{0.10, 0.11, 0.12, 0.13, 0.14, 0.15}}
	b := &chromosome{genes: []float64{0.20, 0.21, 0.22, 0.23}}
	child := &chromosome{genes: make([]float64, 0, 50)}
	for _, kind := range rowOf("crossover-kind").Words {
		s.CrossoverKind = kind
		seen := map[string]bool{}
		for range 2000 {
			e.cross(child, a, b)
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
