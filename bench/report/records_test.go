package report_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/report"
	"npuzzle/bench/store"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// fixture is an experiment with its trials.
type fixture struct {
	store.Experiment
	Records []bench.Record
}

func (f fixture) report() report.Document {
	return report.Of(f.Experiment, analysis.New(bench.Experiment{}, f.Records))
}

// withOptima sets the optimal costs that any of the records proves.
func withOptima(records []bench.Record) []bench.Record {
	proven := map[string]bench.Figure{}
	id := func(r bench.Record) string { return fmt.Sprint(r.Group, " ", r.Puzzle) }
	for _, r := range records {
		if r.Optimal {
			proven[id(r)] = r.Cost
		}
	}
	for i, r := range records {
		if cost, known := proven[id(r)]; known {
			records[i].SetOptimal(cost)
		}
	}
	return records
}

// experiment makes up the trials of six solvers on puzzles of two sizes, three
// numbers of random moves each: two optimal searches, one of which meets limits,
// and a genetic solver with two settings varied.
func experiment(seed uint64, puzzles int) fixture {
	random := rand.New(rand.NewPCG(seed, 0))
	e := fixture{Experiment: store.Experiment{
		Name: "made-up", Definition: "name: made-up\n",
		Description: "Trials that nobody ran: figures drawn from a seed.",
	}}
	for _, size := range []puzzle.Size{{Rows: 3, Cols: 3}, {Rows: 3, Cols: 4}} {
		for _, walk := range []int{10, 20, 40} {
			for number := 1; number <= puzzles; number++ {
				best := min(walk, 4+walk/2+random.IntN(1+walk/3)) + (size.Cols-3)*4
				common := bench.Record{
					Experiment:     "made-up",
					Group:          fmt.Sprintf("%v walk %d", size, walk),
					Puzzle:         number,
					Repeat:         1,
					Rows:           size.Rows,
					Cols:           size.Cols,
					MoveCosts:      puzzle.Costs{},
					Walk:           &walk,
					StartMisplaced: 3 + random.IntN(size.Rows*size.Cols-3),
					Notation:       puzzle.BlankNotation,
					Jobs:           2,
					Started:        fmt.Sprintf("2026-11-20T10:%02d:%02dZ", walk, number%60),
					Provenance: bench.Provenance{
						Machine:   "Made-up processor, 2 cores, linux/amd64",
						Version:   "1.0",
						Signature: "42",
					},
				}
				for i, heuristic := range []string{"manhattan", "misplaced"} {
					r := common
					r.Solver = "astar " + heuristic
					r.Algorithm = "astar"
					r.Heuristic = heuristic
					r.Expanded = uint64(math.Exp(float64(best)*(0.18+0.1*float64(i)) +
						random.Float64()))
					r.ExpandedBeforeLastF = r.Expanded * 2 / 3
					r.Generated = r.Expanded * 2
					r.Bytes = r.Expanded*24 + 4096
					r.Seconds = 2e-7*float64(r.Expanded) + 1e-5*random.Float64()
					r.Optimal = true
					finish(&r, best, r.Expanded < 3000, search.NodeLimit)
					e.Records = append(e.Records, r)
				}
				for i, population := range []int{50, 50, 200, 200} {
					generations := []int{100, 500, 100, 500}[i]
					r := common
					r.Solver = fmt.Sprintf("ga population=%d generations=%d", population,
						generations)
					r.Algorithm = "ga"
					r.Heuristic = "manhattan"
					r.Settings = bench.Values{"population": fmt.Sprint(population),
						"generations": fmt.Sprint(generations),
						"phases":      "5"}
					r.Evaluated = uint64(population * (1 + random.IntN(generations)))
					r.Seconds = 1e-6 * float64(r.Evaluated)
					r.Bytes = uint64(population*1000 + random.IntN(5000))
					finish(&r, best+2*random.IntN(best+1), random.Float64() < 0.6+0.1*float64(i),
						search.Exhausted)
					if r.Status == search.Solved {
						r.Found = []search.Found{{Length: *r.Length + 6,
							Evaluated: r.Evaluated / 3},
							{Length: *r.Length, Evaluated: r.Evaluated * 2 / 3}}
					}
					e.Records = append(e.Records, r)
				}
			}
		}
	}
	e.Records = withOptima(e.Records)
	for i := range e.Records { // the histories of five trials
		r := &e.Records[i]
		if r.Algorithm != "ga" || r.Puzzle > 5 || r.Group != e.Records[0].Group {
			continue
		}
		var run bench.Trace
		best := 40 + 10*random.Float64()
		pace := 0.9 + 0.08*random.Float64()
		for number := range 60 {
			best *= pace + 0.02*random.Float64()
			g := bench.Moment{
				Generation: number, Best: int64(best), Median: int64(best) + 4, Mean: best + 5,
				Diversity: math.Exp(-float64(number) / 30), Evaluated: uint64(200 * (number + 1)),
			}
			run = append(run, g)
		}
		r.History = run
	}
	return e
}

// finish ends a trial: with a plan, or else with a status.
func finish(r *bench.Record, length int, solved bool, otherwise search.Status) {
	r.CPUSeconds = bench.Figure(r.Seconds)
	r.Cost = bench.Figure(math.NaN())
	r.LowerBound = 0
	r.Status = otherwise
	if !solved {
		r.Optimal = false
		return
	}
	moves := ""
	r.Status = search.Solved
	r.Moves = &moves
	r.Length = &length
	r.Cost = bench.Figure(length)
}
