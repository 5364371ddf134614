package report_test

import (
	"bytes"
	"encoding/csv"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"npuzzle/bench"
	"npuzzle/bench/report"
	"npuzzle/bench/stats"
	"npuzzle/bench/store"
	"npuzzle/internal/slow"
	"npuzzle/search"
)

var update = flag.Bool("update", false, "write the golden files")

func TestGolden(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, experiment(1, 12).report().Markdown(&out))
	golden := filepath.Join("testdata", "made-up.md")
	if *update {
		require.NoError(t, os.WriteFile(golden, out.Bytes(), 0o666))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), out.String())
}

// rows reads a table of a report back from its CSV file, by column.
func rows(t *testing.T, d report.Document, name string) []map[string]string {
	t.Helper()
	for _, block := range d.Blocks {
		table, ok := block.(report.Table)
		if !ok || table.Name != name {
			continue
		}
		lines, err := csv.NewReader(strings.NewReader(table.CSV())).ReadAll()
		require.NoError(t, err)
		var all []map[string]string
		for _, line := range lines[1:] {
			row := map[string]string{}
			for i, field := range lines[0] {
				row[field] = line[i]
			}
			all = append(all, row)
		}
		return all
	}
	t.Fatalf("no table %s", name)
	return nil
}

// number reads a figure; nothing is NaN.
func number(t *testing.T, row map[string]string, field string) float64 {
	t.Helper()
	text, found := row[field]
	require.True(t, found, "no column %s", field)
	if text == "" {
		return math.NaN()
	}
	value, err := strconv.ParseFloat(text, 64)
	require.NoError(t, err)
	return value
}

// The figures of the tables, found again by loops over the records.
func TestFiguresAgreeWithRecords(t *testing.T) {
	e := experiment(7, 30)
	d := e.report()
	of := func(row map[string]string) (all []bench.Record) {
		for _, r := range e.Records {
			if r.Group == row["group"] && r.Solver == row["solver"] {
				all = append(all, r)
			}
		}
		return all
	}
	best := map[string]int{} // by puzzle
	id := func(r bench.Record) string { return fmt.Sprint(r.Group, " ", r.Puzzle) }
	for _, r := range e.Records {
		if r.Optimal {
			best[id(r)] = *r.Length
		}
	}
	accuracy := rows(t, d, "summary")
	plans := rows(t, d, "plans")
	times := rows(t, d, "time")
	require.Len(t, accuracy, 6*6)
	for i := range accuracy {
		solved := 0
		var bytes, lengths, gaps, seconds, expanded, evaluated []float64
		for _, r := range of(accuracy[i]) {
			seconds = append(seconds, r.Seconds)
			bytes = append(bytes, float64(r.Bytes))
			if r.Algorithm == "ga" {
				evaluated = append(evaluated, float64(r.Evaluated))
			} else {
				expanded = append(expanded, float64(r.Expanded))
			}
			if r.Status == search.Solved {
				solved++
				lengths = append(lengths, float64(*r.Length))
				if length, known := best[id(r)]; known {
					gaps = append(gaps, float64(*r.Length)/float64(length))
				}
			}
		}
		logarithms := 0.0
		for _, g := range gaps {
			logarithms += math.Log(g)
		}
		gap := math.Exp(logarithms / float64(len(gaps))) // the geometric mean
		share := stats.ShareOf(solved, 30)
		assert.InDeltaSlice(t,
			[]float64{30, float64(solved), float64(solved) / 30, share.Low, share.High,
				stats.Mean(lengths), gap,
				stats.Median(seconds), stats.Mean(seconds), stats.Mean(expanded),
				stats.Median(expanded),
				stats.Median(evaluated), stats.Mean(bytes)},
			[]float64{
				number(t, accuracy[i], "trials"), number(t, accuracy[i], "solved"),
				number(t, accuracy[i],
					"accuracy"), number(t, accuracy[i], "accuracy_low"),
				number(t, accuracy[i], "accuracy_high"),
				number(t, plans[i], "mean_length"), number(t, plans[i], "gap"), number(t, times[i],
					"median_seconds"), number(t, times[i], "mean_seconds"),
				number(t, times[i], "mean_expanded"), number(t, times[i], "median_expanded"),
				number(t, times[i],
					"median_evaluated"), number(t, times[i], "mean_bytes"),
			}, 1e-9, "%v", accuracy[i])
	}

	// Pairs: both, only one, neither, and the geometric mean of the ratios of times.
	ratio := map[string]float64{}
	for _, row := range rows(t, d, "pairs-time") {
		ratio[row["group"]+row["solver"]] = number(t, row, "ratio")
	}
	for _, row := range rows(t, d, "pairs-solved") {
		type pair struct{ first, second *bench.Record }
		pairs := map[string]*pair{}
		for k, r := range e.Records {
			if r.Group != row["group"] {
				continue
			}
			if pairs[id(r)] == nil {
				pairs[id(r)] = &pair{}
			}
			switch r.Solver {
			case row["solver"]:
				pairs[id(r)].first = &e.Records[k]
			case row["baseline"]:
				pairs[id(r)].second = &e.Records[k]
			}
		}
		counts := map[[2]bool]int{}
		var ratios []float64
		for _, p := range pairs {
			one := p.first.Status == search.Solved
			other := p.second.Status == search.Solved
			counts[[2]bool{one, other}]++
			if one && other {
				ratios = append(ratios, math.Log(p.first.Seconds/p.second.Seconds))
			}
		}
		assert.Equal(t, []float64{
			float64(counts[[2]bool{true, true}]), float64(counts[[2]bool{true,
				false}]), float64(counts[[2]bool{false, true}]),
			float64(counts[[2]bool{false, false}]),
		}, []float64{number(t, row, "both"), number(t, row, "only_solver"),
			number(t, row, "only_baseline"), number(t, row, "neither")})
		if ratios == nil {
			continue
		}
		assert.InDelta(t, math.Exp(stats.Mean(ratios)), ratio[row["group"]+row["solver"]], 1e-9)
		if row["p_corrected"] != "" { // the test could find a difference
			assert.GreaterOrEqual(t, number(t, row, "p_corrected"), number(t, row, "p"))
		}
	}

	// Effort: only on the puzzles that all solved which solved at least half.
	for _, row := range rows(t, d, "effort") {
		var expanded []float64
		common := 0
		able := map[string]bool{}
		solved := map[string]int{}
		for _, r := range e.Records {
			if r.Group == row["group"] && r.Status == search.Solved {
				solved[r.Solver]++
				able[r.Solver] = solved[r.Solver] >= 15
			}
		}
		maps.DeleteFunc(able, func(_ string, yes bool) bool { return !yes })
		require.Contains(t, able, row["solver"])
		for number := 1; number <= 30; number++ {
			all := 0
			own := 0.0
			for _, r := range e.Records {
				if r.Group == row["group"] && r.Puzzle == number && r.Status == search.Solved &&
					able[r.Solver] {
					all++
					if r.Solver == row["solver"] {
						own = float64(r.ExpandedBeforeLastF)
					}
				}
			}
			if all == len(able) {
				common++
				expanded = append(expanded, own)
			}
		}
		assert.Equal(t, float64(common), number(t, row, "common_puzzles"))
		if strings.HasPrefix(row["solver"], "astar") {
			assert.InDelta(t, stats.Median(expanded),
				number(t, row, "median_expanded_before_last_f"), 1e-9)
			assert.InDelta(t, stats.Mean(expanded), number(t, row, "mean_expanded_before_last_f"),
				1e-6)
		} else {
			assert.Empty(t, row["median_expanded"])
		}
	}
}

// Whatever the records hold, there is a report.
func TestSmallReports(t *testing.T) {
	whole := experiment(3, 2)
	for name, records := range map[string][]bench.Record{
		"nothing":     nil,
		"one trial":   whole.Records[:1],
		"one puzzle":  whole.Records[:5],
		"only the GA": whole.Records[2:5],
		"nothing solved": slices.DeleteFunc(slices.Clone(whole.Records),
			func(r bench.Record) bool { return r.Status == search.Solved }),
		"only cancelled":  cancelled(whole.Records),
		"went all wrong":  wrong(whole.Records),
		"without a walk":  without(whole.Records),
		"a name to quote": named(whole.Records, `<b>|"a"*&`),
	} {
		d := fixture{Experiment: store.Experiment{Name: name}, Records: records}.report()
		if name == "one trial" || slow.Asked() { // the pictures as PNG take most of the time
			require.NoError(t, d.Write(filepath.Join(t.TempDir(), "report"), "report"), name)
		}
		var page bytes.Buffer
		require.NoError(t, d.HTML(&page), name)
		_, err := html.Parse(bytes.NewReader(page.Bytes()))
		require.NoError(t, err)
		assert.NotContains(t, page.String(), "NaN", name)
		assert.NotContains(t, page.String(), "<b>", name)
	}
}

func changed(records []bench.Record, change func(*bench.Record)) []bench.Record {
	all := slices.Clone(records)
	for i := range all {
		change(&all[i])
	}
	return all
}

func cancelled(records []bench.Record) []bench.Record {
	return changed(records, func(r *bench.Record) {
		r.Status = search.Cancelled
		r.Length = nil
		r.Moves = nil
	})
}

func wrong(records []bench.Record) []bench.Record {
	return changed(records, func(r *bench.Record) {
		r.Status = ""
		r.Error = "killed"
		r.Length = nil
		r.Moves = nil
		r.Expanded = 0
		r.Evaluated = 0
		r.Bytes = 0
		r.Seconds = 0
	})
}

func without(records []bench.Record) []bench.Record {
	return changed(records, func(r *bench.Record) {
		r.Walk = nil
		r.Group = ""
	})
}

func named(records []bench.Record, name string) []bench.Record {
	return changed(records, func(r *bench.Record) { r.Solver = name + r.Solver })
}

// A report of what is unfinished begins with saying so.
func TestPartial(t *testing.T) {
	e := experiment(3, 2)
	e.Total = len(e.Records)
	for _, c := range []struct {
		records int
		want    []report.Paragraph
	}{
		{72, []report.Paragraph{"Trials that nobody ran: figures drawn from a seed."}},
		{71, []report.Paragraph{"Partial: 71 of 72 trials have ended.",
			"Trials that nobody ran: figures drawn from a seed."}},
		{0, []report.Paragraph{"Partial: 0 of 72 trials have ended."}},
	} {
		part := e
		part.Records = e.Records[:c.records]
		d := part.report()
		for i, want := range c.want {
			assert.Equal(t, want, d.Blocks[i])
		}
	}
}

// A report begins with its answer: the conclusion, the table of all solvers, and then the figure of
// the gaps.
func TestReportAnswersFirst(t *testing.T) {
	d := experiment(1, 12).report()
	var kinds []string
	for _, block := range d.Blocks {
		switch block := block.(type) {
		case report.Answer:
			kinds = append(kinds, "answer")
			assert.Contains(t, block[0], "astar manhattan on all 6 groups")
		case report.Table:
			kinds = append(kinds, block.Name)
		case report.Figure:
			kinds = append(kinds, block.Name)
		case report.Heading:
			kinds = append(kinds, "section")
		}
	}
	assert.Equal(t, []string{"answer", "summary", "gap-by-group", "section"}, kinds[:4])
}

// Settings that vary are columns of tables. The CSV file has the whole name, too.
func TestSettingsAreColumns(t *testing.T) {
	d := experiment(1, 12).report()
	for _, block := range d.Blocks {
		table, ok := block.(report.Table)
		if !ok || table.Name != "summary" {
			continue
		}
		var heads []string
		for _, column := range table.Columns {
			heads = append(heads, column.Head)
		}
		assert.Equal(t, []string{"group", "solver", "population", "generations", "solved",
			"cost / astar manhattan"}, heads[:6])
		var texts []string
		for _, cell := range table.Rows[2] {
			texts = append(texts, cell.Text)
		}
		assert.Equal(t, []string{"3x3 walk 10", "ga", "200", "500"}, texts[:4])
		assert.Regexp(t, `^1\.94\W\(1\.57–2\.\d\d\)$`, texts[5])
	}
	for _, name := range []string{"summary", "plans", "time", "effort", "pairs-solved",
		"budgets-seconds-3x3"} {
		row := rows(t, d, name)[2]
		assert.Contains(t, row, "population", name)
		assert.Contains(t, row["solver"], "ga population=", name)
	}
	first := rows(t, d, "summary")
	assert.Equal(t, "astar manhattan", first[2]["baseline"])
	assert.Equal(t, "12", first[2]["cost_ratio_boards"])
}

// Without a solver that proves its plans, costs are compared with the optimal costs.
func TestCostsWithoutABaseline(t *testing.T) {
	best := solvedBy("a", 1, 10)
	worse := solvedBy("b", 1, 15)
	best.OptimalCost = new(bench.Figure(10))
	worse.OptimalCost = new(bench.Figure(10))
	table := rows(t, fixture{Records: []bench.Record{best, worse}}.report(), "summary")
	assert.Equal(t, "1.5", table[1]["gap"])
	assert.NotContains(t, table[0], "cost_ratio")
	best.Optimal = true
	table = rows(t, fixture{Records: withOptima([]bench.Record{best, worse})}.report(), "summary")
	assert.Equal(t, "1.5", table[1]["cost_ratio"])
}

// The first table shows processor times if they can be compared, and otherwise wall times.
func TestClockOfTheFirstTable(t *testing.T) {
	now := solvedBy("a", 1, 10)
	now.Schema = bench.RecordSchema
	now.CPUSeconds = 0.5
	table := func(records ...bench.Record) map[string]string {
		return rows(t, fixture{Records: records}.report(), "summary")[0]
	}
	assert.Equal(t, "0.5", table(now)["mean_cpu_seconds"])
	old := now
	old.Schema = 3
	old.Algorithm = "ga"
	old.Settings = bench.Values{"workers": "1"}
	assert.Equal(t, "0.001", table(old)["mean_seconds"])
	d := fixture{Records: []bench.Record{old}}.report()
	const line = "The processor times of 1 trial cannot be compared with others"
	count := 0
	for _, block := range d.Blocks {
		if text, ok := block.(report.Paragraph); ok && strings.HasPrefix(string(text), line) {
			count++
		}
	}
	assert.Equal(t, 1, count, "beside the table of times")
}
