package main

import (
	_ "embed" // the texts
	"reflect"
	"strings"
	"text/template"

	"npuzzle/bench"
	"npuzzle/internal/quality"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// outputFile has the texts that commands print around their tables.
//
//go:embed output.txt
var outputFile string

// texts has the templates of outputFile. Where a function takes any number, this may also be a pointer to a number.
var texts = template.Must(template.New("output").Funcs(template.FuncMap{
	"bytes":    amount,
	"cost":     costText,
	"decimals": figure,
	"grouped":  units.Grouped,
	"length":   lengthText,
	"plural": func(n any, one, many string) string {
		v := reflect.Indirect(reflect.ValueOf(n)).Convert(reflect.TypeFor[int]())
		return units.Plural(int(v.Int()), one, many)
	},
	"scramble": func(r quality.Report) string {
		return scrambleText(bench.Scramble{Walk: r.Walk, Misplaced: r.Misplaced})
	},
	"seconds":       units.Seconds.Format,
	"trimPrefix":    strings.TrimPrefix,
	"upper":         strings.ToUpper,
	"whyUnsolvable": puzzle.WhyUnsolvable,
}).Parse(outputFile))

// textOf returns the text with the given name, filled in with data.
func textOf(name string, data any) string {
	var b strings.Builder
	if err := texts.ExecuteTemplate(&b, name, data); err != nil {
		panic(err) // the template does not fit the type of the data
	}
	return b.String()
}

// say prints the text with the given name, filled in with data.
func (con console) say(name string, data any) { con.out.WriteString(textOf(name, data)) }

// explain prints the paragraphs of the text with the given name, broken to the width of the console.
func (con console) explain(name string, data any) {
	con.text(strings.Split(textOf(name, data), "\n\n")...)
}
