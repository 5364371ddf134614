package api_test

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/heuristics"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
	"npuzzle/solvers"
	"npuzzle/web/api"
)

// ranksOf reads a list of ranks.
func ranksOf(t *testing.T, list api.Ranks) []uint32 {
	t.Helper()
	require.Zero(t, len(list)%4)
	var ranks []uint32
	for ; len(list) > 0; list = list[4:] {
		ranks = append(ranks, binary.LittleEndian.Uint32(list))
	}
	return ranks
}

// The order of a space has every board once, and the counts are those of the boards at
// each exact distance.
func TestSpace(t *testing.T) {
	for _, size := range []string{"2x2", "2x3", "3x2", "2x4", "4x2", "3x3"} {
		for _, goalName := range []string{"", puzzle.BlankFirst, puzzle.Snail} {
			if size == "3x3" && goalName != puzzle.Snail && !slow.Asked() {
				t.Logf("left out without %s=1: %s with the goal %q", slow.Variable, size, goalName)
				continue
			}
			answer, _, err := call(t, &api.API{}, "space",
				fmt.Sprintf(`{"size": %q, "goal": %q}`, size, goalName))
			require.NoError(t, err)
			var s api.Space
			require.NoError(t, json.Unmarshal([]byte(answer), &s))
			table, err := exact.Distances(t.Context(), s.Goal, puzzle.Costs{})
			require.NoError(t, err)
			order := ranksOf(t, s.Order)
			require.Len(t, order, s.States)
			ranking := puzzle.NewRanking(s.Goal)
			distances := map[uint32]puzzle.Cost{}
			for tiles, distance := range table.All() {
				distances[uint32(ranking.Rank(tiles))] = distance
			}
			require.Len(t, distances, s.States)
			seen := make([]bool, s.States)
			for distance, count := range s.Counts {
				for _, rank := range order[:count] {
					d, ok := distances[rank]
					if seen[rank] || !ok || int(d) != distance {
						require.Fail(t, "a wrong order", "rank %d in layer %d of %s", rank, distance, size)
					}
					seen[rank] = true
				}
				order = order[count:]
			}
			require.Empty(t, order)
		}
	}
}

func TestSpaceRefusesLargeSizes(t *testing.T) {
	for _, size := range []string{"1x3", "9x1", "2x5", "4x4"} {
		_, _, err := call(t, &api.API{}, "space", fmt.Sprintf(`{"size": %q}`, size))
		require.EqualError(t, err, "the state space of "+size+
			" is not listed; expected size 2x2, 2x3, 3x2, 2x4, 4x2 or 3x3")
		require.ErrorAs(t, err, new(*api.RequestError))
	}
}

// watch calls watch and returns the answer, the ranks of all states reached, and the
// populations.
func watch(t *testing.T, params string) (bench.Record, []uint32, []api.Population) {
	t.Helper()
	answer, events, err := call(t, &api.API{}, "watch", params)
	require.NoError(t, err)
	var record bench.Record
	require.NoError(t, json.Unmarshal([]byte(answer), &record))
	var ranks []uint32
	var populations []api.Population
	for _, event := range events {
		var p api.WatchProgress
		require.NoError(t, json.Unmarshal([]byte(strings.TrimPrefix(event, "progress ")), &p))
		require.NotEqual(t, api.WatchProgress{}, p)
		ranks = append(ranks, ranksOf(t, p.Reached)...)
		if p.Population != nil {
			require.Equal(t, p.Population.Reached, len(ranks))
			populations = append(populations, *p.Population)
		}
	}
	return record, ranks, populations
}

// boards returns solvable boards of a size, the easy ones first.
func boards(t *testing.T, size string, n int) (goal puzzle.Board, boards []puzzle.Board) {
	t.Helper()
	s, err := puzzle.ParseSize(size)
	require.NoError(t, err)
	goal, err = puzzle.Goal(puzzle.BlankLast, s)
	require.NoError(t, err)
	rng := puzzle.NewRand(5, 6)
	for i := range n {
		if board := puzzle.Walk(rng, goal, 3*(i+1)); board != goal {
			boards = append(boards, board)
		}
	}
	return goal, append(boards, puzzle.Uniform(rng, goal))
}

// A search that is watched gives the answer of a search that is not, and the states
// begin with the start and are all different.
func TestWatchAnswersAsSolve(t *testing.T) {
	slow.NotShort(t)
	for _, algorithm := range solvers.Names() {
		for _, size := range []string{"2x3", "3x3"} {
			goal, all := boards(t, size, 8)
			if algorithm == "iddfs" {
				all = all[:4]
			}
			ranking := puzzle.NewRanking(goal)
			for _, board := range all {
				params := fmt.Sprintf(`{"board": %q, "algorithm": %q}`, board, algorithm)
				answer, _, err := call(t, &api.API{}, "solve", params)
				require.NoError(t, err, params)
				var want bench.Record
				require.NoError(t, json.Unmarshal([]byte(answer), &want))
				got, ranks, _ := watch(t, params)
				require.NotEmpty(t, ranks, params)
				require.EqualValues(t, ranking.Rank(board.Tiles()), ranks[0], params)
				require.Contains(t, ranks, uint32(ranking.Rank(goal.Tiles())), params)
				slices.Sort(ranks)
				require.Len(t, slices.Compact(ranks), len(ranks), params)
				for _, r := range []*bench.Record{&got, &want} {
					r.Seconds = 0
					r.CPUSeconds = 0
					r.Bytes = 0
					r.Discarded = 0
					r.Started = ""
					delete(r.Settings, "workers")
					for i := range r.Found {
						r.Found[i].Seconds = 0
						r.Found[i].CPUSeconds = 0
					}
				}
				require.Equal(t, want, got, "%s of %v", algorithm, board)
			}
		}
	}
}

// Searches that keep all states in memory reach as many as they store. Breadth-first
// search reaches the goal last. An ordinary run takes two of the heuristics.
func TestWatchReachesWhatIsStored(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine; takes half a minute under the race detector")
	}
	few := 3
	names := []string{"zero", "linear-conflict"}
	if slow.Asked() {
		few = 10
		names = append(names, "manhattan", "max(misplaced,euclidean)")
	}
	for _, algorithm := range solvers.Names() {
		if !solvers.Reports(algorithm, "open") {
			continue // does not keep all states in memory
		}
		for _, heuristic := range names {
			settings := ""
			informed := (solvers.Settings{Algorithm: algorithm}).Informed()
			if !informed && heuristic != "zero" {
				continue // as with zero
			}
			if informed {
				settings = fmt.Sprintf(`, "settings": {"heuristic": %q}`, heuristic)
			}
			for _, size := range []string{"2x2", "4x2", "3x3"} {
				goal, all := boards(t, size, few)
				for _, board := range all {
					for _, limit := range []uint64{0, 100} {
						record, ranks, _ := watch(t,
							fmt.Sprintf(`{"board": %q, "algorithm": %q, "node_limit": %d %s}`,
								board, algorithm, limit, settings))
						run := fmt.Sprintf("%s %s of %v", algorithm, heuristic, board)
						if algorithm == "bidirectional" { // stores some states for both directions
							require.LessOrEqual(t, len(ranks), int(record.PeakStored), run)
							continue
						}
						require.Len(t, ranks, int(record.PeakStored), run)
						if algorithm == "bfs" && record.Status == "solved" {
							last := ranks[len(ranks)-1]
							require.EqualValues(t, puzzle.NewRanking(goal).Rank(goal.Tiles()), last)
						}
					}
				}
			}
		}
	}
}

// deepening is IDA* in its textbook form, over boards. It notes each board when the
// search generates it.
type deepening struct {
	goal  puzzle.Board
	h     heuristics.Estimator
	graph *puzzle.Graph
	note  func(puzzle.Board)

	generated, expanded uint64
}

// search searches below a board and reports whether it found the goal.
func (d *deepening) search(
	board puzzle.Board, g, bound puzzle.Cost, last puzzle.Move, next *puzzle.Cost,
) bool {
	d.expanded++
	for _, step := range d.graph.Steps(uint8(board.Blank())) {
		if g > 0 && step.Move == last.Opposite() {
			continue
		}
		child, _ := board.Move(step.Move)
		d.generated++
		d.note(child)
		if f := g + 1 + d.h.Estimate(child.Tiles()); f > bound {
			*next = min(*next, f)
		} else if child == d.goal || d.search(child, g+1, bound, step.Move, next) {
			return true
		}
	}
	return false
}

// IDA* reaches the states that its textbook form generates. The order is the same as
// long as no iteration is large.
func TestWatchReachesWhatIDAStarGenerates(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine; takes half a minute under the race detector")
	}
	goal, all := boards(t, "3x3", 20)
	ranking := puzzle.NewRanking(goal)
	table, err := exact.Distances(t.Context(), goal, puzzle.Costs{})
	require.NoError(t, err)
	for _, h := range []heuristics.Heuristic{
		heuristics.Zero, heuristics.Manhattan, heuristics.LinearConflict,
	} {
		for _, board := range all {
			algorithm := "idastar"
			settings := fmt.Sprintf(`, "settings": {"heuristic": %q}`, h.Name())
			estimator, err := h.For(goal, puzzle.Costs{})
			require.NoError(t, err)
			if h.Name() == heuristics.Zero.Name() {
				if distance, _ := table.Distance(board); distance > 16 {
					continue // the tree is too large
				}
				algorithm = "iddfs"
				settings = ""
			}
			var want []uint32
			seen := map[puzzle.Board]bool{}
			d := &deepening{
				goal:  goal,
				h:     estimator,
				graph: puzzle.NewGraph(goal.Size(), puzzle.DefaultOrder),
			}
			d.note = func(b puzzle.Board) {
				if !seen[b] {
					seen[b] = true
					want = append(want, uint32(ranking.Rank(b.Tiles())))
				}
			}
			d.note(board)
			largest := uint64(0)
			before := uint64(0)
			for bound, found := estimator.Estimate(board.Tiles()), false; !found; {
				next := puzzle.Cost(1000)
				found = d.search(board, 0, bound, 0, &next)
				bound = next
				largest = max(largest, d.expanded-before)
				before = d.expanded
			}
			record, got, _ := watch(t,
				fmt.Sprintf(`{"board": %q, "algorithm": %q %s}`, board, algorithm, settings))
			require.Equal(t, d.expanded, record.Expanded)
			require.Equal(t, d.generated, record.Generated)
			if largest >= 4096 {
				slices.Sort(want)
				slices.Sort(got)
			}
			require.Equal(t, want, got, "%s of %v", h.Name(), board)
		}
	}
}

// The members of each population stand on boards that the search has reached, and their
// fitness is that of these boards.
func TestWatchPopulation(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine; takes half a minute under the race detector")
	}
	few := 3
	if slow.Asked() {
		few = 10
	}
	goal, all := boards(t, "3x3", few)
	ranking := puzzle.NewRanking(goal)
	estimator, err := heuristics.LinearConflict.For(goal, puzzle.Costs{})
	require.NoError(t, err)
	for _, preset := range []string{"study", "pure", "memetic"} {
		generations := 0
		for _, board := range all {
			_, ranks, populations := watch(t, fmt.Sprintf(
				`{"board": %q, "algorithm": "ga", "settings": {"preset": %q, "population": "40"}}`,
				board, preset))
			generations += len(populations)
			reached := map[uint32]bool{}
			for _, p := range populations {
				for _, rank := range ranks[len(reached):p.Reached] {
					reached[rank] = true
				}
				require.Len(t, reached, p.Reached, "a board is reached once")
				require.Equal(t, 40, p.Members)
				require.Len(t, p.Fitness, p.Members)
				require.Equal(t, p.Best, p.Fitness[0])
				require.True(t, slices.IsSorted(p.Fitness))
				require.Len(t, p.Boards, 9*p.Members)
				total := int64(0)
				for i, fitness := range p.Fitness {
					tiles := p.Boards[9*i : 9*i+9]
					moves := fitness - 900*int64(estimator.Estimate(tiles))
					if !reached[uint32(ranking.Rank(tiles))] || moves%100 != 0 { // a move costs 100
						require.Fail(t, "a wrong member", "%v with fitness %d", tiles, fitness)
					}
					total += fitness
				}
				require.InDelta(t, p.Mean, float64(total)/float64(p.Members), 1e-6)
			}
		}
		require.NotZero(t, generations, preset)
	}
}

// On boards with too many states for a list, the population is sent all the same.
func TestWatchPopulationOfLargerBoards(t *testing.T) {
	_, all := boards(t, "4x4", 5)
	_, ranks, populations := watch(t, fmt.Sprintf(
		`{"board": %q, "algorithm": "ga", "settings": {"preset": "pure", "improve": "false"}}`,
		all[5]))
	require.Empty(t, ranks)
	require.NotEmpty(t, populations)
	require.Len(t, populations[0].Boards, 16*populations[0].Members)
}

func TestWatchUnsolvable(t *testing.T) {
	record, ranks, _ := watch(t, `{"board": "1 2 3/4 5 6/8 7 0"}`)
	require.EqualValues(t, "unsolvable", record.Status)
	require.Empty(t, ranks)
}
