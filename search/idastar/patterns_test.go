package idastar

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
)

// patterns are pattern databases of so many tiles each.
type patterns int

func (p patterns) Name() string     { return fmt.Sprintf("patterns of %d", int(p)) }
func (p patterns) Admissible() bool { return true }
func (p patterns) Consistent() bool { return true }

func (p patterns) For(goal puzzle.Board, costs puzzle.Costs) (heuristics.Estimator, error) {
	var text []string
	for left := goal.Size().Cells() - 1; left > 0; left -= int(p) {
		text = append(text, fmt.Sprint(min(left, int(p))))
	}
	return built(strings.Join(text, "-"), goal, costs, 1)
}

// built returns the estimator of a partition. All tests share its tables.
func built(
	text string, goal puzzle.Board, costs puzzle.Costs, workers int,
) (heuristics.Estimator, error) {
	store, err := patternStore()
	if err != nil {
		return nil, err
	}
	partition, err := pdb.ParsePartition(text, goal)
	if err != nil {
		return nil, err
	}
	options := pdb.BuildOptions{Workers: workers}
	if _, err := store.Build(context.Background(), partition, options); err != nil {
		return nil, err
	}
	return pdb.Heuristic{Store: store, Partition: text}.For(goal, costs)
}

// patternStore makes the store of the tests, whose files TestMain removes.
var patternStore = sync.OnceValues(func() (*pdb.Store, error) {
	dir, err := os.MkdirTemp("", "npuzzle")
	if err != nil {
		return nil, err
	}
	patternDir = dir
	return pdb.NewStore(dir)
})

var patternDir string

func TestMain(m *testing.M) {
	m.Run()
	if patternDir != "" {
		os.RemoveAll(patternDir)
	}
}
