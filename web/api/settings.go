package api

import (
	"slices"

	"npuzzle/search"
	"npuzzle/solvers"
)

// Settings returns the rows of the table of settings that the page can set. The setting control is
// missing, because only experiment files take it.
func Settings() []search.Setting {
	return slices.DeleteFunc(solvers.Table(), func(row search.Setting) bool { return row.Hidden })
}
