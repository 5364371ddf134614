package ga

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/MaxHalford/eaopt"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// BenchmarkEngine tells what evolution costs beside decoding and scoring: drawing, selecting,
// crossing, sorting, and eaopt's own. Its phases are of 20 generations. After each one its children
// are scored once more, which gives the part of decoding: in a random order, since like plans one
// after another take less time. A phase takes the sum of what each of its generations takes in the
// median, so that other work on the machine is left out.
func BenchmarkEngine(b *testing.B) {
	for _, by := range []string{Ordered, Ranked} {
		benchmarkEngine(b, by)
	}
}

func benchmarkEngine(b *testing.B, by string) {
	const generations = 20
	for _, h := range []heuristics.Heuristic{heuristics.Manhattan, heuristics.LinearConflict} {
		b.Run(by+"/"+h.Name(), func(b *testing.B) {
			s := &Solver{Settings: firstPlan(), Heuristic: h, Workers: 1}
			s.Genes, s.Decoding = 200, by
			s.Crossover, s.Mutation = 1, 0
			// No plan solves the board, which would end the run.
			far := boardOf(b, "0 9 12 13/15 11 10 14/3 7 2 5/4 8 6 1")
			e := start(b, s, search.Problem{Start: far, Goal: goalOf(b, puzzle.BlankLast, 4, 4)})
			var evolved, scored [generations + 1][]time.Duration
			var begun time.Time
			rng := puzzle.NewRand(1, 0)
			genes := 0
			config := e.config(generations, func(ga *eaopt.GA) {
				bred := time.Now()
				evolved[ga.Generations] = append(evolved[ga.Generations], bred.Sub(begun))
				again := slices.Clone(e.members)
				rng.Shuffle(len(again), func(i, j int) { again[i], again[j] = again[j], again[i] })
				if ga.Generations > 0 {
					again = again[:len(again)/2] // as many as there are children
				}
				begun = time.Now()
				for _, c := range again {
					c.score = e.workers[0].score(&e.origin, c.genes)
					genes += len(c.genes)
				}
				scored[ga.Generations] = append(scored[ga.Generations], time.Since(begun))
				begun = time.Now()
			})
			for b.Loop() {
				ga, err := config.NewGA()
				require.NoError(b, err)
				begun = time.Now()
				require.NoError(b, e.drawPopulation())
				require.NoError(b, ga.Minimize(e.newGenome()))
			}
			chromosomes := float64(s.Population * (generations + 2) / 2)
			each := func(times [generations + 1][]time.Duration) (sum float64) {
				for _, t := range times {
					slices.Sort(t)
					sum += float64(t[len(t)/2].Nanoseconds())
				}
				return sum / chromosomes
			}
			all, decoding := each(evolved), each(scored)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(genes)/float64(b.N)/chromosomes, "genes/chromosome")
			b.ReportMetric(all, "ns/chromosome")
			b.ReportMetric(all-decoding, "engine-ns/chromosome")
			b.ReportMetric(100*(1-decoding/all), "%-engine")
		})
	}
}

// BenchmarkBreeding tells what it would cost to breed by eaopt's generational model instead of
// evolution.breed: the time and the allocations for each child, without scoring.
func BenchmarkBreeding(b *testing.B) {
	s := &Solver{Settings: firstPlan(), Heuristic: heuristics.Manhattan, Workers: 1}
	for _, size := range []int{50, 1000} {
		s.Population = size
		e := start(b, s, hard(b))
		require.NoError(b, e.drawPopulation())
		b.Run(fmt.Sprintf("own/%d", size), func(b *testing.B) {
			b.ReportAllocs()
			children := 0
			for b.Loop() {
				children += len(e.breed(e.members))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(children), "ns/child")
		})
		require.NoError(b, e.drawPopulation())
		population := eaopt.Population{RNG: e.rng}
		for _, c := range e.members {
			population.Individuals = append(population.Individuals, eaopt.Individual{Genome: c, Evaluated: true})
		}
		model := eaopt.ModGenerational{Selector: eaopt.SelTournament{NContestants: 2}, MutRate: 0.1, CrossRate: 0.9}
		b.Run(fmt.Sprintf("eaopt/%d", size), func(b *testing.B) {
			b.ReportAllocs()
			children := 0
			for b.Loop() {
				require.NoError(b, model.Apply(&population))
				children += len(population.Individuals)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(children), "ns/child")
		})
	}
}
