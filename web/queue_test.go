package web

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
	"npuzzle/web/browser"
)

// idle reports whether nothing waits or runs.
func (q *queue) idle() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.free == q.slots && len(q.waiting) == 0
}

// visitor is a search in a queue, for tests.
type visitor struct {
	places []int // the places it was told
	began  atomic.Bool
	err    error
	run    context.Context
	end    func() // ends the search, or its wait
}

// visit puts a search into a queue, inside of synctest.
func visit(q *queue, client string) *visitor {
	return visitAs(q, searchState{Client: client})
}

// visitAs puts a search with a description into a queue.
func visitAs(q *queue, about searchState) *visitor {
	v := &visitor{}
	ctx, leave := context.WithCancel(context.Background())
	done := make(chan struct{})
	v.end = func() { leave(); close(done); synctest.Wait() }
	go func() {
		run, release, err := q.take(ctx, about, func(place int) {
			v.places = append(v.places, place)
		})
		if v.err = err; err != nil {
			return
		}
		v.began.Store(true)
		v.run = run
		<-done
		release()
	}()
	synctest.Wait()
	return v
}

// Waiting searches are told their places. A client with many searches does not delay the others.
func TestQueueIsFair(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(2, time.Minute)
		a1 := visit(q, "a")
		a2 := visit(q, "a")
		a3 := visit(q, "a")
		a4 := visit(q, "a")
		assert.True(t, a1.began.Load() && a2.began.Load(), "a client that is alone has all slots")
		assert.Equal(t, []int{1}, a3.places)
		assert.Equal(t, []int{2}, a4.places)
		b := visit(q, "b")
		assert.Equal(t, []int{1}, b.places, "b comes before the third search of a")
		assert.Equal(t, []int{1, 2}, a3.places)
		a1.end()
		assert.True(t, b.began.Load())
		a2.end()
		assert.True(t, a3.began.Load())
		b.end()
		assert.True(t, a4.began.Load(), "alone again")
		a3.end()
		a4.end()
		assert.True(t, q.idle())
	})
}

// A client has at most half of the slots while others are there.
func TestQueueShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(4, time.Minute)
		b := visit(q, "b")
		var a []*visitor
		for range 4 {
			a = append(a, visit(q, "a"))
		}
		assert.True(t, a[0].began.Load() && a[1].began.Load())
		assert.False(t, a[2].began.Load(), "a slot stays free for a third client")
		c := visit(q, "c")
		assert.True(t, c.began.Load())
		b.end()
		c.end()
		assert.True(t, a[2].began.Load() && a[3].began.Load())
		for _, v := range a {
			v.end()
		}
		assert.True(t, q.idle())
	})
}

// The searches of a race start together, once all are there and there are slots for all.
func TestQueueStartsRacesTogether(t *testing.T) {
	lane := func(lanes int) searchState {
		return searchState{Client: "racer", race: "race", lanes: lanes}
	}
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(4, time.Minute)
		a := visit(q, "a")
		first := visitAs(q, lane(4))
		assert.False(t, first.began.Load(), "waits for the others")
		b := visit(q, "b")
		assert.True(t, b.began.Load(), "others do not wait for the race")
		rest := []*visitor{visitAs(q, lane(4)), visitAs(q, lane(4)), visitAs(q, lane(4))}
		a.end()
		assert.False(t, first.began.Load(), "three slots are free")
		b.end()
		for _, v := range append(rest, first) {
			assert.True(t, v.began.Load())
			v.end()
		}
		assert.True(t, q.idle())
	})
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(4, time.Minute)
		alone := visitAs(q, lane(2))
		assert.False(t, alone.began.Load())
		<-time.After(raceWait)
		synctest.Wait()
		assert.True(t, alone.began.Load(), "the other search does not come")
		alone.end()
		assert.True(t, q.idle())
	})
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1, time.Minute)
		first := visitAs(q, lane(2))
		second := visitAs(q, lane(2))
		assert.True(t, first.began.Load() != second.began.Load(), "one slot is not enough for two")
		first.end()
		second.end()
		assert.True(t, first.began.Load() && second.began.Load())
		assert.True(t, q.idle())
	})
}

// A search that has run for a turn ends as at a time limit if another client waits, and only then.
func TestQueueTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1, time.Minute)
		a := visit(q, "a")
		<-time.After(50 * time.Second)
		b := visit(q, "b")
		assert.NoError(t, a.run.Err())
		<-time.After(10 * time.Second)
		synctest.Wait()
		assert.ErrorIs(t, context.Cause(a.run), context.DeadlineExceeded)
		a.end()
		assert.True(t, b.began.Load())
		<-time.After(time.Hour)
		own := visit(q, "b")
		assert.NoError(t, b.run.Err(), "nobody else waits")
		c := visit(q, "c")
		assert.ErrorIs(t, context.Cause(b.run), context.DeadlineExceeded)
		own.end()
		assert.ErrorIs(t, own.err, context.Canceled,
			"a search whose page goes away leaves the queue")
		b.end()
		c.end()
		assert.True(t, q.idle())
	})
}

// Only when a very long queue has no place left, a search is refused.
func TestQueueIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1, time.Minute)
		var all []*visitor
		for range 1 + longestQueue {
			all = append(all, visit(q, "a"))
		}
		assert.EqualError(t, visit(q, "b").err,
			"busy: 500 searches are waiting, which is the limit; try again soon")
		slices.Reverse(all)
		for _, v := range all {
			v.end()
		}
		assert.True(t, q.idle())
	})
}

// endless is a search that would take hours.
const endless = `{"board": "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0", "goal": "blank-first", ` +
	`"algorithm": "iddfs"}`

// While hard searches have all slots, everything that is cheap is answered. A hard search waits and
// shows its place. When nobody watches a search any more, it ends.
func TestCheapRequestsDoNotWait(t *testing.T) {
	s := newServer(t, Options{Jobs: 1, Memory: 1 << 30})
	address := browser.Serve(t, s.Serve)
	ctx, leave := context.WithCancel(t.Context())
	hard, err := post(ctx, http.DefaultClient, address+"/api/v1/solve", endless)
	require.NoError(t, err)
	defer hard.Body.Close()
	waitFor(t, "the search runs", func() bool { return !s.largeQueue.idle() })
	for method, params := range map[string]string{
		"board":    `{"text": "1 2/3 0"}`,
		"shuffle":  `{"size": "4x4", "seed": 1}`,
		"estimate": `{"boards": ["1 2/3 0"]}`,
		"space":    `{"size": "2x3"}`,
		"watch":    `{"board": "1 2 3/4 5 6/0 7 8", "algorithm": "bfs"}`,
	} {
		status, answer := call(t, s, method, params)
		assert.Equal(t, 200, status, "%s: %v", method, answer["error"])
	}
	for board, moves := range map[string]float64{
		"8 6 7/2 5 4/3 0 1":                           31,
		"1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15":       2, // a hint near the goal
		"1 2 3 4 5/6 7 8 9 10/0 11 12 13 14":          4,
		"5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12":       0,
		"2 5 3 4/1 7 11 8/6 0 10 12/9 13 14 15":       0,
		"1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 0 16 17": 2,
	} {
		_, answer := call(t, s, "solve", fmt.Sprintf(`{"board": %q, "time_limit": 4}`, board))
		assert.Contains(t, []any{"solved", "unsolvable"}, answer["status"], board)
		if moves > 0 {
			assert.Equal(t, moves, answer["length"], board)
		}
	}
	status, answer := call(t, s, "solve", `{"board": "1 2/3 3"}`)
	assert.Equal(t, 400, status, "a wrong request does not wait either")
	assert.Contains(t, answer["error"], "tile 3 appears twice")

	waits, err := post(t.Context(), http.DefaultClient, address+"/api/v1/solve",
		strings.Replace(heavy, "%v", "0.1", 1))
	require.NoError(t, err)
	first := make([]byte, len("event: queue\ndata: {\"place\":1}"))
	_, err = io.ReadFull(waits.Body, first)
	require.NoError(t, err)
	assert.Equal(t, "event: queue\ndata: {\"place\":1}", string(first))
	leave()
	_, last := events(t, waits.Body)
	assert.Equal(t, "time-limit", last["status"], "its turn has come")
	waits.Body.Close()
	waitFor(t, "the slot is free", s.largeQueue.idle)
}

// An answer that a short search finds is that of the search at full length.
func TestTryIsSolve(t *testing.T) {
	if testing.Short() {
		t.Skip("it compares answers; the other tests run the same goroutines")
	}
	s := newServer(t, Options{Jobs: 1})
	near := "1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15"
	for _, c := range []struct {
		algorithm, board string
		nodes            int
		found            bool
	}{
		{"", near, 9000, true},
		{"astar", near, 9000, true},
		{"idastar", near, 9000, true},
		{"bfs", near, 9000, true},
		{"wastar", near, 9000, true},
		{"greedy", random6x6, 90_000, true},
		{"beam", near, 90_000, true},
		{"", walked(t, 8, 20), 90_000, true},
		{"", random6x6, 90_000, false}, // the first plan of beam search is not the best one
		{"", walked(t, 8, 400), 900_000, false},
		{"beam", random6x6, 90_000, false},
	} {
		params := fmt.Sprintf(`{"board": %q, "algorithm": %q, "node_limit": %d}`, c.board,
			c.algorithm, c.nodes)
		got, found, err := s.small.Try(t.Context(), []byte(params))
		require.NoError(t, err)
		require.Equal(t, c.found, found, "%s: %s", c.algorithm, c.board)
		if found {
			want, err := s.routes["solve"].run(t.Context(), []byte(params), func(string, any) {})
			require.NoError(t, err)
			assert.Equal(t, withoutTimes(t, want), withoutTimes(t, got), c.algorithm)
		}
	}
	_, found, err := s.small.Try(t.Context(), []byte(strings.Replace(heavy, "%v", "9", 1)))
	require.NoError(t, err)
	assert.False(t, found)
}

// random6x6 is a random board of 6x6.
const random6x6 = "25 32 4 17 12 21/26 27 15 3 7 8/2 33 31 20 10 24/11 16 18 23 14 34/1 9 13 5 " +
	"30 35/19 22 29 0 28 6"

// walked returns a square board after some random moves from the goal.
func walked(t *testing.T, side, moves int) string {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: side, Cols: side})
	require.NoError(t, err)
	return puzzle.Walk(puzzle.NewRand(3, 0), goal, moves).String()
}

// withoutTimes returns a record as JSON, without what depends on the machine and on the number of
// threads.
func withoutTimes(t *testing.T, record any) map[string]any {
	text, err := json.Marshal(record)
	require.NoError(t, err)
	var all map[string]any
	require.NoError(t, json.Unmarshal(text, &all))
	plans, _ := all["found"].([]any)
	for _, plan := range plans {
		delete(plan.(map[string]any), "seconds")
		delete(plan.(map[string]any), "cpu_seconds")
	}
	maps.DeleteFunc(all, func(key string, _ any) bool {
		return strings.Contains(key, "seconds") || strings.Contains(key, "bytes") ||
			slices.Contains([]string{"memory_limit", "workers", "discarded", "settings",
				"generated", "expanded"}, key)
	})
	return all
}

// BenchmarkClass measures a class: sixty clients that each make moves, ask for hints and estimates,
// and solve small boards, without a pause. Every sixth also starts a hard search. The server has
// four slots. The benchmark reports percentiles of the times to answer cheap requests and hard
// searches.
func BenchmarkClass(b *testing.B) {
	s := newServer(b, Options{Jobs: 4, Memory: 1 << 30, TimeLimit: 2 * time.Second})
	address := browser.Serve(b, s.Serve)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 60}}
	defer client.CloseIdleConnections()
	var mu sync.Mutex
	times := map[string][]time.Duration{}
	refused := 0
	ask := func(who, kind, method, body string) {
		began := time.Now()
		r, err := http.NewRequestWithContext(b.Context(), "POST", address+"/api/v1/"+method,
			strings.NewReader(body))
		if err != nil {
			b.Error(err)
			return
		}
		r.Header.Set(clientHeader, who)
		answer, err := client.Do(r)
		if err != nil {
			b.Error(err)
			return
		}
		io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
		mu.Lock()
		defer mu.Unlock()
		if answer.StatusCode != 200 {
			refused++
		}
		times[kind] = append(times[kind], time.Since(began))
	}
	for b.Loop() {
		var class sync.WaitGroup
		for n := range 60 {
			class.Go(func() {
				who := fmt.Sprint("student ", n)
				for round := range 6 {
					ask(who, "cheap", "shuffle",
						fmt.Sprintf(`{"size": "4x4", "walk": 12, "seed": %d}`, 7*n+round))
					ask(who, "cheap", "solve",
						`{"board": "1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15", "time_limit": 4}`)
					ask(who, "cheap", "estimate",
						`{"boards": ["8 6 7/2 5 4/3 0 1"], "heuristic": "manhattan"}`)
					ask(who, "cheap", "solve",
						`{"board": "8 6 7/2 5 4/3 0 1", "algorithm": "astar"}`)
				}
				if n%6 == 0 {
					ask(who, "hard", "solve", endless)
				}
			})
		}
		class.Wait()
	}
	b.ReportMetric(float64(refused), "refused")
	for kind, all := range times {
		slices.Sort(all)
		for _, percent := range []int{50, 95, 99, 100} {
			at := all[max(len(all)*percent/100-1, 0)]
			b.ReportMetric(float64(at.Microseconds())/1000, fmt.Sprintf("ms-%s-p%d", kind, percent))
		}
	}
}
