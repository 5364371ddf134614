package pdb

import (
	"context"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
)

func goalOf(t require.TestingT, name string, rows, cols int) puzzle.Board {
	goal, err := puzzle.Goal(name, puzzle.Size{Rows: rows, Cols: cols})
	require.NoError(t, err)
	return goal
}

func partitionOf(t require.TestingT, text string, goal puzzle.Board) Partition {
	p, err := ParsePartition(text, goal)
	require.NoError(t, err)
	return p
}

// buildTable builds a pattern's table in memory.
func buildTable(ctx context.Context, p Pattern, o BuildOptions) (*Table, error) {
	all := indexes{}
	if err := all.complete(ctx, "pattern "+p.String(), []Pattern{p}, o); err != nil {
		return nil, err
	}
	return build(ctx, p, all.of(p), o, &Progress{Tables: 1, Total: all.of(p).entries()})
}

// tablesOf builds the tables of a partition in memory.
func tablesOf(t require.TestingT, p Partition) map[Pattern]*Table {
	tables := map[Pattern]*Table{}
	for _, pattern := range p.patterns {
		table, err := buildTable(context.Background(), pattern, BuildOptions{})
		require.NoError(t, err)
		tables[pattern] = table
	}
	return tables
}

// drawn returns the cells of a pattern's tiles and a goal cell of the blank.
func drawn(p Pattern) (cells []uint8, blank uint8) { return []uint8(p.cells), p.blank }

// manhattan returns the distance of two cells.
func manhattan(size puzzle.Size, a, b uint8) int {
	rows := int(a)/size.Cols - int(b)/size.Cols
	cols := int(a)%size.Cols - int(b)%size.Cols
	return max(rows, -rows) + max(cols, -cols)
}

// storeOf returns the store of a directory.
func storeOf(dir string) *Store {
	s, err := NewStore(dir)
	if err != nil {
		panic(err)
	}
	return s
}
