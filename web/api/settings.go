package api

import (
	"slices"

	"npuzzle/search/setting"
	"npuzzle/solvers"
)

// Settings returns the rows of the table of settings that the page can set. The setting control is
// missing, because only experiment files take it.
func Settings() []setting.Row {
	return slices.DeleteFunc(solvers.Table(), func(row setting.Row) bool { return row.Hidden })
}
