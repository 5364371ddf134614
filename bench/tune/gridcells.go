package tune

import (
	"npuzzle/bench/stats"
)

// GridCells are the cells of a grid: the combinations of values that have run.
type GridCells struct {
	Cells  []GridCell
	All    int // number of all combinations
	Boards int // number of boards that each cell has run on; all cells have the same boards
}

// GridCell is a combination of values. Combinations that behave in the same way are the same
// configuration.
type GridCell struct {
	*Configuration
	Values []string         // of the settings of the space, in its order
	Costs  []stats.Interval // mean cost by kind of boards
	Solved []int            // number of boards solved, by kind
}

// Grid returns the cells of a grid, in the order of the values. It returns no cells if the method
// is another one.
func (o Outcome) Grid() (grid GridCells) {
	if o.Tuner.Method != Grid {
		return grid
	}
	ran := map[string]*Configuration{} // on the first blocks, by settings
	for _, c := range o.All {
		if len(common(c)) >= o.Tuner.Blocks*len(o.Tuner.Kinds) {
			ran[c.Settings.String()] = c
		}
	}
	space := o.Tuner.Space
	points := space.grid()
	grid.All = len(points)
	var configurations []*Configuration
	for _, point := range points {
		c := ran[space.differing(space.settingsAt(point)).String()]
		if c == nil {
			continue
		}
		cell := GridCell{Configuration: c}
		for i, d := range space.Dimensions {
			cell.Values = append(cell.Values, d.text(point[i]))
		}
		grid.Cells = append(grid.Cells, cell)
		configurations = append(configurations, c)
	}
	if grid.Cells == nil {
		return grid
	}
	shared := common(configurations...)
	grid.Boards = len(shared)
	for i := range grid.Cells {
		cell := &grid.Cells[i]
		for kind := range o.Tuner.Kinds {
			costs, solved := cell.onKind(shared, kind, len(o.Tuner.Kinds))
			cell.Costs = append(cell.Costs, o.Tuner.Objective.meanOf(costs))
			cell.Solved = append(cell.Solved, solved)
		}
	}
	return grid
}

// onKind returns the costs of a configuration on those of the given observations that are boards of
// a kind, and the number of those boards that are solved.
func (c *Configuration) onKind(observations []int, kind, kinds int) (costs []float64, solved int) {
	for _, observation := range observations {
		if observation%kinds != kind {
			continue
		}
		costs = append(costs, c.costs[observation])
		if c.solved[observation] {
			solved++
		}
	}
	return costs, solved
}
