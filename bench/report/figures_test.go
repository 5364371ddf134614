package report_test

import (
	"bytes"
	"maps"
	"regexp"
	"slices"
	"strconv"
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
		Solver:    solver,
		Algorithm: "astar",
		Group:     "random",
		Puzzle:    number,
		Repeat:    1,
		Rows:      3,
		Cols:      3,
		Status:    search.Solved,
		Moves:     &moves,
		Length:    &length,
		Cost:      bench.Figure(length),
		Seconds:   0.001 * float64(number),
		Stats: search.Stats{
			Expanded:  uint64(10 * number),
			Generated: uint64(20 * number),
			Bytes:     1000,
		},
	}
}

// figuresOf returns the figures of a report of records by name.
func figuresOf(t *testing.T, records ...bench.Record) map[string]plot.Figure {
	t.Helper()
	figures := map[string]plot.Figure{}
	for _, block := range (fixture{Records: withOptima(records)}).report().Blocks {
		if figure, ok := block.(report.Figure); ok {
			require.NoError(t, figure.Plot.Write(&bytes.Buffer{}, "svg"))
			figures[figure.Name] = figure.Plot
		}
	}
	return figures
}

// firstFigure returns the name of the figure that answers the question of a report.
func firstFigure(records ...bench.Record) string {
	for _, block := range (fixture{Records: withOptima(records)}).report().Blocks {
		if figure, ok := block.(report.Figure); ok {
			return figure.Name
		}
	}
	return ""
}

// Figures with nothing to show are left out.
func TestFiguresLeftOut(t *testing.T) {
	best := solvedBy("a", 1, 10)
	best.Optimal = true
	names := slices.Sorted(maps.Keys(figuresOf(t, best)))
	assert.Equal(t, []string{"anytime", "solved-by-time"}, names,
		"all plans are optimal, and there is one solver")
}

func TestFigureOfGaps(t *testing.T) {
	best := solvedBy("best", 1, 10)
	worse := solvedBy("worse", 1, 15)
	other := solvedBy("worse", 2, 15)
	best.Optimal = true
	f := figuresOf(t, best, worse, other)["gap"]
	assert.Equal(t, []string{"worse (1 of 2)", "best (1)"}, f.Panels[0].Y.Names,
		"the first at the top")
	assert.False(t, f.Panels[0].X.Log)
	assert.True(t, figuresOf(t, best, solvedBy("worse", 1, 90))["gap"].Panels[0].X.Log)
}

// If the solvers solved the same boards with plans of different costs, the first figure shows the
// gaps.
func TestGapsComeFirst(t *testing.T) {
	var records []bench.Record
	for number := 1; number <= 30; number++ {
		best := solvedBy("best", number, 10)
		worse := solvedBy("worse", number, 15)
		best.Optimal = true
		records = append(records, best, worse)
	}
	assert.Equal(t, "gap", firstFigure(records...))
	for i, r := range records {
		if r.Solver == "worse" {
			records[i].Status = search.TimeLimit
			records[i].Moves = nil
			records[i].Length = nil
		}
	}
	assert.Equal(t, "solved-by-time", firstFigure(records...), "one of them solves fewer boards")
}

// Beside a line of mean costs, a solver has the number of trials behind it, unless it solved all.
func TestFigureOfMeanCostsTellsItsTrials(t *testing.T) {
	var records []bench.Record
	for number := 1; number <= 4; number++ {
		all := solvedBy("all", number, 10)
		some := solvedBy("some", number, 14)
		all.Found = []search.Found{
			{Length: 12, Generated: 5, Seconds: 0.0001},
			{Length: 10, Generated: 9, Seconds: 0.0002},
		}
		if number == 4 {
			some.Status = search.TimeLimit
			some.Moves = nil
			some.Length = nil
		}
		records = append(records, all, some)
	}
	var names []string
	for _, line := range figuresOf(t, records...)["anytime"].Panels[2].Series {
		names = append(names, line.Name)
	}
	assert.Equal(t, []string{"all", "some, 3 of 4"}, names)
}

func TestFigureOfPairs(t *testing.T) {
	var records []bench.Record
	for number := range 7 {
		records = append(records, solvedBy("a", number, 5), solvedBy("b", number, 5))
	}
	assert.NotContains(t, figuresOf(t, records[:12]...), "versus-expanded",
		"five points are too few to draw")
	f := figuresOf(t, records...)["versus-expanded"]
	assert.Len(t, f.Panels[0].Series[2].X, 6, "both count 0 on one puzzle")
	assert.Equal(t, []string{
		"b against a", "a: expanded states", "b: expanded states",
	}, []string{f.Panels[0].Title, f.Panels[0].X.Label, f.Panels[0].Y.Label})
}

// Boards that one solver did not solve are points on the edge, and each size has a colour.
func TestFigureOfPairsOfSizes(t *testing.T) {
	var records []bench.Record
	for number := 1; number <= 8; number++ {
		for _, size := range []int{3, 4} {
			a := solvedBy("a", number, 5)
			b := solvedBy("b", number, 5)
			a.Group = []string{"small", "large"}[size-3]
			a.Rows = size
			a.Cols = size
			b.Group = a.Group
			b.Rows = size
			b.Cols = size
			if size == 4 && number == 8 {
				b.Status = search.TimeLimit
				b.Moves = nil
				b.Length = nil
			}
			records = append(records, a, b)
		}
	}
	f := figuresOf(t, records...)["versus-expanded"]
	require.Len(t, f.Panels, 1)
	small := f.Panels[0].Series[2]
	large := f.Panels[0].Series[3]
	assert.Equal(t, []string{"3x3", "4x4"}, []string{small.Name, large.Name})
	assert.NotEqual(t, small.Look, large.Look)
	assert.Equal(t, []float64{80, 160}, []float64{large.X[7], large.Y[7]}, "b did not solve it")
}

// If all plans are proven optimal, the first figure shows expansions, the fewest at the top.
func TestFigureOfWork(t *testing.T) {
	var records []bench.Record
	for number := 1; number <= 30; number++ {
		a := solvedBy("many", number, 5)
		b := solvedBy("few", number, 5)
		a.Optimal = true
		b.Optimal = true
		a.Expanded = 10 * a.Expanded
		records = append(records, a, b)
	}
	for _, block := range (fixture{Records: withOptima(records)}).report().Blocks {
		if f, ok := block.(report.Figure); ok {
			assert.Equal(t, "work", f.Name)
			assert.Equal(t, []string{"many (30)", "few (30)"}, f.Plot.Panels[0].Y.Names,
				"from below")
			assert.Equal(t, "Mean expanded: few 155, many 1,550.", f.Finding)
			break
		}
	}
}

// A numeric setting with several values is an axis.
func TestFigureOfASweep(t *testing.T) {
	var records []bench.Record
	for number := 1; number <= 30; number++ {
		for _, weight := range []string{"2", "1", "1.5"} {
			r := solvedBy("wastar weight="+weight, number, 10)
			r.Settings = bench.Values{"weight": weight}
			records = append(records, r)
		}
	}
	assert.Equal(t, "by-astar-weight", firstFigure(records...),
		"all solvers differ in this setting alone")
	f := figuresOf(t, records...)["by-astar-weight"]
	line := f.Panels[0].Series[0]
	assert.Equal(t, []float64{1, 1.5, 2}, line.X)
	assert.Equal(t, []float64{1, 1, 1}, line.Y)
	assert.InDelta(t, 0.8865, line.Low[0], 1e-4)
}

func TestFigureOfDifficulty(t *testing.T) {
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
	f := figuresOf(t, records...)["by-walk"]
	var titles []string
	for _, p := range f.Panels {
		titles = append(titles, p.Title)
	}
	assert.Equal(t, []string{"Expanded", "Length", "Time"}, titles, "all trials are solved")
}

func TestFiguresBySize(t *testing.T) {
	large := solvedBy("a", 1, 30)
	large.Group = "large"
	large.Rows = 4
	large.Cols = 4
	worse := []bench.Record{solvedBy("b", 1, 20), large}
	worse[1].Solver = "b"
	worse[1].Length = new(40)
	worse[1].Cost = 40
	best := []bench.Record{solvedBy("a", 1, 10), large}
	best[0].Optimal = true
	best[1].Optimal = true
	figures := figuresOf(t, slices.Concat(best, worse)...)
	assert.Equal(t, "large", figures["gap"].Panels[1].Title)
	assert.True(t, figures["gap"].SameX)
	assert.Contains(t, figures, "anytime-3x3")
	assert.Len(t, figures["anytime-4x4"].Panels, 6)
}

// Panels of groups that share a size have the names of the groups.
func TestPanelsOfGroupsOfOneSize(t *testing.T) {
	var records []bench.Record
	for number := 1; number <= 8; number++ {
		for _, group := range []string{"random", "walk 20"} {
			best := solvedBy("best", number, 10)
			worse := solvedBy("weight=2", number, 15)
			best.Optimal = true
			best.Group = group
			worse.Group = group
			best.Settings = bench.Values{"weight": "1"}
			worse.Settings = bench.Values{"weight": "2"}
			records = append(records, best, worse)
		}
	}
	figures := figuresOf(t, records...)
	for name, each := range map[string]int{"gap": 1, "by-astar-weight": 3} {
		var titles []string
		for i, panel := range figures[name].Panels {
			if i%each == 0 {
				titles = append(titles, panel.Title)
			}
		}
		assert.Equal(t, []string{"random", "walk 20"}, titles, name)
	}
}

// Special values of a setting have names on the axis.
func TestFigureOfSpecialValues(t *testing.T) {
	var records []bench.Record
	for number := 1; number <= 5; number++ {
		for _, width := range []string{"0", "10", "100"} {
			r := solvedBy("beam width="+width, number, 10)
			r.Algorithm = "beam"
			r.Settings = bench.Values{"width": width}
			records = append(records, r)
		}
	}
	axis := figuresOf(t, records...)["by-beam-width"].Panels[0].X
	assert.Equal(t, []string{"10", "100", "growing (0)"}, axis.Names)
}

// gridOf returns trials of the genetic solver for all combinations of two populations, two numbers
// of generations and two numbers of phases. Each solver solves another share of boards.
func gridOf() (records []bench.Record) {
	solver := 0
	for _, population := range []string{"10", "20"} {
		for _, generations := range []string{"5", "50"} {
			for _, phases := range []string{"1", "2"} {
				solver++
				for number := 1; number <= 10; number++ {
					name := "ga study population=" + population + " generations=" + generations +
						" phases=" + phases
					r := solvedBy(name, number, 10)
					r.Algorithm = "ga"
					r.Settings = bench.Values{"population": population, "generations": generations,
						"phases": phases}
					r.Evaluated = 100
					if number > solver {
						r.Status = search.Exhausted
						r.Moves = nil
						r.Length = nil
					}
					records = append(records, r)
				}
			}
		}
	}
	return records
}

// Settings that vary are rows and columns of heat maps, with a map for each value of the third
// setting.
func TestHeatMapsOfSettings(t *testing.T) {
	assert.Equal(t, "map-ga-solved", firstFigure(gridOf()...))
	f := figuresOf(t, gridOf()...)["map-ga-solved"]
	require.Len(t, f.Panels, 2)
	first := f.Panels[0]
	second := f.Panels[1]
	assert.Equal(t, []string{"ga study phases=1", "ga study phases=2"},
		[]string{first.Title, second.Title})
	assert.Equal(t, plot.Axis{Label: "population", Names: []string{"10", "20"}}, first.X)
	assert.Equal(t, plot.Axis{Label: "generations", Names: []string{"5", "50"}}, first.Y)
	assert.Equal(t, []float64{0.1, 0.5, 0.3, 0.7}, first.Series[0].Z, "row by row")
	assert.Equal(t, []float64{0.2, 0.6, 0.4, 0.8}, second.Series[0].Z)
	assert.False(t, first.Less)
	assert.Contains(t, f.Description, "darker is better")
}

// On a dark screen, the lightness of figures is reversed. Heat maps keep it, because their words
// speak of dark colours.
func TestHeatMapsStayOnPaper(t *testing.T) {
	var page bytes.Buffer
	require.NoError(t, (fixture{Records: withOptima(gridOf())}).report().HTML(&page))
	classes := map[string]string{}
	figure := regexp.MustCompile(
		`<div class="plot([^"]*)" role="region" aria-labelledby="([^"]*)-title"`)
	for _, found := range figure.FindAllStringSubmatch(page.String(), -1) {
		classes[found[2]] = found[1]
	}
	assert.Equal(t, " wide paper", classes["map-ga-solved"])
	assert.NotContains(t, classes["anytime"], "paper")
	assert.Contains(t, page.String(), ".plot:not(.paper) svg { filter: invert")
}

// Lines that could not be told apart are left out, and the caption says so.
func TestFigureOfTooManyLines(t *testing.T) {
	var records []bench.Record
	for solver := range 30 {
		records = append(records, solvedBy("solver "+strconv.Itoa(solver), 1, 10))
	}
	f := figuresOf(t, records...)["anytime"]
	assert.Len(t, f.Panels[0].Series, 20)
	assert.Contains(t, f.Description, "Of 30 lines, only the first 20 are drawn")
}

// On uniformly drawn boards, the number of misplaced tiles says nothing.
func TestNoFigureByMisplacedTilesOfUniformBoards(t *testing.T) {
	var records []bench.Record
	for number := 1; number <= 60; number++ {
		r := solvedBy("a", number, 5)
		r.StartMisplaced = 4 + number%4
		records = append(records, r)
	}
	assert.NotContains(t, figuresOf(t, records...), "by-misplaced")
	for i := range records {
		records[i].Misplaced = new(float64(records[i].StartMisplaced) / 8)
	}
	assert.Contains(t, figuresOf(t, records...), "by-misplaced")
}

// Evaluations are a measure of work where genetic solvers take part.
func TestFigureOfEvaluations(t *testing.T) {
	var records []bench.Record
	for number := 1; number <= 4; number++ {
		ga := solvedBy("ga", number, 10)
		other := solvedBy("astar", number, 10)
		other.Optimal = true
		ga.Algorithm = "ga"
		ga.Evaluated = 900
		ga.Found = []search.Found{
			{Length: 15, Evaluated: 100, Seconds: 0.0001},
			{Length: 10, Evaluated: 400, Seconds: 0.0002},
		}
		records = append(records, ga, other)
	}
	f, found := figuresOf(t, records...)["anytime-evaluations"]
	require.True(t, found)
	require.Len(t, f.Panels, 3, "coverage, cost and targets")
	cost := f.Panels[1]
	assert.Equal(t, "evaluated plans", cost.X.Label)
	require.Len(t, cost.Series, 1, "only the genetic solver")
	assert.Equal(t, []float64{1.5, 1},
		[]float64{cost.Series[0].Y[0], cost.Series[0].Y[len(cost.Series[0].Y)-1]})
	row := rows(t, fixture{Records: withOptima(records)}.report(), "budgets-evaluated-3x3")[0]
	assert.Equal(t, "1.5", row["ratio_100"])
	assert.NotContains(t, figuresOf(t, solvedBy("a", 1, 10)), "anytime-evaluations")
}

// Six solvers of a group and more are points: the mean gap over the mean number of generated states.
// A solver that evaluates plans has a point, too.
func TestFigureOfCostsByStates(t *testing.T) {
	var records []bench.Record
	for i, solver := range []string{"a", "b", "c", "d", "e", "ga"} {
		for number := 1; number <= 3; number++ {
			r := solvedBy(solver, number, 10+i)
			r.Optimal = i == 0
			if solver == "ga" {
				r.Algorithm = "ga"
				r.Expanded = 0
				r.Generated = 1000
			}
			records = append(records, r)
		}
	}
	f, found := figuresOf(t, records...)["cost-by-states"]
	require.True(t, found)
	require.Len(t, f.Panels, 1)
	points := map[string][2]float64{}
	for _, s := range f.Panels[0].Series {
		require.Len(t, s.X, 1)
		points[s.Name] = [2]float64{s.X[0], s.Y[0]}
	}
	assert.Len(t, points, 6)
	assert.Equal(t, [2]float64{40, 1}, points["a"])
	assert.InDelta(t, 1.1, points["b"][1], 1e-9)
	assert.Equal(t, float64(1000), points["ga"][0])
	assert.NotContains(t, figuresOf(t, records[:15]...), "cost-by-states", "five solvers")
}
