package bench_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// walked returns a trial of a solver on a board that is some moves from the goal.
func walked(
	t *testing.T, algorithm string, size puzzle.Size, moves int, costs puzzle.Costs,
) bench.Trial {
	goal := goalOf(t, size.Rows, size.Cols)
	start := puzzle.Walk(puzzle.NewRand(uint64(moves), 1), goal, moves)
	settings := solvers.Default(algorithm)
	if settings.Capabilities().Generations {
		settings = settings.With("population", "20").With("generations", "20")
	}
	if algorithm == "beam" {
		settings.Heuristic = heuristics.LinearConflict
	}
	return bench.Trial{
		Puzzle: bench.Puzzle{Problem: search.Problem{Start: start, Goal: goal, Costs: costs}},
		Solver: bench.Solver{Settings: settings},
		Limits: search.Limits{Generated: 20_000, Bytes: 1 << 24},
	}
}

// The gate lets through what the solvers of this program answer, also after a journey as JSON. The
// records that are made of it pass, too.
func TestAnswersOfAllSolversPass(t *testing.T) {
	t.Parallel()
	costs, err := puzzle.ParseCosts("0.1,0.2,0.3,0.4")
	require.NoError(t, err)
	for _, algorithm := range solvers.Names() {
		for _, size := range []puzzle.Size{
			{Rows: 1, Cols: 2}, {Rows: 2, Cols: 3}, {Rows: 3, Cols: 3}, {Rows: 4, Cols: 4},
			{Rows: 2, Cols: 8},
		} {
			for _, moves := range []int{0, 1, 5, 30} {
				for _, c := range []puzzle.Costs{{}, costs} {
					trial := walked(t, algorithm, size, moves, c)
					ran, err := trial.Run(t.Context())
					if errors.Is(err, search.ErrUnitCosts) {
						continue
					}
					require.NoError(t, err, "%s on %v, %d moves, costs %v", algorithm, size, moves,
						c)
					text, err := json.Marshal(ran.Answer())
					require.NoError(t, err)
					var answer bench.Answer
					require.NoError(t, json.Unmarshal(text, &answer))
					accepted, err := trial.Accept(answer, time.Minute)
					require.NoError(t, err)
					require.Equal(t, ran.Result, accepted.Result)
					record := accepted.StoredRecord("mine", 1, bench.Provenance{})
					require.NoError(t, record.Check())
					require.NoError(t, record.CheckPlan())
				}
			}
		}
	}
}

// An answer that the trial cannot have is refused, and says why.
func TestWrongAnswers(t *testing.T) {
	t.Parallel()
	trial := walked(t, "astar", puzzle.Size{Rows: 3, Cols: 3}, 20, puzzle.Costs{})
	ran, err := trial.Run(t.Context())
	require.NoError(t, err)
	require.Equal(t, search.Solved, ran.Result.Status)
	for want, change := range map[string]func(*bench.Answer){
		`the unknown status ""`:    func(a *bench.Answer) { a.Result.Status = "" },
		`the unknown status "won"`: func(a *bench.Answer) { a.Result.Status = "won" },
		`a plan, but status "memory-limit"`: func(a *bench.Answer) {
			a.Result.Status = search.MemoryLimit
		},
		"the status exhausted of astar": func(a *bench.Answer) {
			a.Result = search.Result{Status: search.Exhausted}
		},
		"there is a plan that costs at most": func(a *bench.Answer) {
			a.Result = search.Result{Status: search.MemoryLimit, LowerBound: 1000}
		},
		"generated 900000000000000 in": func(a *bench.Answer) { a.Result.Generated = 9e14 },
		"plan 2 was found before plan 1": func(a *bench.Answer) {
			length := len(a.Result.Moves)
			a.Result.Found = []search.Found{{Length: length + 1, Seconds: 0.1}, {Length: length}}
		},
		"plan 1 was found after 99 s": func(a *bench.Answer) {
			a.Result.Found = []search.Found{{Length: len(a.Result.Moves), Seconds: 99}}
		},
		"after more work than the run did": func(a *bench.Answer) {
			a.Result.Found = []search.Found{{Length: len(a.Result.Moves), Generated: 1e12}}
		},
		"it began at 2199": func(a *bench.Answer) {
			a.Started = time.Date(2199, 1, 1, 0, 0, 0, 0, time.UTC)
		},
		"the trial has no such limit": func(a *bench.Answer) {
			a.Result.Status = search.TimeLimit
		},
		"the status of an interrupt": func(a *bench.Answer) {
			a.Result.Status = search.Cancelled
		},
		"a plan that does not lead to the goal": func(a *bench.Answer) { a.Result.Moves = nil },
		"leaves the board": func(a *bench.Answer) {
			a.Result.Moves = make([]puzzle.Move, 9)
		},
		"move 1 is number 200":  func(a *bench.Answer) { a.Result.Moves = []puzzle.Move{200} },
		"below the lower bound": func(a *bench.Answer) { a.Result.LowerBound++ },
		"with a lower bound of": func(a *bench.Answer) { a.Result.LowerBound-- },
		"lower bound -1":        func(a *bench.Answer) { a.Result.LowerBound = -1 },
		"for a plan of cost": func(a *bench.Answer) {
			a.Result.Cost += 2
			a.Result.Optimal = false
		},
		"which astar does not report": func(a *bench.Answer) { a.Result.Evaluated = 1 },
		"expanded 18446744073709551615": func(a *bench.Answer) {
			a.Result.Expanded = math.MaxUint64
		},
		"a state of cost -1": func(a *bench.Answer) { a.Result.MaxCost = -1 },
		"before the last f": func(a *bench.Answer) {
			a.Result.ExpandedBeforeLastF = a.Result.Expanded + 1
		},
		"1e+308 s": func(a *bench.Answer) { a.Seconds = 1e308 },
		"NaN s":    func(a *bench.Answer) { a.Seconds = math.NaN() },
		"of a trial that was handed out 60 s ago": func(a *bench.Answer) { a.Seconds = 63 },
		"s of processor time":                     func(a *bench.Answer) { a.CPUSeconds = 1e8 },
		"it began at 0001": func(a *bench.Answer) {
			a.Started = time.Time{}
		},
		"1152921504606846976 bytes": func(a *bench.Answer) { a.Resident = 1 << 60 },
		"a history of 1 moments":    func(a *bench.Answer) { a.History = []bench.Moment{{}} },
		"a plan of length -1": func(a *bench.Answer) {
			a.Result.Found = []search.Found{{Length: -1}}
		},
		"detours; without them it has": func(a *bench.Answer) {
			detour := []puzzle.Move{a.Result.Moves[0], a.Result.Moves[0].Opposite()}
			a.Result.Moves = append(detour, a.Result.Moves...)
			a.Result.Cost += 2
			a.Result.Optimal = false
		},
		"the last plan that was found has 99 moves": func(a *bench.Answer) {
			a.Result.Found = []search.Found{{Length: 99}}
		},
		"plan 2 was found after a plan that is not more expensive": func(a *bench.Answer) {
			length := len(a.Result.Moves)
			a.Result.Found = []search.Found{{Length: length}, {Length: length}}
		},
		"a result and a fault": func(a *bench.Answer) { a.Fault = "x" },
		"a fault that is not one line": func(a *bench.Answer) {
			*a = bench.Answer{Started: a.Started, Fault: "x\n"}
		},
		"status unsolvable for a board that can": func(a *bench.Answer) {
			a.Result = search.Result{Status: search.Unsolvable}
		},
		"a fault that is not one line ": func(a *bench.Answer) {
			*a = bench.Answer{Started: a.Started, Fault: strings.Repeat("x", 1e4)}
		},
	} {
		answer := ran.Answer()
		change(&answer)
		_, err := trial.Accept(answer, time.Minute)
		wrong := new(bench.WrongAnswerError)
		require.ErrorAs(t, err, &wrong, want)
		assert.ErrorContains(t, err, strings.TrimSpace(want))
	}
}

// A wrong result of a solver of another Go program is an error of the trial, and its right results
// prove nothing.
func TestWrongSolverOfAnotherProgram(t *testing.T) {
	t.Parallel()
	trial := walked(t, "astar", puzzle.Size{Rows: 3, Cols: 3}, 20, puzzle.Costs{})
	right, err := trial.Run(t.Context())
	require.NoError(t, err)
	for _, wrong := range []bool{false, true} {
		var answer solverFunc = func(
			context.Context, search.Problem, search.Limits,
		) (search.Result, error) {
			result := right.Result
			if wrong {
				result.Moves = []puzzle.Move{puzzle.Up}
				result.Cost = 1
				result.LowerBound = 1
			}
			return result, nil
		}
		trial.Solver.Settings = solvers.Of(answer)
		var got bench.Trial
		err := bench.Runner{KeepFaults: true}.Run(t.Context(), trialsOf(trial),
			func(t bench.Trial) error {
				got = t
				return nil
			})
		require.NoError(t, err)
		record := got.StoredRecord("mine", 1, bench.Provenance{})
		assert.Equal(t, bench.FromProgram, record.Source)
		assert.False(t, record.Proves())
		assert.Equal(t, wrong,
			strings.HasPrefix(record.Error, "the answer of the solver is wrong: "), record.Error)
		assert.Equal(t, wrong, record.Moves == nil)
	}
	record := right.StoredRecord("mine", 1, bench.Provenance{})
	assert.True(t, record.Proves())
}

// trialsOf yields a trial.
func trialsOf(trial bench.Trial) func(yield func(bench.Trial, error) bool) {
	return func(yield func(bench.Trial, error) bool) { yield(trial, nil) }
}

// The text of a fault is one line.
func TestFaultText(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "a b  [31mc?", bench.FaultText(errors.New("a\nb \x1b[31mc\xff")))
	assert.Len(t, bench.FaultText(errors.New(strings.Repeat("x", 1e5))), 2000)
}
