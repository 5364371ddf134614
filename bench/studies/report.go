package studies

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"npuzzle/bench"
	"npuzzle/bench/plot"
	"npuzzle/bench/report"
	"npuzzle/internal/units"
)

// Report is the result of a re-run.
type Report struct {
	Study   string   `json:"study"`
	Title   string   `json:"title"`  // title of the published study
	Source  string   `json:"source"` // kind of publication
	Seed    uint64   `json:"seed"`
	Quick   bool     `json:"quick"`
	Partial bool     `json:"partial"` // the re-run was interrupted, so figures are missing
	Setup   []string `json:"setup"`   // the methods, in sentences

	// Tables compare the study's own figures with measured ones.
	Tables Tables  `json:"tables"`
	Claims []Claim `json:"claims"`

	// Apart lists the figures that cannot be compared, with reasons.
	Apart []string `json:"not_comparable"`

	// Beyond holds tables of experiments that the study did not make.
	Beyond  Tables          `json:"left_undone"`
	Figures []report.Figure `json:"-"`
}

// Tables is a list of tables. In JSON, a row is an object with a key for each column.
// Numbers are in SI base units, and shares are from 0 to 1. A missing number is null. A
// number beyond the limit is the text "TL".
type Tables []report.Table

// MarshalJSON implements json.Marshaler.
func (ts Tables) MarshalJSON() ([]byte, error) {
	objects := []map[string]any{}
	for _, t := range ts {
		var heads []string
		for _, c := range t.Columns {
			heads = append(heads, key(c))
		}
		rows := []map[string]any{}
		for _, cells := range t.Rows {
			values := map[string]any{}
			for i, c := range t.Columns {
				switch text := cells[i].Full[0]; {
				case c.Number && text == "":
					values[key(c)] = nil
				case c.Number && text != tookTooLong:
					values[key(c)] = json.Number(text)
				default:
					values[key(c)] = text
				}
			}
			rows = append(rows, values)
		}
		objects = append(objects, map[string]any{"name": t.Name, "caption": t.Caption, "columns": heads, "rows": rows})
	}
	return json.Marshal(objects)
}

// key returns the JSON key of a column. It is the column's CSV field or, if the column has
// several fields, its head.
func key(c report.Column) string {
	if len(c.Fields) == 1 {
		return c.Fields[0]
	}
	return c.Head
}

// Verdict is the result of judging a claim by the measured figures.
type Verdict string

// The verdicts.
const (
	Holds     Verdict = "holds"
	Fails     Verdict = "fails"
	Undecided Verdict = "undecided"
)

// Claim is a statement of a study with its verdict.
type Claim struct {
	Text    string  `json:"claim"`
	Verdict Verdict `json:"verdict"`
	Shown   string  `json:"shown_by"` // the values that decide the claim
}

// explained lists regular expressions for names and terms. If one matches the report, the
// report has its explanation.
var explained = []struct{ name, meaning string }{
	{`\bwithin each budget\b`, "budget of 0.5 s, budget of 2 s: numbers of generated states. pure and its controls " +
		"have one number, and memetic and its controls have another. 3x3 has numbers of its own. The names give only " +
		"the order of magnitude of the times. The methods, below, list the numbers."},
	{`\bby windows\b`, "windows: short searches by IDA* that replace a part of a plan, or complete a plan."},
	{`\breplicas?\b`, "replica: a simple program that imitates the study's own program."},
	{`\biddfs\b`, "bfs, ucs, iddfs: breadth-first search, uniform-cost search, and " +
		"iterative-deepening depth-first search."},
	{`\bga [0-9]+/`, "ga 200/500/5: the GA with population 200, 500 generations in each phase, and 5 phases. A phase " +
		"is one evolution from a new random population."},
	{`\btextbook engine`, "textbook engine: the laboratory's own plain A* (npuzzle solve --engine textbook)."},
	{`\bzero\b`, "zero: the heuristic h = 0."},
	{`\bmax-sort\b`, "max-sort: the smallest number of swaps that turn the board into the goal, if the contents of " +
		"any two cells can be swapped."},
	{`\bout-of-row-column\b`, "out-of-row-column: number of tiles out of their goal row, plus number of tiles out of " +
		"their goal column."},
	{`\blinear-conflict\b($|[^-])`, "linear-conflict: Manhattan distance plus 2 for each tile that must leave its " +
		"goal row or column to let others pass."},
	{`\blinear-conflict-pairs\b`, "linear-conflict-pairs: the study's \"linear conflict\". It is Manhattan distance " +
		"plus 2 for every pair of tiles in conflict, so it may overestimate."},
	{`\bwalking-distance\b`, "walking-distance: moves needed if tiles only had to reach their goal row, plus moves " +
		"needed if tiles only had to reach their goal column."},
	{`\bpdb:8\b`, "pdb:8: a pattern database of all 8 tiles, which gives the exact number of moves left."},
	{`\bpdb:5-5-5\b`, "pdb:5-5-5: a pattern database with three groups of five tiles."},
}

// names returns the explanations of the names in the claims, in the tables and in their captions.
func (r Report) names() (list report.List) {
	text := r.claims().CSV()
	for _, t := range slices.Concat(r.Tables, r.Beyond) {
		text += t.Caption + "\n" + t.CSV()
	}
	for _, e := range explained {
		if regexp.MustCompile(e.name).MatchString(text) {
			list = append(list, e.meaning)
		}
	}
	return list
}

// rules returns sentences that say how a claim gets its verdict. The functions covers, tested, claim,
// every and agreed implement these rules, in this order. The sentences leave out rules that no claim of
// the report needs.
func (r Report) rules() (list report.List) {
	has := func(pattern string) bool { return regexp.MustCompile(pattern).MatchString(r.claims().CSV()) }
	add := func(rule string) { list = append(list, rule) }
	when := func(has bool, sentence string) string {
		if has {
			return " " + sentence
		}
		return ""
	}
	intervals, tests := has(`\([0-9.]+( %)? to [0-9.]+( %)?\)`), has(`\bp (<|= )`)
	if intervals {
		add("An interval, such as (33 % to 46 %), is the 95 % confidence interval of the measured value. A claim " +
			"about a number holds if the interval contains the number. A claim about a range holds if the interval " +
			"overlaps the range. Otherwise, such a claim fails." +
			when(has("fewer than half"), "There are two exceptions. A published accuracy has an interval, too, "+
				"computed from the number of trials of the study. A claim about this accuracy is undecided if the "+
				"measured interval does not contain the accuracy, but the two intervals overlap. A claim that a value "+
				"is below a limit is undecided if the interval contains the limit.") +
			" If there are too few boards for an interval, no interval is shown, and the claim is undecided.")
	}
	if tests {
		add("A p-value comes from a paired test: a test that compares two solvers on the same boards. Times and " +
			"counts are compared by Wilcoxon's signed-rank test on their logarithms." +
			when(has("boards solved:"), "Numbers of boards solved are compared by McNemar's test.") +
			" A claim holds if the test supports the claim with p < 0.05, and fails if the test supports the " +
			"opposite with p < 0.05. Otherwise, the claim is undecided." +
			when(has("fastest|most time"), "A claim about the fastest or slowest solver needs several tests, so the "+
				"p-values of this claim are corrected by Holm's method.") +
			when(has(`\bga [0-9]+/`), "With the same seed, two settings of the GA can go through the same "+
				"evolution on a board. A test of times leaves out such boards."))
	}
	if has("times as (long|many)") {
		add("A factor, such as \"1.18 times as long\", is a median: the ratio of the two solvers is computed on each " +
			"board, and the median of these ratios is shown." +
			when(has("[Ii]n total"), "A factor \"in total\" is the ratio of the totals over all boards."))
	}
	all := "the values shown agree with the claim, and fails otherwise. A claim about all boards fails if one board " +
		"contradicts the claim." +
		when(has("there is no board"), "If there is no board for a claim, the claim is undecided.")
	var shown []string
	if intervals {
		shown = append(shown, "intervals")
	}
	if tests {
		shown = append(shown, "p-values")
	}
	if shown == nil {
		add("A claim holds if " + all)
		return list
	}
	add("A claim that needs no " + strings.Join(shown, " and no ") + " holds if " + all)
	add("A claim with several " + strings.Join(shown, " or ") + " holds if all of them support the claim, and fails " +
		"if one contradicts the claim." +
		when(has("two tables|boards of \""), "There is one exception. If a claim about times is tested in several "+
			"tables, and the tables disagree, the claim is undecided."))
	return list
}

// judge adds a claim with its verdict. Name is the key of the claim in the study's file.
func (s *session) judge(name string, v Verdict, format string, args ...any) {
	s.report.Claims = append(s.report.Claims, Claim{entry(s.words.Claims, name), v, fmt.Sprintf(format, args...)})
}

// claim adds a claim that needs neither an interval nor a test, such as a claim about all boards. If
// known is false, the claim is undecided.
func (s *session) claim(name string, known, holds bool, format string, args ...any) {
	verdict := Fails
	switch {
	case !known:
		verdict = Undecided
	case holds:
		verdict = Holds
	}
	s.judge(name, verdict, format, args...)
}

// entry returns the named entry of a study's file. It panics if there is none.
func entry[T any](of map[string]T, name string) T {
	found, ok := of[name]
	if !ok {
		panic(fmt.Sprintf("studies: no words for %q", name))
	}
	return found
}

// column is a column of a table. It has a function that computes a text or a number from a
// row. Tables are made from rows and columns, so several tables can use a column:
//
//	s.show("astar-sizes", rows, bySize, count("puzzles"), meanLength)
type column = report.ColumnOf[row]

// text returns a column of texts.
func text(head string, of func(row) string) column { return report.Words(head, head, of) }

// labelled returns a column that shows a label of each row.
func labelled(head, label string) column {
	return text(head, func(r row) string { return r.label(label) })
}

// setting returns a column that shows a label of each row as a number.
func setting(head, label string) column {
	return keyed(label, number(head, units.Count, func(r row) float64 {
		x, err := strconv.ParseFloat(r.label(label), 64)
		must(label, err)
		return x
	}))
}

// keyed returns a column with another key in JSON and CSV. The default key is the head.
func keyed(key string, c column) column {
	c.Fields = []string{key}
	return c
}

// number returns a column of numbers.
func number(head string, unit units.Unit, of figure) column {
	return report.Cells(head, []string{head}, func(r row) report.Cell {
		if x := of(r); x != TooLong {
			return report.Value(x, unit.Format)
		}
		return report.Text(tookTooLong)
	})
}

// lowEnd and highEnd return the columns of a 95 % confidence interval.
func lowEnd(unit units.Unit, of figure) column {
	return keyed("95 % from", number("95 % CI, low", unit, of))
}
func highEnd(unit units.Unit, of figure) column {
	return keyed("95 % to", number("95 % CI, high", unit, of))
}

// count returns a column with the number of trials.
func count(head string) column { return number(head, units.Count, trials) }

// Columns that many tables have.
var (
	bySize      = labelled("size", "size")
	byHeuristic = labelled("heuristic", "heuristic")
	boards      = count("boards")

	solvedShare  = number("solved", units.Share, accuracy)
	solvedLow    = lowEnd(units.Share, low)
	solvedHigh   = highEnd(units.Share, high)
	meanLength   = number("mean length", units.Moves, mean(length))
	meanExpanded = number("mean expanded", units.Count, mean(expanded))
	meanTime     = number("mean time", units.Seconds, mean(elapsed))
	averageTime  = number("average time", units.Seconds, mean(elapsed))
)

// show adds a table that compares the study's figures with measured ones.
func (s *session) show(name string, rs rows, columns ...column) {
	s.report.Tables = append(s.report.Tables, s.table(name, rs, columns...))
}

// beyond adds a table of an experiment that the study did not make.
func (s *session) beyond(name string, rs rows, columns ...column) {
	s.report.Beyond = append(s.report.Beyond, s.table(name, rs, columns...))
}

// table makes a table of rows. The caption comes from the study's file.
func (s *session) table(name string, rs rows, columns ...column) report.Table {
	t := report.TableOf(name, entry(s.words.Tables, name), rs, columns...)
	t.Columns[0].Row = true
	return t
}

// figure adds a figure of panels. The title and the caption come from the study's file.
func (s *session) figure(name string, panels ...plot.Panel) {
	w := entry(s.words.Figures, name)
	f := plot.Figure{Panels: panels, Columns: min(len(panels), 2), Title: w.Title, Description: w.Caption}
	s.report.Figures = append(s.report.Figures, report.Figure{Name: name, Plot: f})
}

// lines adds a line to the panel for each value of a label, in the order in which the
// values first occur. A line goes through the points of the rows with this value. It leaves
// out points that an axis cannot show.
func lines(panel plot.Panel, rs rows, label string, x, y figure) plot.Panel {
	for _, r := range rs {
		name := r.label(label)
		at := slices.IndexFunc(panel.Series, func(s plot.Series) bool { return s.Name == name })
		if at < 0 {
			at = len(panel.Series)
			panel.Series = append(panel.Series, plot.Series{Name: name, Kind: plot.Marked, Look: at + 1})
		}
		line := &panel.Series[at]
		if y := y(r); is(y) && !math.IsInf(y, 0) && (y > 0 || !panel.Y.Log) {
			line.X, line.Y = append(line.X, x(r)), append(line.Y, y)
		}
	}
	return panel
}

// bySizes adds a figure with a panel for each size and a line for each heuristic.
func (s *session) bySizes(name string, rs rows, sizes []string, x plot.Axis, of figure, y plot.Axis, shown figure) {
	var panels []plot.Panel
	for _, size := range sizes {
		panel := plot.Panel{Title: size, X: x, Y: y}
		panels = append(panels, lines(panel, rs.where("size", size), "heuristic", of, shown))
	}
	s.figure(name, panels...)
}

// byLength draws the mean of a measure over the length of the plan, with a line for each
// solver.
func byLength(panel plot.Panel, rs rows, m measure) plot.Panel {
	panel.X = plot.Axis{Label: "path length, moves", Unit: units.Count}
	return lines(panel, rs.eachLength(), "solver", mean(length), mean(m))
}

// Document returns the report as a document for readers. It has the claims, the tables with
// published and measured figures, the figures that cannot be compared, and the experiments
// that the study did not make.
func (r Report) Document(p bench.Provenance, when time.Time) report.Document {
	title, about, measured := r.Title+": re-run", fmt.Sprintf("%s: %s.", r.Study, r.Source), "Measured"
	rules := r.rules()
	if r.Study == Evolution {
		title, rules = r.Title, betterRule
	} else if r.published() {
		about += " Columns whose names end with \"study\" show published values. The other columns show measured " +
			"values."
		measured = "Published and measured"
	}
	d := report.Document{Title: title, Blocks: []report.Block{report.Paragraph(about)}}
	if r.Quick {
		d.Blocks = append(d.Blocks, report.Paragraph(fmt.Sprintf(
			"This is a quick re-run. It has 1 of every %d boards of the full re-run, and at least one board for each "+
				"row of a table. Numbers of boards in captions and methods are those of the full re-run.", quickPart)))
		if r.Study == Evolution {
			d.Blocks = append(d.Blocks, report.Paragraph(fmt.Sprintf("Its budgets are divided by %d.", quickPart)))
		}
	}
	if r.Partial {
		d.Blocks = append(d.Blocks, report.Paragraph("This report is partial: the re-run was interrupted, and values "+
			"are missing."))
	}
	if text := r.verdicts(); text != "" {
		d.Blocks = append(d.Blocks, report.Answer{text})
	}
	section := func(title string, blocks ...report.Block) {
		if len(blocks) > 0 {
			d.Blocks = append(append(d.Blocks, report.Heading{Level: 2, Text: title}), blocks...)
		}
	}
	if names := r.names(); names != nil {
		section("Names", names)
	}
	decide := "The column \"shown by\" gives the values that decide a claim. "
	if len(rules) == 1 {
		section("Claims", report.Paragraph(decide+rules[0]), r.claims())
	} else {
		decide += "How a claim is judged depends on the kind of these values:"
		section("Claims", report.Paragraph(decide), rules, r.claims())
	}
	section(measured, blocks(r.Tables)...)
	section("Plots", blocks(r.Figures)...)
	if r.Apart != nil {
		section("What cannot be compared", report.List(r.Apart))
	}
	section("What the study left undone", blocks(r.Beyond)...)
	section("Methods", report.List(r.Setup))
	section("Machine and program", report.List{
		fmt.Sprintf("npuzzle reproduce %s, seed %d, %s", r.Study, r.Seed, when.UTC().Format(time.DateOnly)),
		"machine: " + p.Machine,
		fmt.Sprintf("version %s, signature %s, revision %s", p.Version, p.Signature, cmp.Or(p.Revision, "not known")),
	})
	return d
}

// blocks converts tables or figures to blocks.
func blocks[T report.Block](list []T) []report.Block {
	all := make([]report.Block, len(list))
	for i, block := range list {
		all[i] = block
	}
	return all
}

// published reports whether a table has a column of published values.
func (r Report) published() bool {
	return slices.ContainsFunc(r.Tables, func(t report.Table) bool {
		return slices.ContainsFunc(t.Columns, func(c report.Column) bool {
			return strings.HasSuffix(c.Head, ", study")
		})
	})
}

// verdicts returns a sentence with the number of claims for each verdict. It is empty if there are no
// claims.
func (r Report) verdicts() string {
	count := map[Verdict]int{}
	for _, c := range r.Claims {
		count[c.Verdict]++
	}
	if len(r.Claims) == 0 {
		return ""
	}
	verb := func(n int, verb string) string {
		if n == 1 {
			return fmt.Sprintf("%d %ss", n, verb)
		}
		return fmt.Sprintf("%d %s", n, verb)
	}
	claims := "the study's " + units.Plural(len(r.Claims), "claim", "claims")
	holds, fails := verb(count[Holds], "hold"), verb(count[Fails], "fail")
	if n := count[Undecided]; n > 0 {
		return fmt.Sprintf("Of %s, %s, %s, and %s.", claims, holds, fails,
			units.Plural(n, "is undecided", "are undecided"))
	}
	return fmt.Sprintf("Of %s, %s, and %s.", claims, holds, fails)
}

func (r Report) claims() report.Table {
	return report.TableOf("claims", "Claims of the study", r.Claims,
		report.Head("claim", func(c Claim) string { return c.Text }),
		report.Words("verdict", "verdict", func(c Claim) string { return string(c.Verdict) }),
		report.Words("shown by", "shown by", func(c Claim) string { return c.Shown }))
}
