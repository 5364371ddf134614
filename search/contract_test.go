package search_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

func TestFinish(t *testing.T) {
	costs, err := puzzle.ParseCosts("0.1,0.2,0.3,0.4")
	require.NoError(t, err)
	p := searchtest.Problem(t, "0 1/3 2", "1 2/3 0")
	p.Costs = costs
	plan := []puzzle.Move{puzzle.Right, puzzle.Down}
	for bound, optimal := range map[puzzle.Cost]bool{0: false, 5: false, 6: true} {
		r := search.Result{Moves: plan, LowerBound: bound}
		search.Finish(p, &r)
		require.Equal(t, search.Result{
			Status:     search.Solved,
			Moves:      plan,
			Cost:       6,
			LowerBound: bound,
			Optimal:    optimal,
		}, r)
	}
	beaten := func() { search.Finish(p, &search.Result{Moves: plan, LowerBound: 7}) }
	require.PanicsWithValue(t, "search: plan of cost 6 from 0 1/3 2 beats its lower bound 7", beaten)
	plans := [][]puzzle.Move{nil, {puzzle.Right}, {puzzle.Up}, {puzzle.Down, puzzle.Right}}
	for _, wrong := range plans {
		require.Panics(t, func() { search.Finish(p, &search.Result{Moves: wrong}) }, "%v", wrong)
	}
}

// Shortcut ends a plan at the first goal, and cuts its loops.
func TestShortcut(t *testing.T) {
	p := searchtest.Problem(t, "1 2 3/4 5 6/0 7 8", puzzle.BlankLast)
	for _, c := range []struct{ name, plan, want string }{
		{"no detour", "R R", "R R"},
		{"there and back", "U D R R", "R R"},
		{"loop in a loop", "U R L U D D R R", "R R"},
		{"twice through the goal", "R R L R", "R R"},
		{"a longer way from the goal to the goal", "R R U L L D R R U L L D R R U L L D R R",
			"R R"},
		{"illegal moves after the goal", "R R R R", "R R"},
	} {
		t.Run(c.name, func(t *testing.T) {
			plan, err := puzzle.ParseMoves(c.plan, puzzle.BlankNotation)
			require.NoError(t, err)
			before := slices.Clone(plan)
			short, err := search.Shortcut(p, plan)
			require.NoError(t, err)
			require.Equal(t, c.want, puzzle.FormatMoves(short, puzzle.BlankNotation))
			require.Equal(t, before, plan, "the plan stays")

			r := search.Result{Moves: plan, LowerBound: 2}
			search.Finish(p, &r)
			want := search.Result{
				Status:     search.Solved,
				Moves:      short,
				Cost:       2,
				LowerBound: 2,
				Optimal:    true,
			}
			require.Equal(t, want, r)
		})
	}
	_, err := search.Shortcut(p, []puzzle.Move{puzzle.Right, puzzle.Down})
	require.EqualError(t, err, "search: move 2 of a plan, D, leaves the board")
	_, err = search.Shortcut(p, []puzzle.Move{puzzle.Right})
	require.EqualError(t, err, "search: a plan leads to 1 2 3/4 5 6/7 0 8, which is not the goal")
}

// The shortcut of a random walk leads to the same board, and visits no board twice.
func TestShortcutVisitsNoBoardTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(1, 3).Draw(t, "rows")
		cols := rapid.IntRange(2, 3).Draw(t, "cols")
		size := puzzle.Size{Rows: rows, Cols: cols}
		goal, err := puzzle.Goal(puzzle.BlankLast, size)
		require.NoError(t, err)
		var walk []puzzle.Move
		start := goal
		for _, n := range rapid.SliceOfN(rapid.IntRange(0, 3), 0, 60).Draw(t, "moves") {
			if next, legal := start.Move(puzzle.Move(n)); legal {
				start = next
				walk = append(walk, puzzle.Move(n).Opposite())
			}
		}
		slices.Reverse(walk)
		short, err := search.Shortcut(search.Problem{Start: start, Goal: goal}, walk)
		require.NoError(t, err)
		visited := map[puzzle.Board]bool{start: true}
		board := start
		for _, move := range short {
			next, legal := board.Move(move)
			require.True(t, legal)
			require.False(t, visited[next], "%v", next)
			visited[next] = true
			board = next
		}
		require.Equal(t, goal, board)
	})
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	require.Empty(t, search.Interrupted(ctx))
	cancel()
	require.Equal(t, search.Cancelled, search.Interrupted(ctx))
	late, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	require.Equal(t, search.TimeLimit, search.Interrupted(late))
}

// A watch is asked at the start, then every few thousand expansions, and in
// time for the limit; it reports where something was done.
func TestWatch(t *testing.T) {
	const interval = search.PollInterval
	for _, limit := range []uint64{0, 1, interval - 7, interval, 2*interval + 9} {
		var asked, reported []uint64
		w := search.NewWatch(context.Background(), search.Limits{Generated: limit},
			func(p search.Progress) { reported = append(reported, p.Expanded) })
		status := search.Status("")
		last := uint64(0)
		generated := uint64(0)
		for expanded := uint64(0); expanded <= 3*search.PollInterval && status == ""; expanded++ {
			if expanded >= w.Due {
				asked = append(asked, expanded)
				stats := search.Stats{Expanded: expanded, Generated: generated}
				status = w.Poll(search.Progress{Stats: stats})
				require.LessOrEqual(t, expanded, last+search.PollInterval)
				last = expanded
			}
			if status == "" {
				require.True(t, limit == 0 || generated < limit, "limit %d is missed", limit)
				generated += expanded % 5
			}
		}
		if limit > 0 {
			require.Equal(t, search.NodeLimit, status)
			require.GreaterOrEqual(t, generated, limit)
			asked = asked[:len(asked)-1]
		}
		require.Equal(t, asked[1:], append([]uint64{}, reported...), "limit %d", limit)
	}
}

// Stamp writes the times of a clock in seconds, and nothing without a clock.
func TestStamp(t *testing.T) {
	found := search.Found{Length: 3}
	found.Stamp(nil)
	require.Equal(t, search.Found{Length: 3}, found)
	found.Stamp(func() (wall, processor time.Duration) {
		return 1500 * time.Millisecond, 250 * time.Millisecond
	})
	require.Equal(t, search.Found{Length: 3, Seconds: 1.5, CPUSeconds: 0.25}, found)
}

// What is left of a limit is never below 0. Without a limit, it is more than any run needs, and the
// limits of one more search have none either.
func TestLimitsThatAreLeft(t *testing.T) {
	done := search.Stats{Generated: 70, Evaluated: 7, Bytes: 700}
	for _, c := range []struct {
		limits, rest        search.Limits
		states, evaluations uint64
	}{
		{search.Limits{}, search.Limits{}, search.Unlimited, search.Unlimited},
		{
			search.Limits{Generated: 100, Evaluated: 10, Bytes: 1000},
			search.Limits{Generated: 30, Evaluated: 3, Bytes: 300}, 30, 3,
		},
		{
			search.Limits{Generated: 70, Evaluated: 7, Bytes: 700},
			search.Limits{Generated: 1, Evaluated: 1, Bytes: 1}, 0, 0,
		},
		{
			search.Limits{Generated: 60, Evaluated: 6, Bytes: 600},
			search.Limits{Generated: 1, Evaluated: 1, Bytes: 1}, 0, 0,
		},
	} {
		require.Equal(t, c.rest, c.limits.Rest(done))
		require.Equal(t, c.states, c.limits.StatesLeft(done))
		require.Equal(t, c.evaluations, c.limits.EvaluationsLeft(done))
	}
}
