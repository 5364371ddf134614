package idastar

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
)

// patterns are pattern databases of so many tiles each, built in memory.
type patterns int

func (p patterns) Name() string     { return fmt.Sprintf("patterns of %d", int(p)) }
func (p patterns) Admissible() bool { return true }
func (p patterns) Consistent() bool { return true }

func (p patterns) For(goal puzzle.Board, costs puzzle.Costs) (heuristics.Estimator, error) {
	var text []string
	for left := goal.Size().Cells() - 1; left > 0; left -= int(p) {
		text = append(text, fmt.Sprint(min(left, int(p))))
	}
	partition, err := pdb.ParsePartition(strings.Join(text, "-"), goal)
	if err != nil {
		return nil, err
	}
	tables := map[pdb.Pattern]*pdb.Table{}
	for _, pattern := range partition.Patterns() {
		build, _ := patternTablesBuilt.LoadOrStore(pattern, sync.OnceValues(func() (*pdb.Table, error) {
			return pdb.Build(context.Background(), pattern, pdb.BuildOptions{Workers: 1})
		}))
		if tables[pattern], err = build.(func() (*pdb.Table, error))(); err != nil {
			return nil, err
		}
	}
	return pdb.NewSum(partition, tables, true, costs), nil
}

var patternTablesBuilt sync.Map // of functions by pattern
