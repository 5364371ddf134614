package studies

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/report"
	"npuzzle/bench/stats"
	"npuzzle/internal/slow"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Cut short before its first trial, every study still reports what is published
// and what can be decided without measuring, and every experiment that it would have
// run makes solvers and boards that go together.
func TestStudiesThatAreCutShort(t *testing.T) {
	if testing.Short() {
		t.Skip("draws boards and writes reports without goroutines, so the race detector has " +
			"nothing to see")
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
			for _, c := range report.Claims {
				assert.Contains(t, []Verdict{Undecided, Shown}, c.Verdict,
					"%s: nothing was measured", name)
			}
			_, err = json.Marshal(report)
			require.NoError(t, err, name)
			document := report.Document(bench.Provenance{}, time.Time{})
			text := fmt.Sprint(document.Blocks)
			assert.Contains(t, text, "npuzzle reproduce "+name+", seed 1, ")
			requireWritten(t, document, name)
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
		_, err := Reproduce(ctx, name,
			Host{Run: func(context.Context, bench.Experiment) ([]bench.Record, error) {
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
		r.Status = search.Solved
		r.Length = &length
	}
	return r
}

func TestStatistics(t *testing.T) {
	three := row{trials: []bench.Record{record(5, true), record(9, true), record(100, false)}}
	for i := range three.trials {
		three.trials[i].Puzzle = i
	}
	for name, want := range map[string]float64{
		"boards": 3, "mean expanded": 38, "total expanded": 114, "most expanded": 100,
		"median expanded": 9,
		"90 % expanded":   TooLong, "mean length": 10, "total expanded / boards": 38,
	} {
		assert.Equal(t, want, statisticOf(name).value(three), name)
	}
	five := row{trials: append(three.trials, record(100, false), record(100, false))}
	assert.Equal(t, TooLong, statisticOf("median expanded").value(five))
	a := three.solved()
	assert.InDelta(t, 2.0/3, a.Value, 1e-12)
	assert.True(t, a.Low < a.Value && a.Value < a.High)
	for _, name := range []string{"median expanded", "mean length", "total expanded", "most time",
		"solved"} {
		assert.True(t, math.IsNaN(statisticOf(name).value(row{})), name)
	}
	assert.True(t, areKnown(1, TooLong))
	assert.False(t, areKnown(1, unknown))
	for _, name := range []string{"middle expanded", "mean speed"} {
		assert.Panics(t, func() { statisticOf(name) }, name)
	}
}

// Published figures are joined by labels, and come in SI units.
func TestPublished(t *testing.T) {
	r := row{published: line{"time_ms": "1500", "ram_mb": "2", "iterations": tookTooLong}}
	for name, want := range map[string]float64{
		"study time_ms": 1.5, "study ram_mb": 2 << 20, "study iterations": TooLong,
	} {
		assert.Equal(t, want, statisticOf(name).value(r), name)
	}
	assert.True(t, math.IsNaN(statisticOf("study accuracy").value(r)))
}

// The published amounts of memory are whole pages of 4 KiB if a megabyte has 2^20 bytes. The
// amounts were rounded to 10 if they have no decimals.
func TestPublishedMemoryIsInPages(t *testing.T) {
	pages := 0
	for _, l := range readPublished("four-searches") {
		if len(l["max_ram_mb"]) >= len("9.00000000") {
			assert.Zero(t, math.Mod(l.number("max_ram_mb"), 4096), l["max_ram_mb"])
			pages++
		}
	}
	assert.Greater(t, pages, 5)
}

// The growth of the number of states is that of an exponential curve.
func TestGrowth(t *testing.T) {
	var r row
	for length := 4; length < 10; length++ {
		for range 2 {
			trial := record(1<<length, true)
			trial.Length = &length
			r.trials = append(r.trials, trial)
		}
	}
	growth := r.growth()
	assert.InDelta(t, 2, growth.Value, 1e-9)
	assert.InDelta(t, 2, growth.Low, 1e-6)
	assert.Equal(t, 12, growth.N)
	r.trials[0].Expanded *= 2
	r.trials[11].Expanded *= 3
	uneven := r.growth()
	assert.Less(t, uneven.Low, uneven.Value)
	assert.Less(t, uneven.Value, uneven.High)
	assert.True(t, math.IsNaN(row{trials: r.trials[:2]}.growth().Value), "plans of one length")
}

// A board counts once, however many trials it has. On a board one move from the goal, both
// estimates are equal.
func TestManhattanAboveMisplaced(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	var r row
	for n, text := range []string{"1 2 3/4 5 6/7 0 8", "8 6 7/2 5 4/3 0 1"} {
		board, err := puzzle.Parse(text, puzzle.Size{})
		require.NoError(t, err)
		misplaced := 0
		for cell, tile := range board.Tiles() {
			if tile != 0 && tile != goal.Tiles()[cell] {
				misplaced++
			}
		}
		trial := bench.Record{Board: board, Goal: goal, Puzzle: n, StartMisplaced: misplaced}
		r.trials = append(r.trials, trial, trial)
	}
	assert.Equal(t, stats.ShareOf(1, 2), statisticOf("manhattan above misplaced").estimate(r))
	assert.Equal(t, stats.ShareOf(2, 2), statisticOf("manhattan not below misplaced").estimate(r))
}

// Shares of misplaced tiles are rounded up to tens.
func TestSplitByMisplacedTiles(t *testing.T) {
	r := row{group: bench.Group{Goal: goalOf(t, puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})}}
	for n := range 9 {
		r.trials = append(r.trials, bench.Record{StartMisplaced: n})
	}
	var parts []string
	for _, part := range (rows{r}).split("% misplaced") {
		parts = append(parts, part.label("% misplaced"))
	}
	assert.Equal(t, []string{"0", "20", "30", "40", "50", "70", "80", "90", "100"}, parts)
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
		got := cellOf(c.value, c.unit)
		assert.Equal(t, c.text, got.Text)
		assert.Equal(t, []string{c.full}, got.Full)
	}
}

func TestTableJSON(t *testing.T) {
	board := report.Head("board", func(r row) string { return r.label("board") })
	columns := append([]column{board}, columnsOf("solved beside share")...)
	group := bench.Group{Name: "3x3"}
	table := report.TableOf("a", "b", rows{{group: group, published: line{"share": tookTooLong}}},
		columns...)
	text, err := json.Marshal([]report.Table{table})
	require.NoError(t, err)
	assert.JSONEq(t,
		`[{"name":"a","caption":"b","columns":["board","solved, study","solved","95 % from","95 % to","n"],
		"rows":[{"board":"3x3","solved, study":"TL","solved":null,"95 % from":0,"95 % to":1,"n":0}]}]`, string(text))
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
			assert.Equal(t, []string{r.group.Name, r.solver.Name},
				[]string{trial.Group, trial.Solver})
			of = append(of, trial.Position)
		}
		positions = append(positions, of)
	}
	assert.Equal(t, [][]int{{1, 2, 5, 6}, {3, 4, 7, 8}, {9, 10}, {11, 12}}, positions)
}

// Every line of the published files is compared with a row of a table.
func TestEveryPublishedLineIsCompared(t *testing.T) {
	compared := map[string]int{}
	for _, name := range Names() {
		s := studyOf(name)
		for _, table := range s.study.Tables {
			if table.Published == "" {
				continue
			}
			n := 0
			for _, r := range s.rows(table.Selection) {
				if r.published != nil {
					n++
				}
			}
			assert.Equal(t, len(readPublished(table.Published)), n, table.Name)
			compared[table.Published] = n
		}
	}
	assert.Equal(t, map[string]int{"ga-astar-sizes": 5, "ga-astar-heuristics": 4, "ga-2x2": 7,
		"ga-3x3":            4,
		"ga-3x3-heuristics": 3, "shuffles": 48, "four-searches": 20}, compared)
	assert.Len(t, studyOf("four-searches").rows(Selection{From: []string{"orders"},
		By: []string{"order"}}), 24)
}

// studyOf returns a session of a study before its first trial.
func studyOf(name string) *session {
	w, experiments := readStudy(name)
	s := &session{study: w, results: map[string]rows{}}
	for _, e := range experiments {
		if r, imitated := w.Replicas[e.Name]; imitated {
			r.join(&e, Host{})
		}
		s.results[e.Name] = rowsOf(e, nil)
	}
	return s
}

// requireWritten tests that a document can be written. An ordinary run of the tests writes the page,
// which has all figures. A long run writes the other files, too, of which the pictures as PNG take
// most of the time.
func requireWritten(t *testing.T, document report.Document, name string) {
	t.Helper()
	if slow.Asked() {
		require.NoError(t, document.Write(filepath.Join(t.TempDir(), "report"), name), name)
		return
	}
	require.NoError(t, document.HTML(io.Discard), name)
}
