package report_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/plot"
	"npuzzle/bench/report"
	"npuzzle/search"
)

// solvedBy is a trial of a 3x3 puzzle that a solver solved.
func solvedBy(solver string, number, length int) bench.Record {
	moves := ""
	return bench.Record{
		Solver: solver, Algorithm: "astar", Group: "random", Puzzle: number, Repeat: 1, Rows: 3, Cols: 3,
		Status: search.Solved, Moves: &moves, Length: &length, Cost: bench.Figure(length),
		Seconds: 0.001 * float64(number), Expanded: uint64(10 * number), Generated: uint64(20 * number), Bytes: 1000,
	}
}

// reported is a report of records, with its figures by name.
type reported struct {
	figures map[string]plot.Figure
	left    string // what is left out
}

func reportOf(t *testing.T, records ...bench.Record) reported {
	t.Helper()
	r := reported{figures: map[string]plot.Figure{}}
	d := fixture{Records: withOptima(records)}.report()
	for i, block := range d.Blocks {
		switch block := block.(type) {
		case report.Figure:
			require.NoError(t, block.Plot.Write(&bytes.Buffer{}, "svg"))
			r.figures[block.Name] = block.Plot
		case report.Heading:
			if block.Text == "Left out" {
				r.left = strings.Join(d.Blocks[i+1].(report.List), "\n")
			}
		}
	}
	return r
}

func TestFiguresLeftOut(t *testing.T) {
	left := reportOf(t, solvedBy("a", 1, 15)).left
	for _, why := range []string{
		"Trials solved within a number of evaluations: no solver reports evaluated.",
		"Gap to the optimal cost: needs a plan that is longer than optimal, on a puzzle whose optimal cost is known;",
		"By the number of random moves: needs puzzles of one size after two different numbers of random moves," +
			" each of 5 puzzles.",
		"Accuracy by settings: needs an algorithm with two values of a setting, each with two values of another" +
			" setting.",
		"Convergence of the genetic solver: the trials were kept without their generations;",
		"Peak resident memory: it is known only for trials in their own processes.",
	} {
		assert.Contains(t, left, why)
	}
	best := solvedBy("a", 1, 10)
	best.Optimal = true
	assert.Contains(t, reportOf(t, best).left, "Gap to the optimal cost: needs a plan that is longer than optimal")
}

func TestFigureOfGaps(t *testing.T) {
	best, worse, other := solvedBy("best", 1, 10), solvedBy("worse", 1, 15), solvedBy("worse", 2, 15)
	best.Optimal = true
	f := reportOf(t, best, worse, other).figures["gap"]
	assert.Equal(t, []string{"worse (1)", "best (1)"}, f.Panels[0].Y.Names, "the first at the top")
	assert.False(t, f.Panels[0].X.Log)
	assert.Contains(t, f.Description, "Left out: 1 plan for puzzles whose optimal cost is not known.")
	assert.True(t, reportOf(t, best, solvedBy("worse", 1, 90)).figures["gap"].Panels[0].X.Log)
}

func TestFigureOfPairs(t *testing.T) {
	var records []bench.Record
	for number := range 4 {
		records = append(records, solvedBy("a", number, 5), solvedBy("b", number, 5))
	}
	f := reportOf(t, records...).figures["versus-expanded"]
	assert.Contains(t, f.Description, "Up to 1 puzzle per panel are not drawn")
	assert.Equal(t, []string{"a: expanded states", "b: expanded states"}, []string{f.Panels[0].X.Label,
		f.Panels[0].Y.Label})
}

func TestFigureOfMemory(t *testing.T) {
	light := solvedBy("a", 2, 0)
	light.Bytes = 0
	f := reportOf(t, solvedBy("a", 1, 5), light).figures["memory"]
	assert.Equal(t, []string{"a (1)"}, f.Panels[0].Y.Names)
	assert.Contains(t, f.Description,
		"Left out: 1 trial that held no memory, such as those of boards that are the goal.")
}

// A caption names the lines that hide one another.
func TestCoincidingLines(t *testing.T) {
	var records []bench.Record
	for number := 1; number <= 15; number++ {
		for i, name := range []string{"a", "b", "c"} {
			r := solvedBy(name, number, 5)
			r.Walk = new(number % 3)
			if i == 2 {
				r.Expanded *= 2
			}
			r.Seconds *= float64(i + 1)
			records = append(records, r)
		}
	}
	f := reportOf(t, records...).figures["by-walk"]
	var titles []string
	for _, p := range f.Panels {
		titles = append(titles, p.Title)
	}
	assert.Equal(t, []string{"Solved", "Expanded", "Length", "Time"}, titles)
	assert.Contains(t, f.Description, "Lines that coincide: all (Solved, Length); a and b (Expanded).")
}

// Figures with too many lines are split, and each part shows the first solver.
func TestSplit(t *testing.T) {
	var records []bench.Record
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"} {
		for number := 1; number <= 3; number++ {
			r := solvedBy(name, number, 5)
			r.Seconds *= float64(name[0])
			records = append(records, r)
		}
	}
	names := func(f plot.Figure) (all []string) {
		for _, s := range f.Panels[0].Series {
			all = append(all, s.Name)
		}
		return all
	}
	assert.Contains(t, reportOf(t, records[:21]...).figures, "solved-by-time")

	for i := range 3 {
		records[24+i].Seconds = records[i].Seconds
	}
	figures := reportOf(t, records...).figures
	first, second := figures["solved-by-time-1"], figures["solved-by-time-2"]
	assert.Equal(t, []string{"a", "b", "c", "d", "e"}, names(first))
	assert.Equal(t, []string{"a", "f", "g", "h", "i"}, names(second))
	assert.NotContains(t, first.Description, "coincide")
	assert.Contains(t, second.Description,
		"This is part 2 of 2, and the first solver is in each part. Lines that coincide: a and i.")
	figures = reportOf(t, records[:24]...).figures
	assert.Equal(t, []string{"a", "b", "c", "d"}, names(figures["solved-by-time-1"]), "no part of a single line")
}

func TestFigureOfSettings(t *testing.T) {
	var records []bench.Record
	for i := range 4 {
		r := solvedBy(fmt.Sprint("ga ", i), i, 5)
		r.Algorithm = "ga"
		r.GA = bench.Values{"population": fmt.Sprint(i / 2), "phases": fmt.Sprint(i % 2)}
		records = append(records, r)
	}
	f := reportOf(t, records...).figures["accuracy-by-settings"]
	require.Len(t, f.Panels, 1)
	assert.Equal(t, [][]float64{{1, 1}, {1, 1}}, [][]float64(f.Panels[0].Heat))
}

func TestFiguresBySize(t *testing.T) {
	large := solvedBy("a", 1, 30)
	large.Group, large.Rows, large.Cols = "large", 4, 4
	worse := []bench.Record{solvedBy("b", 1, 20), large}
	worse[1].Solver, worse[1].Length, worse[1].Cost = "b", new(40), 40
	best := []bench.Record{solvedBy("a", 1, 10), large}
	best[0].Optimal, best[1].Optimal = true, true
	figures := reportOf(t, slices.Concat(best, worse)...).figures
	assert.Contains(t, figures, "gap-3x3")
	assert.Equal(t, "Gap to the optimal cost, 4x4", figures["gap-4x4"].Title)
	assert.Len(t, figures["solved-by-time"].Panels, 2)
}
