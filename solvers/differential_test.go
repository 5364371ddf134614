package solvers_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
	"npuzzle/search"
	"npuzzle/search/searchtest"
	"npuzzle/solvers"
)

// The differential test draws cases at random. A case is a problem, and a few runs of every solver
// on it with random settings. The case is drawn from its number, so it can be run again alone:
//
//	go test ./solvers -run TestDifferential -case 17
//	go test ./solvers -run TestDifferential -slow -differential 30m -timeout 40m
var (
	onlyCase = flag.Uint64("case", 0, "run only this case of the differential test")
	duration = flag.Duration("differential", 10*time.Minute,
		"length of the differential test with -slow")
)

// Numbers of cases of an ordinary run, and of one under the race detector or with -short.
const (
	ordinaryCases = 50
	fewCases      = 20
)

// smallSpace is the largest number of cells of a board whose exact distances are computed.
const smallSpace = 8

func TestDifferential(t *testing.T) {
	if *onlyCase > 0 {
		require.Empty(t, newCase(*onlyCase).run())
		return
	}
	cases := uint64(ordinaryCases)
	if testing.Short() || searchtest.RaceDetector {
		cases = fewCases
	}
	first := uint64(1)
	goOn := func(number uint64) bool { return number < first+cases }
	if slow.Asked() {
		begin := time.Now()
		first = uint64(begin.UnixMilli()) // other cases each time
		goOn = func(uint64) bool { return time.Since(begin) < *duration }
	}
	runs := 0
	for number := first; goOn(number); number++ {
		c := newCase(number)
		fault := c.run()
		runs += c.runs
		require.Empty(t, fault, "go test ./solvers -run TestDifferential -case %d", number)
	}
	t.Logf("%d runs of solvers", runs)
}

// differentialCase is a problem, and what is known about it.
type differentialCase struct {
	number   uint64
	rng      *rand.Rand
	problem  search.Problem
	order    string
	distance puzzle.Cost // -1 if it is not known
	lowest   puzzle.Cost // cost of the cheapest plan that a run has found; -1 if there is none
	highest  puzzle.Cost // highest lower bound that a run has given
	bounder  string      // the run that has given it
	runs     int
}

func newCase(number uint64) *differentialCase {
	c := &differentialCase{number: number, rng: puzzle.NewRand(number, 0), distance: -1, lowest: -1}
	size := c.drawSize()
	goal := c.drawGoal(size)
	c.problem = search.Problem{Start: c.drawStart(goal), Goal: goal, Costs: c.drawCosts()}
	letters := []byte("UDLR")
	c.rng.Shuffle(len(letters), func(i, j int) { letters[i], letters[j] = letters[j], letters[i] })
	c.order = string(letters)
	return c
}

// drawSize draws a size from 1x2 to 5x10, upright or lying, and sometimes one of up to 16x16.
func (c *differentialCase) drawSize() puzzle.Size {
	size := puzzle.Size{Rows: 1 + c.rng.IntN(5), Cols: 2 + c.rng.IntN(9)}
	if c.rng.IntN(8) == 0 {
		size = puzzle.Size{Rows: 1 + c.rng.IntN(16), Cols: 2 + c.rng.IntN(15)}
	}
	if c.rng.IntN(3) > 0 { // small boards have the most searches that end
		size = puzzle.Size{Rows: 1 + c.rng.IntN(3), Cols: 2 + c.rng.IntN(3)}
	}
	if c.rng.IntN(2) == 0 {
		size = puzzle.Size{Rows: size.Cols, Cols: size.Rows}
	}
	return size
}

func (c *differentialCase) drawGoal(size puzzle.Size) puzzle.Board {
	if c.rng.IntN(2) == 0 {
		name := puzzle.GoalNames[c.rng.IntN(len(puzzle.GoalNames))]
		goal, err := puzzle.Goal(name, size)
		if err == nil {
			return goal
		}
	}
	goal, err := puzzle.New(size, c.rng.Perm(size.Cells()))
	if err != nil {
		panic(err)
	}
	return goal
}

// drawStart draws a board near the goal, any board of a small size, and now and then one that
// cannot reach the goal.
func (c *differentialCase) drawStart(goal puzzle.Board) puzzle.Board {
	size := goal.Size()
	if c.rng.IntN(50) == 0 {
		start, err := puzzle.New(size, c.rng.Perm(size.Cells()))
		if err == nil && !puzzle.Solvable(start, goal) {
			return start
		}
	}
	if size.Cells() <= 12 && c.rng.IntN(2) == 0 {
		return puzzle.Uniform(c.rng, goal)
	}
	return puzzle.Walk(c.rng, goal, c.rng.IntN(31))
}

// drawCosts draws costs of 1 in half of the cases, and else costs that differ little or much.
func (c *differentialCase) drawCosts() puzzle.Costs {
	texts := []string{
		"1000,1000,1,1", "1,1,1000,1000", "1,1000,1,1000", "0.5,0.25,1.75,3", "1,2,3,4", "2,2,2,2",
	}
	text := texts[c.rng.IntN(len(texts))]
	switch c.rng.IntN(8) {
	case 0, 1, 2, 3:
		return puzzle.Costs{}
	case 4:
		text = ""
		for i := range 4 {
			if i > 0 {
				text += ","
			}
			text += strconv.FormatFloat(float64(1+c.rng.IntN(2000))/100, 'f', -1, 64)
		}
	}
	costs, err := puzzle.ParseCosts(text)
	if err != nil {
		panic(err)
	}
	return costs
}

// run runs the case, and returns the fault that it finds, or "".
func (c *differentialCase) run() string {
	p := c.problem
	if p.Start.Size().Cells() <= smallSpace && puzzle.Solvable(p.Start, p.Goal) {
		table, err := exact.Distances(context.Background(), p.Goal, p.Costs)
		if err != nil {
			return err.Error()
		}
		c.distance, _ = table.Distance(p.Start)
	}
	for _, name := range solvers.Names() {
		settings, ok := c.drawSettings(name)
		if !ok {
			continue
		}
		limits := search.Limits{Generated: 20_000}
		if c.rng.IntN(4) == 0 {
			limits.Generated = 1 + c.rng.Uint64N(1000)
		}
		what := c.describe(settings, limits)
		result, fault := c.solve(settings, limits)
		if fault == "" {
			fault = c.check(settings, result, what)
		}
		if fault == "" {
			fault = c.repeat(settings, limits, result)
		}
		if fault != "" {
			return what + ": " + fault
		}
	}
	return ""
}

// describe returns a line about a run.
func (c *differentialCase) describe(s solvers.Settings, limits search.Limits) string {
	return fmt.Sprintf("%s from %v to %v, move costs %v, at most %d states, settings %v",
		s.Algorithm, c.problem.Start, c.problem.Goal, c.problem.Costs, limits.Generated, s.Texts())
}

// drawSettings draws settings of a solver. It returns false if the solver does not support the
// problem.
func (c *differentialCase) drawSettings(name string) (solvers.Settings, bool) {
	s := solvers.Default(name).With("workers", "1")
	choices := map[string][]string{
		"heuristic": {
			"", "zero", "misplaced", "max-sort", "euclidean", "out-of-row-column", "manhattan",
			"linear-conflict", "linear-conflict-pairs", "walking-distance", "convex", "pairs",
			"max(manhattan,misplaced)", "max(linear-conflict,walking-distance)",
		},
		"engine":   {search.Fast, search.Textbook},
		"subgoals": {"", search.NoSubgoals, search.ByLine},
		"prune":    {"false", "true"},
		"weight":   {"1", "1.5", "3", "20"},
		"width":    {"", "", "1", "7", "100"},
		"preset":   {"pure", "memetic", "study"},
		"seed":     {"1", "2", "3"},
	}
	// The preset comes first, because it replaces the other settings.
	order := []string{
		"preset", "heuristic", "engine", "subgoals", "prune", "weight", "width", "seed",
	}
	for _, setting := range order {
		values := choices[setting]
		value := values[c.rng.IntN(len(values))]
		if value == "" || s.CheckTaken(setting) != nil {
			continue
		}
		if err := s.Set(setting, value); err != nil {
			panic(err)
		}
	}
	s = s.With("order", c.order)
	return s, s.CheckGoal(c.problem.Goal, c.problem.Costs) == nil && s.Check() == nil
}

// solve runs a solver. The fault is an error or a panic.
func (c *differentialCase) solve(
	s solvers.Settings, limits search.Limits,
) (r search.Result, fault string) {
	c.runs++
	defer func() {
		if value := recover(); value != nil {
			fault = fmt.Sprintf("panic: %v\n%s", value, debug.Stack())
		}
	}()
	solver, err := solvers.New(s, nil)
	if err != nil {
		return r, err.Error()
	}
	r, err = solver.Solve(context.Background(), c.problem, limits)
	if err != nil {
		return r, err.Error()
	}
	return r, ""
}

// repeat solves again, with another number of workers. The result must be the same. If the solver
// claims Varies, the status and the cost of an optimal plan must be the same, unless a run reaches
// the limit of states.
func (c *differentialCase) repeat(
	s solvers.Settings, limits search.Limits, want search.Result,
) string {
	workers := 1 + c.rng.IntN(3)
	s = s.With("workers", strconv.Itoa(workers))
	got, fault := c.solve(s, limits)
	if fault != "" {
		return fault
	}
	if s.Capabilities().Varies {
		limited := got.Status == search.NodeLimit || want.Status == search.NodeLimit
		if got.Status != want.Status && !limited || got.Optimal && want.Optimal && got.Cost != want.Cost {
			return fmt.Sprintf("%d workers give another result than 1 worker:\n%+v\n%+v", workers,
				got, want)
		}
		return ""
	}
	if fmt.Sprint(withoutTimes(got)) != fmt.Sprint(withoutTimes(want)) {
		return fmt.Sprintf("%d workers give another result than 1 worker:\n%+v\n%+v", workers, got,
			want)
	}
	return ""
}

// withoutTimes returns a result without the numbers that may differ from run to run.
func withoutTimes(r search.Result) search.Result {
	r.Discarded = 0
	r.Bytes = 0
	r.Found = slices.Clone(r.Found)
	for i := range r.Found {
		r.Found[i].Seconds = 0
		r.Found[i].CPUSeconds = 0
	}
	return r
}

// check checks a result against the rules of package search, and against the other results of the
// case.
func (c *differentialCase) check(s solvers.Settings, r search.Result, what string) string {
	p := c.problem
	solvable := puzzle.Solvable(p.Start, p.Goal)
	switch r.Status {
	case search.Solved:
		if fault := c.checkPlan(s, r); fault != "" {
			return fault
		}
	case search.Unsolvable:
		if solvable {
			return "the board can be solved"
		}
	case search.NodeLimit:
	case search.Exhausted:
		if !s.Capabilities().Incomplete {
			return "nothing bounds the search"
		}
	default:
		return fmt.Sprintf("status %q without such a limit", r.Status)
	}
	if r.Status != search.Solved && (len(r.Moves) > 0 || r.Optimal || len(r.Found) > 0) {
		return fmt.Sprintf("status %q with a plan: %+v", r.Status, r)
	}
	if !solvable {
		return ""
	}
	if r.LowerBound > c.highest {
		c.highest = r.LowerBound
		c.bounder = what
	}
	switch {
	case c.distance >= 0 && c.highest > c.distance:
		return fmt.Sprintf("the lower bound %d exceeds the distance %d", c.highest, c.distance)
	case c.lowest >= 0 && c.highest > c.lowest:
		return fmt.Sprintf("a plan costs %d, but there is a lower bound of %d by %s", c.lowest,
			c.highest, c.bounder)
	}
	return ""
}

// checkPlan checks the plan of a result.
func (c *differentialCase) checkPlan(s solvers.Settings, r search.Result) string {
	p := c.problem
	board := p.Start
	seen := map[puzzle.Board]bool{board: true}
	for i, move := range r.Moves {
		next, legal := board.Move(move)
		if !legal {
			return fmt.Sprintf("move %d of the plan is illegal", i+1)
		}
		if next == p.Goal && i+1 < len(r.Moves) {
			return fmt.Sprintf("the plan %v passes through the goal after %d moves", r.Moves, i+1)
		}
		if seen[next] {
			return fmt.Sprintf("move %d of the plan %v leads to a board for the second time", i+1,
				r.Moves)
		}
		seen[next] = true
		board = next
	}
	cost := p.Costs.Total(r.Moves)
	if c.lowest < 0 || cost < c.lowest {
		c.lowest = cost
	}
	switch {
	case board != p.Goal:
		return "the plan does not lead to the goal"
	case r.Cost != cost:
		return fmt.Sprintf("the plan costs %d, not %d", cost, r.Cost)
	case r.Optimal != (r.Cost == r.LowerBound):
		return fmt.Sprintf("optimal %v, cost %d, lower bound %d", r.Optimal, r.Cost, r.LowerBound)
	case len(r.Found) > 0 && r.Found[len(r.Found)-1].Length != len(r.Moves):
		last := r.Found[len(r.Found)-1]
		return fmt.Sprintf("the last plan found has %d moves, the plan %d", last.Length,
			len(r.Moves))
	case c.distance >= 0 && cost < c.distance:
		return fmt.Sprintf("the plan costs %d, less than the distance %d", cost, c.distance)
	case c.mustProve(s) && !r.Optimal:
		return fmt.Sprintf("the plan of cost %d is not proven optimal; lower bound %d", r.Cost,
			r.LowerBound)
	}
	return ""
}

// mustProve reports whether each plan of a solver must be proven to be optimal.
func (c *differentialCase) mustProve(s solvers.Settings) bool {
	if !s.Capabilities().Optimal {
		return false
	}
	return !s.Informed() || s.Heuristic.Admissible()
}
