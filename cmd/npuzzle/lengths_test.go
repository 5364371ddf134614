package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/plot"
	"npuzzle/bench/stats"
	"npuzzle/internal/slow"
	"npuzzle/internal/units"
	"npuzzle/search"
)

// longRun is a run of the study "evolution" with at least the budget "2 s".
type longRun struct {
	record   bench.Record
	size     string
	family   string // the solver that the run's solver is compared with: pure or memetic
	board    string
	shortest float64 // moves of a shortest plan; 0 if not known
	limit    float64 // states
}

// longRuns reads the runs of the study with at least the budget "2 s", from the exports of the
// study. On each size, every solver has 30 of them. The runs with the budget "10 s" come first, and
// have a larger limit.
func longRuns(t *testing.T) (runs []longRun) {
	for _, family := range []string{"pure", "memetic"} {
		file, err := os.Open(filepath.Join(sourceFolder, "../../examples/genetic/evolution-"+family+
			".csv.gz"))
		require.NoError(t, err)
		defer file.Close()
		unzipped, err := gzip.NewReader(file)
		require.NoError(t, err)
		lines, err := csv.NewReader(unzipped).ReadAll()
		require.NoError(t, err)
		for _, line := range lines[1:] {
			cell := func(name string) string { return line[slices.Index(lines[0], name)] }
			number := func(name string) float64 {
				n, err := strconv.ParseFloat(cmp.Or(cell(name), "0"), 64)
				require.NoError(t, err)
				return n
			}
			if !strings.HasSuffix(cell("group"), " 10 s") &&
				!strings.HasSuffix(cell("group"), " 2 s") {
				continue
			}
			r := longRun{
				size:     cell("rows") + "x" + cell("cols"),
				family:   family,
				board:    cell("board"),
				shortest: number("optimal_length"),
				limit:    number("node_limit"),
			}
			length := int(number("length"))
			r.record = bench.Record{
				Solver: cell("solver"),
				Status: search.Status(cell("status")),
				Length: &length,
			}
			r.record.Generated = uint64(number("generated"))
			states := strings.Fields(cell("found_generated"))
			for i, found := range strings.Fields(cell("found")) {
				var f search.Found
				if !strings.Contains(found, "@") { // of a solver that evaluates no plans
					found += "@0"
				}
				_, err := fmt.Sscanf(found+" "+states[i], "%d@%d %d", &f.Length, &f.Evaluated,
					&f.Generated)
				require.NoError(t, err)
				r.record.Found = append(r.record.Found, f)
			}
			runs = append(runs, r)
		}
	}
	return runs
}

// within returns the lengths of the plans that runs have within a number of states, and the number
// of runs that have a plan.
func within(runs []longRun, states float64) (lengths []float64, solved int) {
	for _, r := range runs {
		lengths = append(lengths, analysis.LengthWithin(&r.record, analysis.Generated, states))
		if lengths[len(lengths)-1] > 0 {
			solved++
		}
	}
	return lengths, solved
}

// of returns the runs of a solver on a size.
func of(runs []longRun, size, family, solver string) []longRun {
	return slices.DeleteFunc(slices.Clone(runs), func(r longRun) bool {
		return r.size != size || r.family != family || r.record.Solver != solver
	})
}

// solversOf returns the names of a family's solvers. The first is the one with which the others are
// compared.
func solversOf(runs []longRun, family string) (names []string) {
	for _, r := range runs {
		if r.family == family && !slices.Contains(names, r.record.Solver) {
			names = append(names, r.record.Solver)
		}
	}
	return names
}

// The tables of docs/genetic.md show the plans of the study's runs, and its figure draws them. With
// -update, both are written anew.
func TestDocumentOfLengths(t *testing.T) {
	runs := longRuns(t)
	file := filepath.Join(sourceFolder, "../../docs/genetic.md")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	tables := 0
	written := regexp.MustCompile(`(?s)\*\*(\dx\d): .*?\n\n(\|[^\n]*\n)+`).ReplaceAllStringFunc(
		string(text),
		func(shown string) string {
			tables++
			if tables > 1 && !*update && !slow.Asked() {
				t.Logf("table %d is left out without -slow", tables)
				return shown
			}
			table := lengthTable(t, runs, shown[2:5])
			if !*update {
				assert.Equal(t, table, shown, "run go test ./cmd/npuzzle -update")
			}
			return table
		})
	assert.Equal(t, 5, tables)

	figure := filepath.Join(sourceFolder, "../../docs/images/lengths.svg")
	var drawn bytes.Buffer
	require.NoError(t, lengthFigure(runs).Write(&drawn, "svg"))
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(written), 0o666))
		require.NoError(t, os.WriteFile(figure, drawn.Bytes(), 0o666))
	}
	shown, err := os.ReadFile(figure)
	require.NoError(t, err)
	assert.Equal(t, string(shown), drawn.String(), "run go test ./cmd/npuzzle -update")
}

// docs/genetic.md says how much shorter plans are with windows: the plans of memetic are compared
// with those of pure on the same boards, within the same number of states.
func TestDocumentOfWindows(t *testing.T) {
	runs := longRuns(t)
	ratios := map[string]string{} // by size
	for _, size := range []string{"3x5", "4x4", "5x5", "6x6"} {
		lengths := map[string][]float64{} // by family
		for _, family := range []string{"pure", "memetic"} {
			own := of(runs, size, family, family)
			slices.SortFunc(own, func(a, b longRun) int { return cmp.Compare(a.board, b.board) })
			within12, solved := within(own, 12e6)
			require.Equal(t, 30, solved)
			lengths[family] = within12
		}
		ratio := stats.MeanRatioOf(lengths["memetic"], lengths["pure"])
		ratios[size] = fmt.Sprintf("%.3f (%.3f to %.3f)", ratio.Value, ratio.Low, ratio.High)
	}
	want := fmt.Sprintf("At 12 million states, they make plans %s times as long on 4x4 and %s on 3x5, "+
		"and %s on 5x5 and %s on 6x6.", ratios["4x4"], ratios["3x5"], ratios["5x5"], ratios["6x6"])
	text := strings.Join(strings.Fields(document(t, "docs/genetic.md")), " ")
	assert.Contains(t, text, want)
}

// lengthTable returns the table of a size. A mean over only some of the boards would favour solvers
// that leave out hard boards. So a cell has a mean if all boards are solved, and otherwise the
// number of boards solved. The last column compares with pure or memetic, as the report of the
// study does.
func lengthTable(t *testing.T, runs []longRun, size string) string {
	report, err := os.ReadFile(filepath.Join(sourceFolder,
		"../../docs/studies/evolution/evolution.md"))
	require.NoError(t, err)
	budgets := []float64{0.6e6, 3e6, 12e6, 24e6}
	if size == "3x3" {
		budgets = []float64{0.6e6, 3e6, 12e6, 20e6} // the runs of memetic end there
	}
	var rows strings.Builder
	for _, family := range []string{"pure", "memetic"} {
		first := of(runs, size, family, family)
		limit := first[len(first)-1].limit
		for _, solver := range solversOf(runs, family) {
			all := of(runs, size, family, solver)
			fmt.Fprintf(&rows, "| %s |", strings.ReplaceAll(solver, "*", `\*`))
			for _, states := range budgets {
				lengths, solved := within(all, states)
				switch {
				case states > limit:
					rows.WriteString(" |")
				case solved < len(all):
					fmt.Fprintf(&rows, " %d of %d solved |", solved, len(all))
				default:
					fmt.Fprintf(&rows, " %.1f |", stats.Mean(lengths))
				}
			}
			lengths, solved := within(all, limit)
			others, _ := within(first, limit)
			require.Equal(t, len(all), solved, "the last column would leave out boards")
			ratio := ""
			if solver != family {
				i := stats.MeanRatioOf(lengths, others)
				ratio = fmt.Sprintf(" %.3f (%.3f–%.3f)", i.Value, i.Low, i.High)
				name := strings.ReplaceAll(solver, "*", `\*`)
				row := `\n\| ` + size + ` \|( 2 s \|)? ` + regexp.QuoteMeta(name) + ` \|.*` +
					regexp.QuoteMeta(ratio)
				assert.Regexp(t, row, string(report))
			}
			rows.WriteString(ratio + " |\n")
		}
	}
	pure := of(runs, size, "pure", "pure")
	kind := "shortest plans"
	if pure[0].shortest == 0 {
		kind = "shortest plans of these solvers"
	}
	heads := ""
	rule := ""
	for _, states := range budgets {
		heads += fmt.Sprintf(" %g million |", states/1e6)
		rule += "---:|"
	}
	var crossover []float64 // fraction of the states that are generated up to the first plan
	for _, r := range pure {
		crossover = append(crossover, float64(r.record.Found[0].Generated)/pure[len(pure)-1].limit)
	}
	return fmt.Sprintf("**%s: 30 boards; the %s have %.1f moves on average; %.1f %% of the "+
		"states of `pure` precede "+
		"its first plan**\n\n| solver |%s divided by `pure` or `memetic` |\n|:---|%s---:|\n%s",
		size, kind,
		stats.Mean(shortest(runs, size)), 100*stats.Mean(crossover), heads, rule, rows.String())
}

// shortest returns the length of a shortest plan for each board of a size. If it is not known,
// shortest returns the length of the shortest plan that any solver has within the budget "2 s".
func shortest(runs []longRun, size string) (lengths []float64) {
	best := map[string]float64{}
	for _, r := range runs {
		if r.size != size {
			continue
		}
		family := of(runs, size, r.family, r.family)
		length := analysis.LengthWithin(&r.record, analysis.Generated, family[len(family)-1].limit)
		if r.shortest > 0 {
			length = r.shortest
		}
		if known, ok := best[r.board]; !ok || length < known {
			best[r.board] = length
		}
	}
	for _, board := range slices.Sorted(maps.Keys(best)) {
		lengths = append(lengths, best[board])
	}
	return lengths
}

// lengthFigure draws the mean length of plans and the fraction of boards solved against the states.
// A line of lengths begins where all boards are solved.
func lengthFigure(runs []longRun) plot.Figure {
	figure := plot.Figure{Title: "Mean length of plans, and boards solved, against states " +
		"generated",
		Description: "30 boards of each size. A line of lengths begins where its solver has " +
			"solved all 30 boards, so every point is a mean over the same boards."}
	shown := map[string][]string{
		"pure":    {"pure", "no crossover", "hill climbing"},
		"memetic": {"memetic", "windows alone", "windows on weighted A*"},
	}
	for _, size := range []string{"4x4", "5x5", "6x6"} {
		states := plot.Axis{Label: "states", Unit: units.Count, Log: true}
		lengths := plot.Panel{
			Title: size + ": length",
			X:     states,
			Y:     plot.Axis{Label: "moves", Unit: units.Number},
		}
		solved := plot.Panel{Title: size + ": boards solved", X: states,
			Y: plot.Axis{Label: "solved", Unit: units.Share}}
		look := 0
		for _, family := range []string{"pure", "memetic"} {
			for _, solver := range shown[family] {
				all := of(runs, size, family, solver)
				look++
				line := plot.Series{Name: solver, Kind: plot.Line, Look: look}
				share := line
				for at := 4.5; ; at += 0.05 {
					amount := math.Pow(10, at)
					if amount > all[len(all)-1].limit {
						break
					}
					values, n := within(all, amount)
					share.X = append(share.X, amount)
					share.Y = append(share.Y, float64(n)/float64(len(all)))
					if n == len(all) {
						line.X = append(line.X, amount)
						line.Y = append(line.Y, stats.Mean(values))
					}
				}
				lengths.Series = append(lengths.Series, line)
				solved.Series = append(solved.Series, share)
			}
		}
		figure.Panels = append(figure.Panels, lengths, solved)
	}
	return figure
}

// The table of docs/genetic.md that compares the genetic solver with beam search shows the results
// of examples/beam-control.yaml. With -update, it is written anew.
func TestDocumentOfBeam(t *testing.T) {
	read := func(table string) (rows []map[string]string) {
		file, err := os.Open(filepath.Join(sourceFolder, "../../docs/beam-control/tables", table+
			".csv"))
		require.NoError(t, err)
		defer file.Close()
		lines, err := csv.NewReader(file).ReadAll()
		require.NoError(t, err)
		for _, line := range lines[1:] {
			row := map[string]string{}
			for i, name := range lines[0] {
				row[name] = line[i]
			}
			rows = append(rows, row)
		}
		return rows
	}
	number := func(text string) float64 {
		n, err := strconv.ParseFloat(text, 64)
		require.NoError(t, err)
		return n
	}
	cells := map[[2]string]string{}
	for _, row := range read("plans") {
		if row["mean_length"] == "" { // the solver solved no board
			continue
		}
		cells[[2]string{row["group"], row["solver"]}] = fmt.Sprintf("%.1f",
			number(row["mean_length"]))
	}
	for _, row := range read("summary") {
		if row["solved"] != row["trials"] {
			cells[[2]string{row["group"], row["solver"]}] = row["solved"] + " of " + row["trials"] +
				" solved"
		}
	}
	for _, row := range read("pairs-length") {
		if row["baseline"] == "beam" && row["puzzles"] == "30" {
			cells[[2]string{row["group"], row["solver"]}] += fmt.Sprintf(": %.2f (%.2f–%.2f)",
				number(row["ratio"]), number(row["ratio_low"]), number(row["ratio_high"]))
		}
	}
	table := "| boards | beam | beam convex | ga pure | ga memetic | wastar " +
		"|\n|:---|---:|---:|---:|---:|---:|\n"
	for _, size := range []string{"4x4", "5x5", "6x6", "7x7", "8x8", "10x10"} {
		table += "| " + size
		for _, solver := range []string{"beam", "beam convex", "ga pure", "ga memetic", "wastar"} {
			cell := cells[[2]string{strings.Replace("uniform-"+size, "uniform-4x4", "korf-15", 1),
				solver}]
			require.NotEmpty(t, cell)
			table += " | " + cell
		}
		table += " |\n"
	}
	file := filepath.Join(sourceFolder, "../../docs/genetic.md")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	shown := regexp.MustCompile(`(?m)^\| boards \| beam \|.*\n(\|.*\n)+`)
	require.Len(t, shown.FindAllString(string(text), -1), 1)
	if *update {
		require.NoError(t, os.WriteFile(file, shown.ReplaceAll(text, []byte(table)), 0o666))
		return
	}
	assert.Equal(t, table, shown.FindString(string(text)), "run go test ./cmd/npuzzle -update")
}
