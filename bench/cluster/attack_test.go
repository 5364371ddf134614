package cluster

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"math"
	mathrand "math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/store"
	"npuzzle/internal/slow"
)

// attacker is a client of its own that has the token of a run.
type attacker struct {
	t    *testing.T
	c    *Coordinator
	conn *nats.Conn
	js   jetstream.JetStream
	id   string
	run  string
}

// attack connects a new attacker, which the coordinator does not know.
func attack(t *testing.T, c *Coordinator) *attacker {
	t.Helper()
	id := rand.Text()
	conn, err := nats.Connect(c.URL, nats.Token(c.Token), nats.Name(id),
		nats.CustomInboxPrefix("_INBOX."+id),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	require.NoError(t, err)
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	return &attacker{t: t, c: c, conn: conn, js: js, id: id}
}

// hello says hello with fields of an object, and returns the answer.
func (a *attacker) hello(changes map[string]any) welcome {
	object := map[string]any{"ID": a.id, "worker": "attacker", "machine": "a machine", "jobs": 1,
		"memory":  1 << 30,
		"program": a.c.Lab.Provenance.Program, "calibration": 0.1, "seconds": 1}
	for key, value := range changes {
		object[key] = value
	}
	text, err := json.Marshal(object)
	require.NoError(a.t, err)
	return a.say(text)
}

func (a *attacker) say(text []byte) (w welcome) {
	m, err := a.conn.Request(helloSubject, text, time.Minute)
	require.NoError(a.t, err)
	require.NoError(a.t, json.Unmarshal(m.Data, &w))
	return w
}

// takeTrial takes a trial as a worker does, and hands back those that share its batch.
func (a *attacker) takeTrial() (request, bench.Trial) {
	work, err := a.js.Consumer(a.t.Context(), workStream, consumer)
	require.NoError(a.t, err)
	var b batch
	for len(b.Trials) == 0 {
		m, err := work.Next(jetstream.FetchMaxWait(time.Minute))
		require.NoError(a.t, err)
		require.NoError(a.t, json.Unmarshal(m.Data(), &b))
		require.NoError(a.t, m.Ack())
	}
	a.run = b.Run
	for _, q := range b.Trials[1:] {
		a.send(map[string]any{"Key": q.Key, "Attempt": q.Attempt, "Nonce": q.Nonce})
	}
	var t bench.Trial
	require.NoError(a.t, json.Unmarshal(b.Trials[0].Trial, &t))
	return b.Trials[0], t
}

// honest returns the result of a trial as a worker sends it.
func (a *attacker) honest(q request, t bench.Trial) map[string]any {
	require.NoError(a.t, t.Solver.Prepare(a.t.Context(), a.c.Lab.Prepare, t.Puzzle.Goal))
	t, err := t.Run(a.t.Context())
	require.NoError(a.t, err)
	return a.object(result{Key: q.Key, Attempt: q.Attempt, Nonce: q.Nonce, Answer: new(t.Answer())})
}

func (a *attacker) object(value any) (object map[string]any) {
	text, err := json.Marshal(value)
	require.NoError(a.t, err)
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	require.NoError(a.t, decoder.Decode(&object))
	return object
}

// send sends results.
func (a *attacker) send(results ...map[string]any) {
	text, err := json.Marshal(map[string]any{"Run": a.run, "Worker": a.id, "Results": results})
	require.NoError(a.t, err)
	_, err = a.js.Publish(a.t.Context(), resultsSubject, text)
	require.NoError(a.t, err)
}

// set sets a value of an object, given its path.
func set(object map[string]any, path string, value any) {
	names := strings.Split(path, ".")
	for _, name := range names[:len(names)-1] {
		inner, ok := object[name].(map[string]any)
		if !ok {
			inner = map[string]any{}
			object[name] = inner
		}
		object = inner
	}
	object[names[len(names)-1]] = value
}

// forgery changes the result of a trial, so that it is wrong.
type forgery struct {
	name   string
	change func(r map[string]any)
}

// value is a forgery that sets a value.
func value(path string, v any) forgery {
	return forgery{fmt.Sprintf("%s = %.40v", path, v), func(r map[string]any) { set(r, path, v) }}
}

// forgeries are the results that a coordinator must not believe.
func forgeries() []forgery {
	short := forgery{"a cost of 1 that is optimal", func(r map[string]any) {
		set(r, "Answer.Result.Cost", 1)
		set(r, "Answer.Result.LowerBound", 1)
		set(r, "Answer.Result.Optimal", true)
		set(r, "Answer.Result.Moves", []int{0})
	}}
	return []forgery{
		short,
		value("Answer.Result.Cost", 1),
		value("Answer.Result.Status", ""),
		value("Answer.Result.Status", "won"),
		value("Answer.Result.Status", "unsolvable"),
		value("Answer.Result.Status", "time-limit"),
		value("Answer.Result.Status", "cancelled"),
		value("Answer.Result.LowerBound", 1<<40),
		value("Answer.Result.Moves", []int{9, 9}),
		value("Answer.Seconds", 1e308),
		value("Answer.Seconds", -1),
		value("Answer.Seconds", 1e6),
		value("Answer.CPUSeconds", 1e12),
		value("Answer.Started", "0001-01-01T00:00:00Z"),
		value("Answer.Resident", uint64(math.MaxUint64)),
		value("Answer.Fault", "\x1b[31m\n"),
		value("Answer.Fault", "a fault beside a result"),
		value("Answer.History", []bench.Moment{{Mean: 1}}),
		value("Answer.Result.Found", []map[string]any{{"length": -1}}),
		value("Answer.Result.evaluated", 7),
		value("Answer.Result.expanded", uint64(math.MaxUint64)),
		value("Nonce", ""),
		value("Nonce", strings.Repeat("0", 32)),
		value("Attempt", 1000),
		value("Key", strings.Repeat("0", 32)),
		{"a crash", func(r map[string]any) {
			set(r, "Crashed", true)
			set(r, "Deaths", 1000)
			set(r, "SetAside", true)
			set(r, "Answer.Result", map[string]any{})
			set(r, "Answer.Fault", "exit status 7")
		}},
	}
}

// drawn returns a forgery at random.
func drawn(rng *mathrand.Rand) forgery {
	numbers := []any{-1, -1e300, 1e300, 1 << 60, -(1 << 60)}
	number := numbers[rng.IntN(len(numbers))]
	texts := []any{"", "\x00", "won", strings.Repeat("x", 100_000), "solved ", "SOLVED", "\u202e"}
	text := texts[rng.IntN(len(texts))]
	switch rng.IntN(7) {
	case 0:
		names := []string{"Seconds", "CPUSeconds"}
		return value("Answer."+names[rng.IntN(len(names))], number)
	case 1:
		return value("Answer.Result.Cost", rng.Int64N(1000)+1000)
	case 2:
		return value("Answer.Result.Status", text)
	case 3:
		moves := make([]int, rng.IntN(1000))
		for i := range moves {
			moves[i] = rng.IntN(256)
		}
		return value("Answer.Result.Moves", moves)
	case 4:
		names := []string{"expanded", "generated", "reopened", "open", "peak_stored", "bytes",
			"duplicates"}
		return value("Answer.Result."+names[rng.IntN(len(names))], uint64(1e15)+rng.Uint64N(1<<62))
	case 5:
		return value("Nonce", fmt.Sprintf("%032x", rng.Uint64()))
	default:
		return value("Answer.Result.LowerBound", 1000+rng.Int64N(1<<60))
	}
}

// contents returns what the store in a folder has, without what differs from run to run.
func contents(t *testing.T, folder, experiment string) ([]bench.Record, store.Checked) {
	s, err := store.OpenToRead(t.Context(), filepath.Join(folder, "lab.sqlite"))
	require.NoError(t, err)
	defer s.Close()
	records, err := s.Records(t.Context(), experiment)
	require.NoError(t, err)
	checked, err := s.Check(t.Context())
	require.NoError(t, err)
	return bare(records), checked
}

// An attacker with the token changes nothing: its answers are counted, dropped and named, and the
// store is the same as that of an undisturbed run.
func TestAttacker(t *testing.T) {
	folder := t.TempDir()
	undisturbed := t.TempDir()
	e := small(3, 3, 40, "astar", "greedy")
	l := newLab(t, folder, 0)
	c := start(t, l, folder, "127.0.0.1:0")
	var mu sync.Mutex
	var told []string
	c.Notify = func(text string) {
		mu.Lock()
		defer mu.Unlock()
		told = append(told, text)
	}
	ended := make(chan error, 1)
	go func() {
		o, err := l.Run(t.Context(), e)
		if err == nil && o.Partial() {
			err = fmt.Errorf("the run is partial, with %d trials", len(o.Records))
		}
		ended <- err
	}()

	attackReads(t, c)
	attackHellos(t, c)
	random := 20
	if slow.Asked() {
		random = 500
	}
	all := forgeries()
	rng := mathrand.New(mathrand.NewPCG(38, 1))
	for range random {
		all = append(all, drawn(rng))
	}
	for _, f := range all {
		a := attack(t, c)
		require.Empty(t, a.hello(nil).Barred)
		q, trial := a.takeTrial()
		forged := a.honest(q, trial)
		f.change(forged)
		before := c.Status()
		a.send(forged)
		require.Eventually(t, func() bool {
			now := c.Status()
			return now.Wrong > before.Wrong || now.Dropped > before.Dropped
		}, time.Minute, time.Millisecond, "%s is stored", f.name)
		require.Equal(t, before.Trials, c.Status().Trials, f.name)
		// The coordinator hands out again what a wrong answer was for. What the attacker keeps, or
		// forges an answer for another trial with, it hands back.
		a.send(map[string]any{"Key": q.Key, "Attempt": q.Attempt, "Nonce": q.Nonce, "Died": true,
			"Deaths": 1000})
		a.conn.Close()
	}
	attackIdentity(t, c)
	attackBars(t, c)
	attackAnswers(t, c)

	leave := join(t, c.Access, Options{Lab: plainLab(t.TempDir(), 2)})
	require.NoError(t, <-ended)
	require.NoError(t, leave())
	want := newLab(t, undisturbed, 2)
	_, err := want.Run(t.Context(), e)
	require.NoError(t, err)
	wantRecords, wantChecked := contents(t, undisturbed, e.Name)
	records, checked := contents(t, folder, e.Name)
	require.Equal(t, wantRecords, records)
	require.Equal(t, wantChecked, checked)
	mu.Lock()
	defer mu.Unlock()
	require.NotEmpty(t, told)
	for _, text := range told {
		assert.NotContains(t, text, "\x1b")
	}
}

// attackReads tries to read and to change what a worker has no business with.
func attackReads(t *testing.T, c *Coordinator) {
	_, err := nats.Connect(c.URL, nats.Name(rand.Text()))
	require.ErrorContains(t, err, "Authorization", "without a token")
	_, err = nats.Connect(c.URL, nats.Token(c.Token), nats.Name("*"))
	require.ErrorContains(t, err, "Authorization", "with a name that would read all inboxes")
	a := attack(t, c)
	heard := make(chan *nats.Msg, 1<<12)
	for _, subject := range []string{">", "npuzzle.>", workSubject, resultsSubject, "_INBOX.>",
		"$JS.>"} {
		_, err := a.conn.ChanSubscribe(subject, heard)
		require.NoError(t, err) // the server refuses it later
	}
	for _, subject := range []string{workSubject, "$JS.API.STREAM.PURGE." + workStream,
		"$JS.API.STREAM.DELETE." + resultsStream, "$JS.API.STREAM.MSG.GET." + workStream} {
		require.NoError(t, a.conn.Publish(subject, []byte(`{"seq":1}`)))
	}
	other := attack(t, c)
	require.Empty(t, other.hello(nil).Barred)
	q, trial := other.takeTrial()
	require.NotEmpty(t, trial.Puzzle.Start)
	other.send(map[string]any{"Key": q.Key, "Attempt": q.Attempt, "Nonce": q.Nonce})
	require.NoError(t, a.conn.Flush())
	require.Empty(t, heard)
}

// attackHellos introduces workers that cannot be.
func attackHellos(t *testing.T, c *Coordinator) {
	a := attack(t, c)
	for _, changes := range []map[string]any{
		{"jobs": math.MaxInt64}, {"jobs": 0}, {"jobs": -1}, {"memory": uint64(math.MaxUint64)},
		{"worker": "two\nlines"}, {"worker": ""}, {"worker": strings.Repeat("x", 1000)},
		{"machine": "\x1b[2J"},
		{"calibration": -1}, {"calibration": 1e300}, {"seconds": -1}, {"ID": "\n"},
	} {
		require.NotEmpty(t, a.hello(changes).Barred, changes)
	}
	before := c.Status().Dropped
	require.Empty(t, a.say([]byte(`{"jobs": 9223372036854775808}`)).Program)
	require.Equal(t, before+1, c.Status().Dropped)
	for _, w := range c.Status().Workers {
		require.Equal(t, "attacker", w.Name)
	}
}

// attackIdentity takes part as a worker, and then says that it is another one.
func attackIdentity(t *testing.T, c *Coordinator) {
	a := attack(t, c)
	require.Empty(t, a.hello(nil).Barred)
	require.Empty(t, a.hello(map[string]any{"jobs": 4000, "machine": "another",
		"trials": 1e6}).Barred)
	m, known := c.member(a.id)
	require.True(t, known)
	require.Equal(t, []any{1, "a machine", uint64(0)},
		[]any{m.Jobs, m.provenance.Machine, m.Trials})
}

// attackBars sends wrong answers until the worker is barred. The trials that it takes then are
// handed out again.
func attackBars(t *testing.T, c *Coordinator) {
	a := attack(t, c)
	require.Empty(t, a.hello(nil).Barred)
	for n := range mostWrong + 1 {
		q, trial := a.takeTrial()
		wrong := a.honest(q, trial)
		if n < mostWrong { // the last answer is right
			set(wrong, "Answer.Result.Status", "won")
		}
		before := c.Status()
		a.send(wrong)
		require.Eventually(t, func() bool {
			return c.Status().Wrong > before.Wrong
		}, time.Minute, time.Millisecond)
		require.Equal(t, before.Trials, c.Status().Trials)
	}
	require.Contains(t, a.hello(nil).Barred,
		"3 of its answers were wrong, the last one with the answer of the solver "+
			"is wrong: the unknown status")
}

// attackAnswers sends right answers with fields that answers do not have, to store another board or
// another source.
func attackAnswers(t *testing.T, c *Coordinator) {
	a := attack(t, c)
	require.Empty(t, a.hello(nil).Barred)
	q, trial := a.takeTrial()
	right := a.honest(q, trial)
	for path, v := range map[string]any{
		"Answer.Puzzle":     map[string]any{"Start": "1 2 3/4 5 6/7 0 8"},
		"Answer.Solver":     map[string]any{"Settings": map[string]any{"algorithm": "greedy"}},
		"Answer.Key":        strings.Repeat("0", 32),
		"Answer.Limits":     map[string]any{"Generated": 1},
		"Answer.Provenance": map[string]any{"machine": "forged"},
		"Answer.Jobs":       1000,
		"Answer.Isolated":   true,
		"Trial":             map[string]any{"Puzzle": map[string]any{"Start": "1 2 3/4 5 6/7 0 8"}},
	} {
		set(right, path, v)
	}
	before := c.Status().Trials
	a.send(right)
	require.Eventually(t, func() bool {
		return c.Status().Trials > before
	}, time.Minute, time.Millisecond)
	a.send(right) // a second time
}

// The memory of a coordinator does not grow with the results that workers send, although none is
// taken: the streams, and what waits in this process, are limited in bytes.
func TestWaitingResultsAreLimited(t *testing.T) {
	folder := t.TempDir()
	c := start(t, newLab(t, folder, 0), folder, "127.0.0.1:0")
	a := attack(t, c)
	padded := append([]byte(`{"Results":[]`), bytes.Repeat([]byte(" "), maxPayload-100)...)
	padded = append(padded, '}')
	sent := 0
	for ; sent < 300; sent++ {
		if _, err := a.js.Publish(t.Context(), resultsSubject, padded); err != nil {
			require.ErrorContains(t, err, "maximum bytes exceeded")
			break
		}
	}
	require.Less(t, sent, 100, "some 64 in the stream, and some 16 in the process")
	require.ErrorIs(t, a.conn.Publish(resultsSubject, make([]byte, maxPayload+1)),
		nats.ErrMaxPayload)
}
