package studies

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"npuzzle/bench"
	"npuzzle/bench/document"
	"npuzzle/internal/units"
)

// Document writes a report as people read it: the study's tables with the figures
// published and measured, the claims, what cannot be compared, and what the study
// left undone.
func (r Report) Document(p bench.Provenance, when time.Time) document.Document {
	d := document.Document{Title: r.Title + ": re-run"}
	add := func(blocks ...document.Block) { d.Blocks = append(d.Blocks, blocks...) }
	add(document.Paragraph(fmt.Sprintf("%s: %s. Columns that say \"study\" are as published, all others measured.", r.Study, r.Source)))
	if r.Quick {
		add(document.Paragraph("A quick re-run: it took fewer boards a row, as the tables say."))
	}
	if r.Partial {
		add(document.Paragraph("Partial: it was cut short, and figures are missing."))
	}
	add(document.List(r.Setup))
	add(document.Heading{Level: 2, Text: "Published and measured"})
	for _, t := range r.Tables {
		add(t.document())
	}
	add(document.Heading{Level: 2, Text: "Claims"}, r.claims())
	add(document.Heading{Level: 2, Text: "What cannot be compared"}, document.List(r.Apart))
	add(document.Heading{Level: 2, Text: "What the study left undone"})
	for _, t := range r.Beyond {
		add(t.document())
	}
	if len(r.Figures) > 0 {
		add(document.Heading{Level: 2, Text: "Plots"})
	}
	for _, f := range r.Figures {
		if same := f.Coinciding(); same != "" {
			f.Description += " " + same
		}
		add(document.Figure{Name: f.Name, Title: f.title(), Caption: f.Description, Figure: f.Figure})
	}
	add(document.Heading{Level: 2, Text: "Made by"}, document.List{
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

func (r Report) claims() document.Table {
	t := document.Table{Name: "claims", Caption: "Claims of the study"}
	for i, name := range []string{"claim", "verdict", "shown by"} {
		t.Columns = append(t.Columns, document.Column{Head: name, Fields: []string{name}, Row: i == 0})
	}
	for _, c := range r.Claims {
		var cells []document.Cell
		for _, text := range []string{c.Text, string(c.Verdict), c.Shown} {
			cells = append(cells, document.Cell{Text: text, Full: []string{text}})
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

func (t Table) document() document.Table {
	d := document.Table{Name: t.Name, Caption: t.Caption}
	for i, c := range t.Columns {
		d.Columns = append(d.Columns, document.Column{Head: c.Name, Fields: []string{c.Name}, Number: c.Unit != Text, Row: i == 0})
	}
	for _, row := range t.Rows {
		cells := make([]document.Cell, len(row))
		for i, value := range row {
			cells[i] = cell(value, t.Columns[i].Unit)
		}
		d.Rows = append(d.Rows, cells)
	}
	return d
}

// cell writes a value, and in full.
func cell(value any, unit Unit) document.Cell {
	x, number := value.(float64)
	switch {
	case !number:
		text := fmt.Sprint(value)
		return document.Cell{Text: text, Full: []string{text}}
	case math.IsNaN(x):
		return document.Cell{Text: units.Unknown, Full: []string{""}}
	case math.IsInf(x, 1):
		return document.Cell{Text: tookTooLong, Full: []string{tookTooLong}}
	}
	return document.Cell{Text: unit.write(x), Full: []string{strconv.FormatFloat(x, 'g', -1, 64)}}
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
