package idastar

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

// sums are the heuristics that are sums over tiles.
var sums = []heuristics.Heuristic{heuristics.Zero, heuristics.Misplaced, heuristics.Manhattan,
	heuristics.OutOfRowColumn}

// kernels are all fast kernels, each with the heuristics and sizes it is for.
var kernels = []struct {
	name       string
	kind       kernelKind
	heuristics []heuristics.Heuristic
	sizes      []puzzle.Size
}{
	{"sum", sumKernels, sums, sizesOf(2, 16, 16)},
	{"conflict", conflictKernels, []heuristics.Heuristic{heuristics.LinearConflict},
		sizesOf(2, 16, 7)},
	{"wide", wideKernels, []heuristics.Heuristic{heuristics.Manhattan},
		append(sizesOf(2, 9, 9), sizesOf(16, 25, 13)...)},
	{"pattern", patternKernels, []heuristics.Heuristic{patterns(3), patterns(4)},
		append(sizesOf(2, 12, 12), puzzle.Size{Rows: 4, Cols: 4}, puzzle.Size{Rows: 5, Cols: 5},
			puzzle.Size{Rows: 3, Cols: 7})},
}

// sizesOf lists the sizes with as many cells and no side that is longer.
func sizesOf(least, most, side int) []puzzle.Size {
	var sizes []puzzle.Size
	for rows := 1; rows <= side; rows++ {
		for cols := 1; cols <= side; cols++ {
			if rows*cols >= least && rows*cols <= most {
				sizes = append(sizes, puzzle.Size{Rows: rows, Cols: cols})
			}
		}
	}
	return sizes
}

// dfsKernels is the kind of kernel for every problem.
func dfsKernels(s *stepTables) (func() kernel, uint64) {
	return func() kernel { return newDFS(s.tree) }, 0
}

// on makes the tables of a problem, like fastKernels for one kind of kernel.
func (kind kernelKind) on(t *tree) (func() kernel, uint64) {
	if s := newStepTables(t); s != nil {
		return kind(s)
	}
	return nil, 0
}

// never is a poll that lets a kernel go on.
func never(uint64) bool { return false }

// breakOff is one that ends the search at the first look, after some thousand
// expansions.
func breakOff(uint64) bool { return true }

// Every kernel gives the tallies of the plain search, on subtrees of random
// boards under random bounds. An ordinary run takes every fifth size, and every seventh if tables
// must be built. These strides share no factor with the numbers of orders and goals, so each order
// and each goal has its turn.
func TestKernelsCountAsThePlainSearch(t *testing.T) {
	slow.NotShort(t)
	for _, k := range kernels {
		for _, h := range k.heuristics {
			t.Run(k.name+" "+h.Name(), func(t *testing.T) {
				t.Parallel()
				rng := puzzle.NewRand(1, 0)
				compared := 0
				found := 0
				expanded := uint64(0)
				stride := 5
				switch {
				case searchtest.RaceDetector:
					stride = 13
				case slow.Asked():
					stride = 1
				case k.name == "pattern":
					stride = 7
				}
				for i, size := range k.sizes {
					if i%stride > 0 {
						continue
					}
					order := testOrders[i%len(testOrders)]
					names := []string{puzzle.BlankLast, puzzle.BlankFirst, puzzle.Snail}
					for j := range 2 {
						goal := searchtest.Goal(t, names[(i+j)%3], size)
						for _, start := range []puzzle.Board{puzzle.Uniform(rng, goal),
							puzzle.Walk(rng, goal, 13)} {
							prune := rng.IntN(3) == 0
							tree := treeOf(t, search.Problem{Start: start, Goal: goal}, h, order,
								prune)
							newKernel, tables := k.kind.on(tree)
							require.NotNil(t, newKernel, "%v", size)
							fast := newKernel()
							plain := newDFS(tree)
							require.Positive(t, fast.bytes())
							require.Positive(t, tables)
							for range 3 {
								p := randomPath(rng, tree, 1+rng.IntN(6))
								if len(p.moves) == 0 {
									continue
								}
								for bound := p.f; ; bound += puzzle.Cost(1 + rng.IntN(3)) {
									want := plain.count(p.moves, bound, breakOff)
									if want.stopped {
										break
									}
									got := fast.count(p.moves, bound, never)
									what := fmt.Sprintf("%v to %v by %v, bound %d, prune %v", start,
										goal, p.moves, bound, prune)
									compared++
									expanded += want.expanded
									if want.found {
										require.True(t, got.found, what)
										found++
										break
									}
									// The end of the path was generated before; a
									// kernel may count it again.
									want.deepest = max(want.deepest, puzzle.Cost(len(p.moves)))
									require.Equal(t, want, got, what)
									if want.next == noNext {
										break
									}
								}
							}
						}
					}
				}
				t.Logf("%d subtrees compared, %d with the goal, %d expansions", compared, found,
					expanded)
				require.Positive(t, compared)
				require.Positive(t, found)
			})
		}
	}
}

var testOrders = []puzzle.Order{
	puzzle.DefaultOrder,
	{puzzle.Up, puzzle.Left, puzzle.Right, puzzle.Down},
	{puzzle.Right, puzzle.Down, puzzle.Left, puzzle.Up},
	{puzzle.Down, puzzle.Left, puzzle.Up, puzzle.Right},
}

// No kernel takes a problem that it cannot count.
func TestKernelsDecline(t *testing.T) {
	slow.NotShort(t)
	costs, err := puzzle.ParseCosts("1,2,1,1")
	require.NoError(t, err)
	small := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	large := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 2, Cols: 13})
	long := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 2, Cols: 8})
	for _, k := range kernels {
		for what, tree := range map[string]*tree{
			"costs": treeOf(t, search.Problem{Start: small, Goal: small, Costs: costs},
				k.heuristics[0], puzzle.DefaultOrder, false),
			"26 cells": treeOf(t, search.Problem{Start: large, Goal: large}, k.heuristics[0],
				puzzle.DefaultOrder, false),
			"another structure": treeOf(t, search.Problem{Start: small, Goal: small},
				heuristics.MaxSort, puzzle.DefaultOrder, false),
			"inconsistent": treeOf(t, search.Problem{Start: small, Goal: small},
				heuristics.LinearConflictPairs, puzzle.DefaultOrder, false),
			"lines longer than 7": treeOf(t, search.Problem{Start: long, Goal: long},
				heuristics.LinearConflict, puzzle.DefaultOrder, false),
		} {
			fast, _ := k.kind.on(tree)
			assert.Nil(t, fast, "%s: %s", k.name, what)
		}
	}
}

// A kernel breaks off when it is told to, and says so.
func TestKernelsBreakOff(t *testing.T) {
	for _, k := range kernels {
		tree := hardTree(t, k.heuristics[len(k.heuristics)-1])
		newKernel, _ := k.kind.on(tree)
		fast := newKernel()
		first := []puzzle.Move{tree.graph.Steps(uint8(tree.problem.Start.Blank()))[0].Move}
		last := uint64(0)
		polls := 0
		got := fast.count(first, 60, func(expanded uint64) bool {
			require.Greater(t, expanded, last)
			last = expanded
			polls++
			return polls == 3
		})
		require.True(t, got.stopped, k.name)
		require.Equal(t, 3, polls)
		require.GreaterOrEqual(t, got.expanded, last)
	}
}

// hardTree is a 4x4 board with millions of states under a bound of 60.
func hardTree(t testing.TB, h heuristics.Heuristic) *tree {
	goal := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 4, Cols: 4})
	return treeOf(t, search.Problem{Start: puzzle.Uniform(puzzle.NewRand(3, 0), goal), Goal: goal},
		h, puzzle.DefaultOrder, false)
}

// What a search allocates does not depend on how far it goes: nothing is
// allocated in the loop.
func TestNoAllocationInTheLoop(t *testing.T) {
	for _, h := range []heuristics.Heuristic{heuristics.Manhattan, heuristics.Misplaced,
		heuristics.LinearConflict, heuristics.Euclidean, heuristics.MaxSort} {
		tree := hardTree(t, h)
		first := []puzzle.Move{tree.graph.Steps(uint8(tree.problem.Start.Blank()))[0].Move}
		start := tree.estimator.Estimate(tree.problem.Start.Tiles())
		plainSearch := newDFS(tree)
		plainSearch.due = func() bool { return true }
		plainSearch.pause = 20000
		plainSearch.run(first, start+16, 0)
		require.Zero(t, testing.AllocsPerRun(5, func() {
			plainSearch.run(first, start+16, 0)
		}), "%s: dfs", h.Name())
		require.Greater(t, plainSearch.tally.expanded, uint64(1000))

		fast, _ := fastKernels(newStepTables(tree), 1)
		for _, k := range append(fast, newDFS(tree)) {
			short := testing.AllocsPerRun(5, func() { k.count(first, start+2, never) })
			long := testing.AllocsPerRun(5, func() { k.count(first, start+60, breakOff) })
			require.Equal(t, short, long, "%s: %T", h.Name(), k)
			require.LessOrEqual(t, long, 2.0, "%s: %T", h.Name(), k)
		}
	}
}
