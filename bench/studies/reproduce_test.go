package studies

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Cut short before its first trial, every study still reports what is published
// and what can be decided without measuring, and every experiment that it would have
// run makes solvers and boards that go together.
func TestStudiesThatAreCutShort(t *testing.T) {
	if testing.Short() {
		t.Skip("draws boards and writes reports without goroutines, so the race detector has nothing to see")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	seen := map[string]bool{}
	run := func(_ context.Context, e bench.Experiment) ([]bench.Record, error) {
		assert.NoError(t, e.Check(), e.Name)
		assert.False(t, seen[e.Name], "%s appears twice", e.Name)
		seen[e.Name] = true
		for _, g := range e.Groups {
			for _, err := range g.Draw() {
				require.NoError(t, err, e.Name)
			}
		}
		return nil, nil
	}
	for _, name := range Names() {
		for _, quick := range []bool{false, true} {
			report, err := Reproduce(ctx, name, Host{Run: run, Quick: quick, Seed: 1})
			require.NoError(t, err, name)
			assert.True(t, report.Partial, name)
			assert.Equal(t, quick, report.Quick, name)
			assert.NotEmpty(t, report.Tables, name)
			assert.NotEmpty(t, report.Claims, name)
			assert.NotEmpty(t, report.Apart, name)
			for _, figure := range report.Figures {
				for _, panel := range figure.Plot.Panels {
					for _, series := range panel.Series {
						if panel.X.Unit == units.Share {
							assert.LessOrEqual(t, slices.Max(append(series.X, 0)), 1.0, figure.Name)
						}
					}
				}
			}
			decided := 0
			for _, c := range report.Claims {
				if c.Verdict != Undecided {
					decided++
				}
			}
			assert.Equal(t, map[string]int{"four-searches": 1, "shuffle-study": 1}[name], decided, name)
			_, err = json.Marshal(report)
			require.NoError(t, err, name)
			document := report.Document(bench.Provenance{}, time.Time{})
			text := fmt.Sprint(document.Blocks)
			assert.Contains(t, text, "npuzzle reproduce "+name+", seed 1, ")
			assert.Equal(t, strings.Contains(text, " replicas "), strings.Contains(text, "[replica: "), name)
			require.NoError(t, document.Write(filepath.Join(t.TempDir(), "report"), name), name)
		}
	}
	assert.Greater(t, len(seen), 20)

	_, err := Reproduce(ctx, "six-searches", Host{})
	assert.ErrorContains(t, err, `no study "six-searches"; expected one of`)
}

// An error of the host ends a study.
func TestExperimentsThatFail(t *testing.T) {
	for _, name := range Names() {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := Reproduce(ctx, name, Host{Run: func(context.Context, bench.Experiment) ([]bench.Record, error) {
			return nil, errors.New("no space left")
		}})
		assert.ErrorContains(t, err, name+"-")
		assert.ErrorContains(t, err, "no space left")
	}
}

// record makes a trial of so many expansions; not solved under a limit of none.
func record(expanded uint64, solved bool) bench.Record {
	r := bench.Record{Status: search.NodeLimit, Stats: search.Stats{Expanded: expanded}}
	if solved {
		length := 10
		r.Status, r.Length = search.Solved, &length
	}
	return r
}

func TestFigures(t *testing.T) {
	three := row{trials: []bench.Record{record(5, true), record(9, true), record(100, false)}}
	assert.Equal(t, []float64{5, 9, TooLong}, values(three.trials, toSolve(expanded)))
	assert.Equal(t, 9.0, medianExpanded(three))
	five := row{trials: append(three.trials, record(100, false), record(100, false))}
	assert.Equal(t, TooLong, medianExpanded(five))
	assert.Equal(t, 38.0, mean(expanded)(three))
	assert.Equal(t, 10.0, mean(length)(three))
	a := three.solved()
	assert.InDelta(t, 2.0/3, a.Value, 1e-12)
	assert.True(t, a.Low < a.Value && a.Value < a.High)

	for name, x := range map[string]float64{
		"median": quantile(0.5, expanded)(row{}), "mean": mean(length)(row{}), "sum": total(expanded)(row{}),
		"share": accuracy(row{}),
	} {
		assert.True(t, math.IsNaN(x), name)
	}
	assert.True(t, is(1, TooLong))
	assert.False(t, is(1, unknown))
}

func TestCells(t *testing.T) {
	for _, c := range []struct {
		value float64
		unit  units.Unit
		text  string
		full  string
	}{
		{1234.0, units.Count, "1,234", "1234"},
		{22.049, units.Moves, "22.05", "22.049"},
		{TooLong, units.Seconds, "TL", "TL"},
		{unknown, units.Share, "-", ""},
	} {
		got := number("head", c.unit, func(row) float64 { return c.value }).Cell(row{})
		assert.Equal(t, c.text, got.Text)
		assert.Equal(t, []string{c.full}, got.Full)
	}
}

func TestTableJSON(t *testing.T) {
	s := &session{words: words{Tables: map[string]string{"a": "b"}}}
	group := bench.Group{Name: "3x3"}
	table := s.table("a", rows{{group: group}}, labelled("size", "group"), solvedShare, solvedLow,
		number("time", units.Seconds, func(row) float64 { return TooLong }),
		number("puzzles", units.Count, func(row) float64 { return 2 }))
	text, err := json.Marshal(Tables{table})
	require.NoError(t, err)
	assert.JSONEq(t, `[{"name":"a","caption":"b","columns":["size","solved","95 % from","time","puzzles"],"rows":[
		{"size":"3x3","solved":null,"95 % from":0,"time":"TL","puzzles":2}]}]`, string(text))
}

// Records belong to the rows of their positions, whatever names a store has of them.
func TestRowsOfRecords(t *testing.T) {
	e := bench.Experiment{
		Groups:  []bench.Group{{Name: "a", Count: 2}, {Name: "b", Count: 1}},
		Solvers: []bench.Solver{{Name: "first"}, {Name: "second"}},
		Repeats: 2,
	}
	var records []bench.Record
	for position := 0; position <= e.Trials(); position++ {
		records = append(records, bench.Record{Position: position, Group: "old", Solver: "old"})
	}
	var positions [][]int
	for _, r := range rowsOf(e, records) {
		var of []int
		for _, trial := range r.trials {
			assert.Equal(t, []string{r.group.Name, r.solver.Name}, []string{trial.Group, trial.Solver})
			of = append(of, trial.Position)
		}
		positions = append(positions, of)
	}
	assert.Equal(t, [][]int{{1, 2, 5, 6}, {3, 4, 7, 8}, {9, 10}, {11, 12}}, positions)
}

func TestGrowth(t *testing.T) {
	assert.InDelta(t, 2, growth(row{trials: powers(2)}), 1e-9)
	assert.True(t, math.IsNaN(growth(row{})))
}

// powers are trials whose effort grows by a factor with each move.
func powers(factor float64) []bench.Record {
	var all []bench.Record
	for n := 1; n < 12; n++ {
		r := record(uint64(math.Pow(factor, float64(n))), true)
		r.Length = &n
		all = append(all, r)
	}
	return all
}

// Every line of the published files is compared with a row of an experiment, and
// every order of the successors is tried.
func TestExperimentFiles(t *testing.T) {
	joined := func(study, experiment, file string) int {
		_, experiments := readStudy(study)
		for _, e := range experiments {
			if e.Name == experiment {
				for _, r := range replicasOf(study)[experiment].searches {
					e.Solvers = append(e.Solvers, bench.Solver{Name: r.label()})
				}
				return len(rowsOf(e, nil).beside(file).published())
			}
		}
		return 0
	}
	assert.Equal(t, 5, joined("ga-vs-astar", "astar-sizes", "ga-astar-sizes"))
	assert.Equal(t, 4, joined("ga-vs-astar", "astar-heuristics", "ga-astar-heuristics"))
	assert.Equal(t, 14, joined("ga-vs-astar", "ga-2x2", "ga-2x2"), "two phase modes")
	assert.Equal(t, 6, joined("ga-vs-astar", "ga-3x3", "ga-3x3-heuristics"), "two phase modes")
	for _, heuristic := range shuffleHeuristics {
		assert.Equal(t, 16, joined("shuffle-study", heuristic, "shuffles"))
	}
	assert.Equal(t, 20, joined("four-searches", "replicas", "four-searches"))

	_, experiments := readStudy("four-searches")
	orders := map[string]bool{}
	for _, e := range experiments {
		if e.Name == "orders" {
			for _, r := range rowsOf(e, nil) {
				orders[r.label("order")] = true
			}
		}
	}
	assert.Len(t, orders, 24)
}

func replicasOf(name string) map[string]replicas {
	return studies[slices.IndexFunc(studies, func(s study) bool { return s.name == name })].replicas
}

// counted is a search that counts its runs.
type counted struct {
	replica
	runs *int
}

func (c counted) Solve(ctx context.Context, p search.Problem, lim search.Limits) (search.Result, error) {
	*c.runs++
	return c.replica.Solve(ctx, p, lim)
}

// A trial whose time is in doubt runs twice more, and its least time counts. Other trials run once.
func TestTimesInDoubt(t *testing.T) {
	runs, first := []int{0, 0}, 0.0
	once, thrice := counted{replica{Name: "once"}, &runs[0]}, counted{replica{Name: "thrice"}, &runs[1]}
	r := replicas{searches: []namedSearch{once, thrice}, doubtful: func(trial bench.Trial) bool {
		first = trial.Seconds
		return trial.Solver.Name == "thrice"
	}}
	walk := 3
	e := bench.Experiment{Groups: []bench.Group{{Name: "a", Count: 1, Goal: goalOf(t, puzzle.BlankLast,
		puzzle.Size{Rows: 3, Cols: 3}), Scramble: bench.Scramble{Walk: &walk}}}}
	records, err := r.join(&e, Host{Jobs: 1})(t.Context(), e)
	require.NoError(t, err)
	require.Len(t, records, 2)
	assert.Equal(t, []int{1, 3}, runs)
	assert.LessOrEqual(t, records[1].Seconds, first)
	assert.Equal(t, records[0].Expanded, records[1].Expanded)
	assert.True(t, tooSlow(bench.Trial{Solver: bench.Solver{Name: "A* manhattan"}, Seconds: 0.011}))
	assert.False(t, tooSlow(bench.Trial{Solver: bench.Solver{Name: "A* manhattan"}, Seconds: 0.009}))
	assert.False(t, tooSlow(bench.Trial{Solver: bench.Solver{Name: "BFS"}, Seconds: 0.011}))
}
