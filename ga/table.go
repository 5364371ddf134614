package ga

import (
	_ "embed"

	"npuzzle/search"
)

//go:embed table.txt
var table string

// Table lists the settings of the solver; see table.txt.
var Table = search.ReadTable[search.Setting](table)
