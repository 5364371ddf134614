package tune

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

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
	States float64          // number of generated states on all boards
}

// Cost returns the mean cost over all kinds of boards. Each kind has the same number of boards.
func (c GridCell) Cost() float64 {
	sum := 0.0
	for _, cost := range c.Costs {
		sum += cost.Value
	}
	return sum / float64(len(c.Costs))
}

// BestFirst returns the cells by mean cost, the smallest first. Of equal cells, those that
// generated fewer states come first.
func (g GridCells) BestFirst() []GridCell {
	cells := slices.Clone(g.Cells)
	slices.SortStableFunc(cells, func(a, b GridCell) int {
		if byCost := cmp.Compare(a.Cost(), b.Cost()); byCost != 0 {
			return byCost
		}
		return cmp.Compare(a.States, b.States)
	})
	return cells
}

// Level is a value of a setting in a grid, with means over all cells that have it.
type Level struct {
	Setting string
	Value   string
	Cells   int     // number of cells
	Cost    float64 // mean
	Solved  float64 // share of boards
}

// Levels returns the means for each value of each setting. It returns nil unless all combinations
// have run, because only then do all values of a setting share the other settings.
func (o Outcome) Levels() (levels []Level) {
	grid := o.Grid()
	if len(grid.Cells) == 0 || len(grid.Cells) < grid.All {
		return nil
	}
	space := o.Tuner.Space
	for i, places := range space.gridLevels() {
		d := space.Dimensions[i]
		for _, place := range places {
			level := Level{Setting: d.Setting, Value: d.text(place)}
			solved := 0
			for _, cell := range grid.Cells {
				if cell.Values[i] != level.Value {
					continue
				}
				level.Cells++
				level.Cost += cell.Cost()
				for _, n := range cell.Solved {
					solved += n
				}
			}
			level.Cost /= float64(level.Cells)
			level.Solved = float64(solved) / float64(level.Cells*grid.Boards)
			levels = append(levels, level)
		}
	}
	return levels
}

// levelsChosen says which values a grid gives to the ranges of the space, and how they are chosen.
func (s Space) levelsChosen() string {
	var chosen []string
	for i, places := range s.gridLevels() {
		d := s.Dimensions[i]
		if d.Values != nil {
			continue
		}
		var values []string
		for _, place := range places {
			values = append(values, d.text(place))
		}
		chosen = append(chosen, d.Setting+"="+strings.Join(values, ","))
	}
	if chosen == nil {
		return ""
	}
	return fmt.Sprintf("The values of a range are at equal steps on its scale: %s. A list such as "+
		"%s chooses other values.", strings.Join(chosen, ", "), chosen[0])
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
		cell.States = cell.statesOn(shared)
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
