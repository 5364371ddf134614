package ga

import (
	"fmt"
	"math/rand"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/MaxHalford/eaopt"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/internal/machine"
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
			callback := func(ga *eaopt.GA) {
				bred := time.Now()
				evolved[ga.Generations] = append(evolved[ga.Generations], bred.Sub(begun))
				again := sorted(ga.Populations)
				rng.Shuffle(len(again), func(i, j int) { again[i], again[j] = again[j], again[i] })
				if ga.Generations > 0 {
					again = again[:len(again)/2] // as many as there are children
				}
				begun = time.Now()
				for _, c := range again {
					c.score = e.scorers[0].score(&e.origin, c.genes)
					genes += len(c.genes)
				}
				scored[ga.Generations] = append(scored[ga.Generations], time.Since(begun))
				begun = time.Now()
			}
			for b.Loop() {
				begun = time.Now()
				require.NoError(b, minimizeFrom(b, e, generations, callback))
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

// BenchmarkBreeding tells what a child costs without scoring, by the models of this package and by
// eaopt's generational model: the time and the allocations.
func BenchmarkBreeding(b *testing.B) {
	eaopts := eaopt.ModGenerational{
		Selector:  eaopt.SelTournament{NContestants: 2},
		MutRate:   0.1,
		CrossRate: 0.9,
	}
	for _, size := range []int{50, 1000} {
		for _, name := range []string{Pairs, Generational, "eaopt"} {
			s := &Solver{Settings: firstPlan(), Heuristic: heuristics.Manhattan, Workers: 1}
			s.Population = size
			children := size
			switch name {
			case Pairs:
				children = size / 2
			case Generational:
				s.Model = Generational
			}
			e := start(b, s, hard(b))
			model := e.model
			if name == "eaopt" {
				model = eaopts
			}
			require.NoError(b, minimizeFrom(b, e, 1, func(*eaopt.GA) {}))
			b.Run(fmt.Sprintf("%s/%d", name, size), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					require.NoError(b, model.Apply(&e.populations[0]))
					for i := range e.populations[0].Individuals {
						e.populations[0].Individuals[i].Evaluated = true // with an old fitness
					}
				}
				perChild := float64(b.Elapsed().Nanoseconds()) / float64(b.N*children)
				b.ReportMetric(perChild, "ns/child")
			})
		}
	}
}

// BenchmarkMinimize tells what eaopt's loop, which starts goroutines, costs more than the loop on
// the calling goroutine, if the calling goroutine is locked to its thread as in the laboratory.
func BenchmarkMinimize(b *testing.B) {
	const generations = 100
	evaluate := func(indis eaopt.Individuals) error { return indis.Evaluate(false) }
	for _, loop := range []string{"own", "eaopt", "eaopt, not locked"} {
		b.Run(loop, func(b *testing.B) {
			s := &Solver{Settings: presetOf("study"), Heuristic: heuristics.Manhattan, Workers: 1}
			e := start(b, s, hard(b))
			ga := e.newGA()
			ga.NGenerations = generations
			ga.Callback = func(*eaopt.GA) {}
			if loop != "eaopt, not locked" {
				runtime.LockOSThread()
				defer runtime.UnlockOSThread()
			}
			began := machine.CPUTime()
			for b.Loop() {
				require.NoError(b, e.drawPopulations())
				ga.Generations = 0
				if loop == "own" {
					require.NoError(b, minimize(ga, evaluate))
					continue
				}
				next := 0
				require.NoError(b, ga.Minimize(func(*rand.Rand) eaopt.Genome {
					next++
					return e.populations[0].Individuals[next-1].Genome
				}))
			}
			used := machine.CPUTime() - began
			perGeneration := float64(used.Microseconds()) / float64(b.N*generations)
			b.ReportMetric(perGeneration, "CPU-us/generation")
		})
	}
}
