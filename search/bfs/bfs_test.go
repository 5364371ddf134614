package bfs

import (
	"context"
	"encoding/csv"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/internal/flat"
	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

// The searches over packed boards give the Result of the search over a map,
// solved or not, but for the plan: of several shortest ones it may be another.
func TestBreadthFirstAgreesWithTextbook(t *testing.T) {
	rng := puzzle.NewRand(1, 0)
	orders := searchtest.Orders()
	for i, size := range []puzzle.Size{
		{Rows: 1, Cols: 2}, {Rows: 1, Cols: 7}, {Rows: 5, Cols: 1}, {Rows: 2, Cols: 2},
		{Rows: 2, Cols: 3},
		{Rows: 3, Cols: 2},
		{Rows: 2, Cols: 4}, {Rows: 3, Cols: 3}, // by rank
		// by hash
		{Rows: 1, Cols: 15}, {Rows: 2, Cols: 7}, {Rows: 3, Cols: 5}, {Rows: 4, Cols: 4},
		{Rows: 2, Cols: 8},
		// wide
		{Rows: 2, Cols: 9}, {Rows: 4, Cols: 5}, {Rows: 5, Cols: 5}, {Rows: 6, Cols: 6},
		{Rows: 8, Cols: 8},
		{Rows: 16, Cols: 16},
	} {
		for _, name := range []string{puzzle.BlankLast, puzzle.Snail} {
			goal := searchtest.Goal(t, name, size)
			start := puzzle.Uniform(rng, goal)
			if size.Cells() > 9 {
				start = puzzle.Walk(rng, goal, 18)
			}
			if size.Cells() > puzzle.WordCells {
				start = puzzle.Walk(rng, goal, 9)
			}
			if start == goal {
				continue
			}
			for _, limit := range []uint64{0, 1, 2, 5, 16, 17, 33, 100, 1000} {
				p := search.Problem{Start: start, Goal: goal}
				lim := search.Limits{Generated: limit}
				watch := func() *search.Watch { return search.NewWatch(t.Context(), lim, nil) }
				textbook := newBreadthFirst[[37]uint64](p, orders[i%len(orders)], watch(), lim)
				textbook.searchMap()
				packed := search.Result{}
				switch words := flat.WordsOf(size.Cells()); {
				case words == 1:
					packed = newBreadthFirst[[1]uint64](p, orders[i%len(orders)], watch(),
						lim).run()
				case words == 2:
					packed = newBreadthFirst[[2]uint64](p, orders[i%len(orders)], watch(),
						lim).run()
				default:
					packed = newBreadthFirst[[37]uint64](p, orders[i%len(orders)], watch(),
						lim).run()
				}
				require.Equal(t, len(textbook.result.Moves), len(packed.Moves))
				if packed.Status == search.Solved {
					end, err := start.Replay(packed.Moves)
					require.NoError(t, err)
					require.Equal(t, goal, end)
				}
				for _, r := range []*search.Result{&packed, &textbook.result} {
					r.Moves = nil
					r.Bytes = 0
				}
				require.Equal(t, textbook.result, packed, "%v, limit %d", p, limit)
				checkCounts(t, packed)
			}
		}
	}
}

// checkCounts tests what holds of breadth-first search whatever ends it.
func checkCounts(t testing.TB, r search.Result) {
	t.Helper()
	require.Equal(t, r.PeakStored, 1+r.Generated-r.Duplicates, "%+v", r)
	require.Equal(t, r.PeakStored, r.Open+r.Expanded, "%+v", r)
	require.LessOrEqual(t, r.Expanded, 1+r.Generated, "%+v", r)
}

// countsByDepth returns how many boards stand at each distance from a corner.
func countsByDepth(t testing.TB, size string) []int {
	t.Helper()
	file, err := os.Open("../../puzzle/exact/testdata/distances-by-depth.csv")
	require.NoError(t, err)
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	require.NoError(t, err)
	for _, row := range rows {
		if row[0] == size {
			var counts []int
			for _, field := range strings.Fields(row[1]) {
				n, err := strconv.Atoi(field)
				require.NoError(t, err)
				counts = append(counts, n)
			}
			return counts
		}
	}
	require.Fail(t, "no counts of "+size)
	return nil
}

// Both sets of visited boards meet, level by level, as many as are known to
// stand there, and each board by a move from the level before.
func TestVisitedSets(t *testing.T) {
	for _, text := range []string{"2x3", "2x4", "3x3"} {
		size, err := puzzle.ParseSize(text)
		require.NoError(t, err)
		goal := searchtest.Goal(t, puzzle.BlankLast, size)
		table, err := exact.Distances(context.Background(), goal, puzzle.Costs{})
		require.NoError(t, err)
		p := search.Problem{Start: goal, Goal: goal}
		f := newBreadthFirst[[1]uint64](p, puzzle.DefaultOrder, nil, search.Limits{})
		ranked := f.smaller(tableSet[[1]uint64]{flat.NewTable[[1]uint64]()}, 0)
		require.IsType(t, &rankedSet[[1]uint64]{}, ranked)
		hashed := tableSet[[1]uint64]{flat.NewTable[[1]uint64]()}
		for _, set := range []visited[[1]uint64]{ranked, hashed} {
			require.Positive(t, set.Bytes())
			frontier := [][1]uint64{{packWord(goal.Tiles())}}
			root := place[[1]uint64]{board: frontier[0]}
			set.locate(&root)
			require.True(t, set.add(&root, 0))
			var unpacked flat.Tiles
			tiles := unpacked[:size.Cells()]
			for level, want := range countsByDepth(t, text) {
				require.Len(t, frontier, want, "%s, %T: level %d", text, set, level)
				var next [][1]uint64
				for i, board := range frontier {
					blank := f.layout.Unpack(&board, &unpacked)
					if level > 0 && i%13 == 0 {
						back := f.ledTo(set, tiles, puzzle.Cost(level)).Opposite()
						to := f.graph.To(blank, back)
						tiles[blank] = tiles[to]
						tiles[to] = 0
						b := searchtest.FromTiles(t, size, tiles)
						d, ok := table.Distance(b)
						require.True(t, ok)
						require.Equal(t, puzzle.Cost(level-1), d)
						tiles[to] = tiles[blank]
						tiles[blank] = 0
					}
					for _, step := range f.graph.Steps(blank) {
						tiles[blank] = tiles[step.To]
						tiles[step.To] = 0
						child := place[[1]uint64]{board: [1]uint64{packWord(tiles)}}
						set.locate(&child)
						set.prefetch(&child)
						if set.add(&child, puzzle.Cost(level+1)) {
							next = append(next, child.board)
						}
						if set.add(&child, puzzle.Cost(level+1)) {
							require.Fail(t, "met twice")
						}
						tiles[step.To] = tiles[blank]
						tiles[blank] = 0
					}
				}
				frontier = next
			}
			require.Empty(t, frontier)
			set.Release()
		}
	}
}

// A search for a board at a distance expands all boards that are nearer by two
// or more, and a share of those that are nearer by one.
func TestBreadthFirstLevels(t *testing.T) {
	for _, text := range []string{"2x3", "2x4", "3x3"} {
		if searchtest.RaceDetector && text == "3x3" {
			continue
		}
		size, err := puzzle.ParseSize(text)
		require.NoError(t, err)
		corner := searchtest.Goal(t, puzzle.BlankLast, size)
		table, err := exact.Distances(context.Background(), corner, puzzle.Costs{})
		require.NoError(t, err)
		counts := countsByDepth(t, text)
		one := make([]puzzle.Board, len(counts)) // of each distance
		for tiles, d := range table.All() {
			one[d] = searchtest.FromTiles(t, size, tiles)
		}
		before := uint64(0) // boards nearer by two or more
		for d := 1; d < len(counts); d++ {
			if d > 1 {
				before += uint64(counts[d-2])
			}
			if text == "3x3" && d%5 > 0 {
				continue
			}
			r := searchtest.Solve(t, &Solver{}, search.Problem{Start: corner, Goal: one[d]},
				search.Limits{})
			require.Equal(t, puzzle.Cost(d), r.Cost)
			require.Equal(t, before, r.ExpandedBeforeLastF)
			require.LessOrEqual(t, r.Expanded, before+uint64(counts[d-1]))
			require.Equal(t, puzzle.Cost(d), r.MaxCost)
		}
	}
}

// Where two bits for every board would take more than half of the memory, the
// boards that are met go into a table.
func TestVisitedSetFitsTheLimit(t *testing.T) {
	goal := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 4})
	start := puzzle.Walk(puzzle.NewRand(5, 0), goal, 20)
	free := searchtest.Solve(t, &Solver{}, search.Problem{Start: start, Goal: goal},
		search.Limits{})
	const limit = 16 << 20 // the bits take 60 MB
	r, err := (&Solver{}).Solve(t.Context(), search.Problem{Start: start, Goal: goal},
		search.Limits{Bytes: limit})
	require.NoError(t, err)
	require.LessOrEqual(t, r.Bytes, uint64(limit))
	require.Equal(t, free.Status, r.Status)
	require.Equal(t, free.Expanded, r.Expanded)
	require.Equal(t, free.PeakStored, r.PeakStored)
}

// A search allocates memory for its tables and lists, but not for each successor.
func TestSuccessorsAreNotAllocated(t *testing.T) {
	goal := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 4, Cols: 4})
	p := search.Problem{Start: puzzle.Walk(puzzle.NewRand(1, 0), goal, 200), Goal: goal}
	allocations := testing.AllocsPerRun(1, func() {
		_, err := (&Solver{}).Solve(t.Context(), p, search.Limits{Generated: 50_000})
		require.NoError(t, err)
	})
	require.Less(t, allocations, 5000.0)
}

// BenchmarkSolver solves a board of 3x4.
func BenchmarkSolver(b *testing.B) {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 4})
	require.NoError(b, err)
	start := puzzle.Walk(puzzle.NewRand(1, 0), goal, 60)
	generated := uint64(0)
	stored := uint64(0)
	bytes := uint64(0)
	for b.Loop() {
		r, err := (&Solver{}).Solve(b.Context(), search.Problem{Start: start, Goal: goal},
			search.Limits{})
		require.NoError(b, err)
		generated += r.Generated
		stored = r.PeakStored
		bytes = r.Bytes
	}
	b.ReportMetric(float64(generated)/b.Elapsed().Seconds(), "generated/s")
	b.ReportMetric(float64(bytes)/float64(stored), "bytes/state")
	b.ReportMetric(float64(stored), "stored")
}

func TestUnitCosts(t *testing.T) {
	costs, err := puzzle.ParseCosts("1,2,3,4")
	require.NoError(t, err)
	goal := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 2, Cols: 2})
	_, err = (&Solver{}).Solve(t.Context(), search.Problem{
		Start: goal,
		Goal:  goal,
		Costs: costs,
	}, search.Limits{})
	require.ErrorIs(t, err, search.ErrUnitCosts)
	require.ErrorContains(t, err, "bfs: ")
}

func TestConformance(t *testing.T) {
	searchtest.Run(t, searchtest.Config{
		New: func(s searchtest.Settings) search.Solver {
			return &Solver{Order: s.Order, Observer: s.Observer}
		},
		Reach: 20,
	})
}

func TestEveryBoard(t *testing.T) {
	searchtest.EveryBoard(t, 4000, &Solver{})
}

// packWord packs the tiles of a board into a word, with four bits for each cell.
func packWord(tiles []uint8) (word uint64) {
	for cell, tile := range tiles {
		word |= uint64(tile) << (4 * cell)
	}
	return word
}
