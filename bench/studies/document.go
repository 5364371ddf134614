package studies

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"npuzzle/bench"
	"npuzzle/bench/report"
	"npuzzle/internal/units"
)

// Document writes a report as people read it: the study's tables with the figures
// published and measured, the claims, what cannot be compared, and what the study
// left undone.
func (r Report) Document(p bench.Provenance, when time.Time) report.Document {
	d := report.Document{Title: r.Title + ": re-run"}
	add := func(blocks ...report.Block) { d.Blocks = append(d.Blocks, blocks...) }
	add(report.Paragraph(fmt.Sprintf("%s: %s. Columns that say \"study\" are as published, all others measured.", r.Study, r.Source)))
	if r.Quick {
		add(report.Paragraph("A quick re-run: it took fewer boards a row, as the tables say."))
	}
	if r.Partial {
		add(report.Paragraph("Partial: it was cut short, and figures are missing."))
	}
	add(report.List(r.Setup))
	add(report.Heading{Level: 2, Text: "Published and measured"})
	for _, t := range r.Tables {
		add(t.document())
	}
	add(report.Heading{Level: 2, Text: "Claims"}, r.claims())
	add(report.Heading{Level: 2, Text: "What cannot be compared"}, report.List(r.Apart))
	add(report.Heading{Level: 2, Text: "What the study left undone"})
	for _, t := range r.Beyond {
		add(t.document())
	}
	if len(r.Figures) > 0 {
		add(report.Heading{Level: 2, Text: "Plots"})
	}
	for _, f := range r.Figures {
		if same := f.Coinciding(); same != "" {
			f.Description += " " + same
		}
		add(report.Figure{Name: f.Name, Title: f.title(), Caption: f.Description, Figure: f.Figure})
	}
	add(report.Heading{Level: 2, Text: "Made by"}, report.List{
		fmt.Sprintf("npuzzle reproduce %s, %s", r.Study, when.UTC().Format(time.DateOnly)),
		"machine: " + p.Machine,
		fmt.Sprintf("version %s, signature %s, revision %s", p.Version, p.Signature, orNot(p.Revision)),
	})
	return d
}

func orNot(revision string) string {
	if revision == "" {
		return "not known"
	}
	return revision
}

func (f Figure) title() string {
	if f.Title == "" {
		return f.Panels[0].Title
	}
	return f.Title
}

func (r Report) claims() report.Table {
	t := report.Table{Name: "claims", Caption: "Claims of the study"}
	for i, name := range []string{"claim", "verdict", "shown by"} {
		t.Columns = append(t.Columns, report.Column{Head: name, Fields: []string{name}, Row: i == 0})
	}
	for _, c := range r.Claims {
		var cells []report.Cell
		for _, text := range []string{c.Text, string(c.Verdict), c.Shown} {
			cells = append(cells, report.Cell{Text: text, Full: []string{text}})
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

func (t Table) document() report.Table {
	d := report.Table{Name: t.Name, Caption: t.Caption}
	for i, c := range t.Columns {
		d.Columns = append(d.Columns, report.Column{Head: c.Name, Fields: []string{c.Name}, Number: c.Unit != Text, Row: i == 0})
	}
	for _, row := range t.Rows {
		cells := make([]report.Cell, len(row))
		for i, value := range row {
			cells[i] = cell(value, t.Columns[i].Unit)
		}
		d.Rows = append(d.Rows, cells)
	}
	return d
}

// cell writes a value, and in full.
func cell(value any, unit Unit) report.Cell {
	x, number := value.(float64)
	switch {
	case !number:
		text := fmt.Sprint(value)
		return report.Cell{Text: text, Full: []string{text}}
	case math.IsNaN(x):
		return report.Cell{Text: units.Unknown, Full: []string{""}}
	case math.IsInf(x, 1):
		return report.Cell{Text: tookTooLong, Full: []string{tookTooLong}}
	}
	return report.Cell{Text: unit.write(x), Full: []string{strconv.FormatFloat(x, 'g', -1, 64)}}
}

func (u Unit) write(x float64) string {
	switch u {
	case Average:
		return units.Decimals(x, 2)
	case Seconds:
		return units.Seconds.Format(x)
	case Share:
		return units.Share.Format(x)
	case Bytes:
		return units.Bytes.Format(x)
	case Ratio:
		return units.Ratio.Format(x)
	}
	return units.Count.Format(x)
}
