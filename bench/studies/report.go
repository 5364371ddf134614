package studies

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"npuzzle/bench"
	"npuzzle/bench/plot"
	"npuzzle/bench/report"
	"npuzzle/bench/stats"
	"npuzzle/internal/units"
)

// Report is the result of a re-run.
type Report struct {
	Study string `json:"study"`
	Texts
	Seed    uint64 `json:"seed"`
	Quick   bool   `json:"quick"`
	Partial bool   `json:"partial"` // the re-run was interrupted, so figures are missing

	// Tables compare the study's own figures with measured ones. A number beyond the limit is the
	// text "TL".
	Tables []report.Table `json:"tables"`
	Claims []Claim        `json:"claims"`

	// Beyond holds tables of experiments that the study did not make.
	Beyond  []report.Table  `json:"left_undone"`
	Figures []report.Figure `json:"-"`
}

// Claim is a statement of a study with its verdict.
type Claim struct {
	Text    string  `json:"claim"`
	Verdict Verdict `json:"verdict"`
	Shown   string  `json:"shown_by"` // the values that decide the claim
}

// tell adds the study's tables and figures to the report, and judges its claims.
func (s *session) tell() {
	for _, t := range s.study.Tables {
		if t.Undone {
			s.report.Beyond = append(s.report.Beyond, s.table(t))
		} else {
			s.report.Tables = append(s.report.Tables, s.table(t))
		}
	}
	for _, f := range s.study.Figures {
		figure := plot.Figure{
			Title:       f.Title,
			Description: f.Caption,
			Panels:      f.panels(s.rows(f.Selection)),
		}
		s.report.Figures = append(s.report.Figures, report.Figure{Name: f.Name, Plot: figure})
	}
	for _, c := range s.study.Claims {
		s.judge(c)
	}
}

// table makes a table of the study.
func (s *session) table(t table) report.Table {
	rs := s.rows(t.Selection)
	var columns []column
	for _, label := range t.By {
		text := func(r row) string { return r.label(label) }
		columns = append(columns, report.Head(label, text))
	}
	caption := t.Caption
	timed := false
	for _, name := range t.Columns {
		columns = append(columns, columnsOf(name)...)
		caption += rs.agreement(name)
		timed = timed || strings.Contains(name, processorTime)
	}
	if timed {
		caption += ". Processor times leave out the first runs"
	}
	return report.TableOf(t.Name, caption, rs, columns...)
}

// processorTime is the name of the measure by which claims about times are judged.
const processorTime = "processor time"

// timesMethod says how times are measured.
var timesMethod = fmt.Sprintf("Times are processor times, so pauses of the machine do not count. "+
	"The processor times of the first %d runs of each solver on each group of boards are left out "+
	"(of a small group, at most a quarter of the runs), because memory and caches are still cold. "+
	"The time of a replica is that of its thread, without the garbage collector; a replica that "+
	"takes less than 0.2 ms is run several times, and its time is their mean. "+
	"Counts and lengths are those of all runs.", warmUp)

// column is a column of a table. It has a function that computes a text or a number from a row.
type column = report.ColumnOf[row]

// columnsOf returns the columns that a name in a study's file describes. The name is that of a
// statistic. It may be followed by "beside" and a column of the published file: then there are two
// columns, with published and with measured values. The column "path" has the moves of a plan.
func columnsOf(name string) []column {
	name, published, beside := strings.Cut(name, " beside ")
	if name == "path" {
		publishedPath := func(r row) string { return r.published["path"] }
		return []column{
			report.Words("path, study", "path, study", publishedPath),
			report.Words("path", "path", row.path),
		}
	}
	measured := statisticOf(name)
	if !beside {
		return []column{number(name, "", measured)}
	}
	study := statisticOf("study " + published)
	study.unit = measured.unit
	studyName := strings.Replace(name, processorTime, "time", 1) // the studies measured wall time
	return []column{number(studyName, ", study", study), number(name, "", measured)}
}

// agreementMargin is the difference of two shares up to which they agree.
const agreementMargin = 0.05

// Agreement says whether two shares agree.
type Agreement string

// The values of Agreement.
const (
	Differ Agreement = "differ"         // the interval of the difference excludes 0
	Agree  Agreement = "agree"          // it contains 0, and lies within agreementMargin
	TooFew Agreement = "too few boards" // neither
)

// AgreementOf says whether two shares of independent trials agree.
func AgreementOf(a, b stats.Interval) Agreement {
	d := difference(a, b)
	switch {
	case d.Low > 0 || d.High < 0:
		return Differ
	case d.Low >= -agreementMargin && d.High <= agreementMargin:
		return Agree
	}
	return TooFew
}

// agreement returns a sentence with the number of rows in which a measured and a published share
// agree, or "" for other columns. The name is that of the columns.
func (rs rows) agreement(name string) string {
	name, published, _ := strings.Cut(name, " beside ")
	if !strings.Contains(published, " of ") {
		return ""
	}
	measured := statisticOf(name).estimate
	study := statisticOf("study " + published).estimate
	agree := 0
	differ := 0
	for _, r := range rs {
		switch AgreementOf(measured(r), study(r)) {
		case Differ:
			differ++
		case Agree:
			agree++
		}
	}
	rest := len(rs) - differ - agree
	return fmt.Sprintf(". Of %s, the study and the re-run differ in %d: the 95 %% interval of the "+
		"difference of the two shares excludes 0. They agree in %d: the interval contains 0 and "+
		"lies within 5 points. In %d, there are too few boards to tell",
		units.Plural(len(rs), "row", "rows"), differ, agree, rest)
}

// difference returns the difference of two shares of independent trials, with its interval.
//
// Source: R. Newcombe, "Interval estimation for the difference between independent proportions",
// Statistics in Medicine 17 (1998), pages 873-890, method 10.
func difference(a, b stats.Interval) stats.Interval {
	d := a.Value - b.Value
	return stats.Interval{
		Value: d,
		Low:   d - math.Hypot(a.Value-a.Low, b.High-b.Value),
		High:  d + math.Hypot(a.High-a.Value, b.Value-b.Low),
		N:     a.N + b.N,
	}
}

// path returns the moves of the plan of a row's first trial.
func (r row) path() string {
	if len(r.trials) == 0 || r.trials[0].Moves == nil {
		return ""
	}
	return *r.trials[0].Moves
}

// number returns a column of numbers, with their intervals and numbers of boards if the statistic
// has some.
func number(name, suffix string, s statistic) column {
	head := name + suffix
	if s.estimate == nil {
		return report.Cells(head, []string{head}, func(r row) report.Cell {
			return cellOf(s.value(r), s.unit)
		})
	}
	heads := []string{head, "95 % from" + suffix, "95 % to" + suffix, "n" + suffix}
	return report.Cells(head, heads, func(r row) report.Cell {
		interval := s.estimate(r)
		cell := report.Estimate(interval, s.unit.Format)
		cell.Full = append(cell.Full, fmt.Sprint(interval.N))
		if s.unit == units.Gap { // a ratio stands for the boards that have one
			cell.Text += fmt.Sprintf(", n = %d", interval.N)
		}
		return cell
	})
}

// cellOf returns a cell with a number, which may be TooLong.
func cellOf(x float64, unit units.Unit) report.Cell {
	if x == TooLong {
		return report.Text(tookTooLong)
	}
	return report.Value(x, unit.Format)
}

// panels draws the panels of a figure. A line goes through the points of the rows with the same
// label. It leaves out points that an axis cannot show. Vertical axes of counts and times are
// logarithmic, and so are horizontal axes of states.
func (f figure) panels(rs rows) (panels []plot.Panel) {
	x := statisticOf(f.X)
	for _, name := range f.Y {
		y := statisticOf(name)
		log := y.unit == units.Count || y.unit == units.Seconds
		index := map[string]int{} // of the panel with a title
		for _, r := range rs {
			title := r.label(f.Panels)
			if _, known := index[title]; !known {
				index[title] = len(panels)
				panels = append(panels, plot.Panel{
					Title: title,
					X:     plot.Axis{Label: f.X, Unit: x.unit, Log: f.X == "states"},
					Y:     plot.Axis{Label: name, Unit: y.unit, Log: log},
				})
			}
			line := lineOf(&panels[index[title]], r.label(f.Lines))
			value := y.value(r)
			if !areKnown(value) || math.IsInf(value, 0) || log && value <= 0 {
				continue
			}
			line.X = append(line.X, x.value(r))
			line.Y = append(line.Y, value)
			if y.estimate != nil {
				interval := y.estimate(r)
				line.Low = append(line.Low, interval.Low)
				line.High = append(line.High, interval.High)
			}
		}
	}
	return panels
}

// lineOf returns the line of a panel with a label. It adds the line if the panel has none.
func lineOf(panel *plot.Panel, label string) *plot.Series {
	for i := range panel.Series {
		if panel.Series[i].Name == label {
			return &panel.Series[i]
		}
	}
	n := len(panel.Series)
	panel.Series = append(panel.Series, plot.Series{Name: label, Kind: plot.Marked, Look: n + 1})
	return &panel.Series[n]
}

// Document returns the report as a document for readers. It has the claims, the tables with
// published and measured figures, the figures that cannot be compared, and the experiments
// that the study did not make.
func (r Report) Document(p bench.Provenance, when time.Time) report.Document {
	title := r.Title
	about := fmt.Sprintf("%s: %s.", r.Study, r.Source)
	if r.Study != Evolution {
		title += ": re-run"
		about += " Columns whose names end with \"study\" show published values. " +
			"The other columns show measured values."
	}
	d := report.Document{Title: title, Blocks: []report.Block{report.Paragraph(about)}}
	if r.Quick {
		text := fmt.Sprintf(
			"This is a quick re-run. It has 1 of every %d boards of the full re-run, "+
				"and at least one board for each row of a table. Limits of generated states are "+
				"divided by %[1]d. Numbers in captions and methods are those of the full re-run.",
			quickPart)
		d.Blocks = append(d.Blocks, report.Paragraph(text))
	}
	if r.Partial {
		text := "This report is partial: the re-run was interrupted, and values are missing."
		d.Blocks = append(d.Blocks, report.Paragraph(text))
	}
	count := map[Verdict]int{}
	for _, c := range r.Claims {
		count[c.Verdict]++
	}
	answer := fmt.Sprintf("Claims of the study: %d hold, %d fail, %d undecided, %d not judged.",
		count[Holds], count[Fails], count[Undecided], count[Shown])
	d.Blocks = append(d.Blocks, report.Answer{answer})
	section := func(title string, blocks ...report.Block) {
		if len(blocks) > 0 {
			d.Blocks = append(d.Blocks, report.Heading{Level: 2, Text: title})
			d.Blocks = append(d.Blocks, blocks...)
		}
	}
	if r.Names != nil {
		section("Names", report.List(r.Names))
	}
	claims := report.TableOf("claims", "Claims of the study", r.Claims,
		report.Head("claim", func(c Claim) string { return c.Text }),
		report.Words("verdict", "verdict", func(c Claim) string { return string(c.Verdict) }),
		report.Words("shown by", "shown by", func(c Claim) string { return c.Shown }))
	section("Claims", report.Paragraph(strings.TrimSpace(rule)), claims)
	section("Published and measured", blocks(r.Tables)...)
	section("Plots", blocks(r.Figures)...)
	if r.Apart != nil {
		section("What cannot be compared", report.List(r.Apart))
	}
	section("What the study left undone", blocks(r.Beyond)...)
	methods := report.List(slices.Clone(r.Setup))
	if r.Study != Evolution {
		methods = append(methods, timesMethod)
	}
	section("Methods", methods)
	revision := p.Revision
	if revision == "" {
		revision = "not known"
	}
	date := when.UTC().Format(time.DateOnly)
	section("Machine and program", report.List{
		fmt.Sprintf("npuzzle reproduce %s, seed %d, %s", r.Study, r.Seed, date),
		"machine: " + p.Machine,
		fmt.Sprintf("version %s, signature %s, revision %s", p.Version, p.Signature, revision),
	})
	return d
}

// blocks converts tables or figures to blocks.
func blocks[T report.Block](list []T) (blocks []report.Block) {
	for _, block := range list {
		blocks = append(blocks, block)
	}
	return blocks
}
