package pdb

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/internal/slow"
	"npuzzle/puzzle"
)

// naiveDistances finds, for every placement and cell of the blank, as text, the
// least number of moves of the pattern's tiles to the goal: layer by layer, the
// blank's other moves staying in the layer.
func naiveDistances(p Pattern) map[string]int {
	goal, blank := drawn(p)
	graph := puzzle.NewGraph(p.size, puzzle.DefaultOrder)
	far := map[string]int{}
	next := []string{string(append(goal, blank))} // the cells of the tiles, then the blank's
	for distance := 0; len(next) > 0; distance++ {
		layer := next
		next = nil
		for len(layer) > 0 {
			text := layer[len(layer)-1]
			layer = layer[:len(layer)-1]
			if _, known := far[text]; known {
				continue
			}
			far[text] = distance
			for _, step := range graph.Steps(text[len(text)-1]) {
				cells := []uint8(text)
				cells[len(cells)-1] = step.To
				if tile := slices.Index(cells[:len(cells)-1], step.To); tile >= 0 {
					cells[tile] = text[len(text)-1]
					next = append(next, string(cells))
				} else {
					layer = append(layer, string(cells))
				}
			}
		}
	}
	return far
}

// Every entry is the naive distance less Manhattan distance, halved, at most 15;
// 15 also where there is no way.
func TestEveryEntry(t *testing.T) {
	slow.NotShort(t)
	for _, c := range []struct {
		rows, cols      int
		goal, partition string
	}{
		{1, 2, puzzle.BlankLast, "1"},
		{1, 5, puzzle.BlankLast, "2-2"},
		{5, 1, "1 2 0 3 4", "4"},
		{2, 2, puzzle.BlankFirst, "3"},
		{2, 3, puzzle.BlankLast, "1-4"},
		{3, 2, puzzle.BlankFirst, "5"},
		{3, 3, puzzle.BlankLast, "4-4"},
		{3, 3, puzzle.Snail, "5-3"},
		{3, 3, "1 0 2/3 4 5/6 7 8", "6-2"},
		{2, 5, puzzle.BlankLast, "5-4"},
		{2, 5, puzzle.BlankFirst, "3-3-3"},
		{4, 4, puzzle.BlankFirst, "3-3-3-3-3"},
	} {
		t.Run(fmt.Sprintf("%dx%d/%s", c.rows, c.cols, c.partition), func(t *testing.T) {
			t.Parallel()
			for pattern, table := range tablesOf(t,
				partitionOf(t, c.partition, goalOf(t, c.goal, c.rows, c.cols))) {
				far := naiveDistances(pattern)
				goal, _ := drawn(pattern)
				seen := 0
				for _, cells := range allPlacements(pattern.size.Cells(), len(pattern.cells)) {
					direct := 0
					for tile, cell := range cells {
						direct += manhattan(pattern.size, cell, goal[tile])
					}
					set, order := table.index.rank(cells)
					for blank := range uint8(pattern.size.Cells()) {
						if slices.Contains(cells, blank) {
							continue
						}
						want := 15
						if distance, reached := far[string(append(slices.Clone(cells),
							blank))]; reached {
							require.Zero(t, (distance-direct)%2)
							want = min((distance-direct)/2, 15)
							seen++
						}
						if got := table.excess(table.index.entry(set, blank) +
							order); int(got) != want {
							require.Equal(t, want, int(got), "%v: tiles on %v, blank on %d",
								pattern, cells, blank)
						}
					}
				}
				require.Len(t, far, seen)
			}
		})
	}
}

// An entry is half of what a distance is beyond Manhattan distance, at most 15; 15 also for a
// placement that is not reached.
func TestEntriesAreCapped(t *testing.T) {
	for _, manhattan := range []uint8{0, 1, 40} {
		for excess := range 40 {
			distance := distanceByte(int(manhattan) + 2*excess)
			require.EqualValues(t, min(excess, 15), entryOf(distance, manhattan))
		}
		const notReached = 0
		require.EqualValues(t, 15, entryOf(notReached, manhattan))
	}
}

// Any number of workers builds the same table.
func TestWorkersAgree(t *testing.T) {
	pattern := partitionOf(t, "4-4-4-3", goalOf(t, puzzle.BlankLast, 4, 4)).patterns[0]
	var tables []*Table
	for _, workers := range []int{1, 2, 7} {
		table, err := buildTable(context.Background(), pattern, BuildOptions{Workers: workers})
		require.NoError(t, err)
		tables = append(tables, table)
	}
	for entry := range tables[0].index.len() {
		want := tables[0].excess(entry)
		if tables[1].excess(entry) != want || tables[2].excess(entry) != want {
			require.Fail(t, "tables differ", "entry %d", entry)
		}
	}
}

func TestBuildReportsProgress(t *testing.T) {
	pattern := partitionOf(t, "5-5-5", goalOf(t, puzzle.BlankLast, 4, 4)).patterns[0]
	var last Progress
	_, err := buildTable(context.Background(), pattern, BuildOptions{Observe: func(p Progress) {
		require.GreaterOrEqual(t, p.Done, last.Done)
		require.Equal(t, [2]int{1, 1}, [2]int{p.Table, p.Tables})
		require.LessOrEqual(t, p.Done, p.Total)
		last = p
	}})
	require.NoError(t, err)
	require.Equal(t, last.Total, last.Done)
	require.Equal(t, uint64(874_080), last.Total)
}

func TestBuildStopsWhenCancelled(t *testing.T) {
	pattern := partitionOf(t, "5-5-5", goalOf(t, puzzle.BlankLast, 4, 4)).patterns[0]
	ctx, cancel := context.WithCancel(context.Background())
	layers := 0
	_, err := buildTable(ctx, pattern, BuildOptions{Observe: func(Progress) {
		layers++
		cancel()
	}})
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, 1, layers)
}

// A refusal names what it takes: with so much the build begins, with a byte less
// it does not.
func TestBuildRefusesWhatDoesNotFit(t *testing.T) {
	slow.NotShort(t)
	pattern := partitionOf(t, "7-8", goalOf(t, puzzle.BlankLast, 4, 4)).patterns[0]
	_, err := buildTable(context.Background(), pattern, BuildOptions{Memory: 1e6})
	require.EqualError(t, err,
		"pdb: building pattern 4x4_8_0-1-2-3-4-5-6-7 takes 1,961 MB of memory; 1 MB are allowed")
	for _, c := range []struct {
		rows, cols int
		partition  string
	}{{3, 3, "4-4"}, {3, 3, "5-2-1"}, {4, 4, "5-5-5"},
		{6, 6, "3-2-2-2-2-2-2-2-2-2-2-2-2-2-2-2-2"}} {
		p := partitionOf(t, c.partition, goalOf(t, puzzle.BlankLast, c.rows, c.cols))
		var room *NoRoomError
		_, err := storeOf(t.TempDir()).Build(context.Background(), p, BuildOptions{Memory: 1})
		require.ErrorAs(t, err, &room)
		require.False(t, room.AtLeast)
		require.ErrorContains(t, err,
			fmt.Sprintf("building %s of %dx%d takes", c.partition, c.rows, c.cols))
		need := room.Need
		_, err = storeOf(t.TempDir()).Build(context.Background(), p, BuildOptions{Memory: need - 1})
		require.ErrorAs(t, err, &room)
		require.Equal(t, need, room.Need)
		_, err = storeOf(t.TempDir()).Build(context.Background(), p, BuildOptions{Memory: need})
		require.NoError(t, err)
	}
}

// Tables share the numbering of sets: sixteen patterns of two take hardly more
// memory than one.
func TestTablesShareTheirIndex(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 12, 12)
	need := func(partition string) uint64 {
		var room *NoRoomError
		p := partitionOf(t, partition, goal)
		_, err := storeOf(t.TempDir()).Build(context.Background(), p, BuildOptions{Memory: 1})
		require.ErrorAs(t, err, &room)
		return room.Need
	}
	one := "aa" + strings.Repeat(".", 10) + strings.Repeat("/"+strings.Repeat(".", 12), 11)
	all := strings.Repeat("2-", 71) + "1"
	require.Less(t, need(all), need(one)*11/10)
}

// Where the index alone is far beyond the memory, no regions are counted.
func TestBuildRefusesAnIndexThatDoesNotFit(t *testing.T) {
	p := partitionOf(t, strings.Repeat("4-", 24)+"3", goalOf(t, puzzle.BlankLast, 10, 10))
	options := BuildOptions{Memory: 100e6, Observe: func(Progress) { require.Fail(t, "it began") }}
	_, err := storeOf(t.TempDir()).Build(context.Background(), p, options)
	require.EqualError(t, err,
		"pdb: building 4-4-4-4-4-4-4-4-4-4-... (25 patterns) of 10x10 takes at least 637 MB"+
			" of memory; 100 MB are allowed")
}

// Every step of a build that may take long ends with its context.
func TestBuildStepsEndWithTheContext(t *testing.T) {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	require.NoError(t, err)
	p, err := ParsePartition("4-4", goal)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	pattern := p.patterns[0]
	all := indexes{}
	require.NoError(t, all.complete(ctx, "", []Pattern{pattern}, BuildOptions{}))
	x := all.of(pattern)
	table, err := buildTable(ctx, pattern, BuildOptions{})
	require.NoError(t, err)
	cancel()
	require.ErrorIs(t, newIndex(x.size, x.tiles).findRegions(ctx, 1), context.Canceled)
	_, err = pack(ctx, pattern, x, make([]uint8, x.len()), 1)
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorIs(t, writeFile(ctx, t.TempDir(), p, table), context.Canceled)
}

func BenchmarkBuild(b *testing.B) {
	for _, c := range []struct {
		rows, cols int
		partition  string
	}{{4, 4, "5-5-5"}, {4, 4, "6-6-3"}, {5, 5, "5-5-5-5-4"}} {
		pattern := partitionOf(b, c.partition,
			goalOf(b, puzzle.BlankLast, c.rows, c.cols)).patterns[0]
		b.Run(fmt.Sprintf("%dx%d/%d", c.rows, c.cols, len(pattern.cells)), func(b *testing.B) {
			entries := uint64(0)
			for b.Loop() {
				table, err := buildTable(context.Background(), pattern, BuildOptions{})
				require.NoError(b, err)
				entries += table.index.len()
			}
			b.ReportMetric(float64(entries)/b.Elapsed().Seconds(), "entries/s")
		})
	}
}
