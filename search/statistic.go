package search

import (
	_ "embed" // the table of statistics
	"slices"

	"npuzzle/internal/rows"
)

// Kinds of search. A solver reports the statistics of its kind.
const (
	BestFirst   = "best-first"   // every reached state is stored
	Deepening   = "deepening"    // iterations with growing bounds
	Evolution   = "evolution"    // a population of plans
	LocalSearch = "local-search" // one plan, or a few, changed step by step, as in annealing
	Beam        = "beam"         // layers of limited width
)

// Statistic is a row of the table of statistics: all that the program knows of a number that
// solvers report. Tables, reports, records, exports, the web page and the documents follow from the
// row. Smaller values are better.
type Statistic struct {
	Name     string   `json:"name" about:"key in records and exports"`
	Label    string   `json:"label" about:"name for people"`
	Unit     string   `json:"unit" about:"states, plans, bytes, moves, seconds or cost"`
	About    string   `json:"about" about:"what it counts"`
	Compared bool     `json:"compared" about:"whether summaries and comparisons of solvers show it"`
	By       []string `json:"-"` // kinds of search that report the statistic; nil for all
}

//go:embed statistics.txt
var statistics string

// Statistics has a row for each counter of Stats, in the order of the fields.
var Statistics = rows.Read[Statistic](statistics)

// ReportedBy reports whether searches of a kind report the statistic with the given name. It
// returns true if no row has this name.
func ReportedBy(kind, name string) bool {
	return !slices.ContainsFunc(Statistics, func(row Statistic) bool {
		return row.Name == name && row.By != nil && !slices.Contains(row.By, kind)
	})
}
