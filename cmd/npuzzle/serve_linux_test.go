package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics/pdb"
	"npuzzle/internal/cli"
	"npuzzle/internal/slow"
)

// program is serve in a process of its own.
type program struct {
	*exec.Cmd
	address string // of the page
}

// startProgram starts serve and waits until it has printed its address.
func startProgram(t *testing.T, args ...string) program {
	t.Helper()
	args = append([]string{"serve", "--port", "0"}, args...)
	p := program{Cmd: exec.CommandContext(t.Context(), self, args...)}
	p.Env = append(os.Environ(), asProgram+"=1", pdb.DirVariable+"="+t.TempDir(),
		"GORACE=atexit_sleep_ms=0") // or the race detector delays the end by a second
	p.Dir = t.TempDir()
	out, err := p.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, p.Start())
	p.address, err = bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	p.address = strings.TrimSpace(p.address)
	return p
}

// memory returns what the process has resident, and the most that it has had.
func (p program) memory(t *testing.T) (now, most int64) {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Process.Pid))
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		fmt.Sscanf(line, "VmRSS: %d kB", &now)
		fmt.Sscanf(line, "VmHWM: %d kB", &most)
	}
	require.Positive(t, now)
	return now << 10, most << 10
}

// interrupt sends the signal of Ctrl-C, and returns the exit status and the time until the end.
func (p program) interrupt(t *testing.T) (status int, took time.Duration) {
	t.Helper()
	began := time.Now()
	require.NoError(t, p.Process.Signal(os.Interrupt))
	p.Wait()
	return p.ProcessState.ExitCode(), time.Since(began)
}

// eventually polls until a condition holds, and returns how long that took. It fails after a limit.
func eventually(t *testing.T, limit time.Duration, holds func() bool) time.Duration {
	t.Helper()
	began := time.Now()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		require.Less(t, time.Since(began), limit)
		<-tick.C
	}
	return time.Since(began)
}

// Closing the connection in the middle of a heavy search gives its memory back within a second,
// whether the search maps its memory, as A* does, or leaves it to the collector.
func TestServeFreesMemory(t *testing.T) {
	slow.Only(t, "it measures resident memory")
	if raceDetector {
		t.Skip("the race detector takes memory of its own")
	}
	const grown = 150_000_000
	p := startProgram(t, "--memory-limit", "2GB", "--jobs", "1")
	for _, search := range []string{
		`{"board": "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0", "goal": "blank-first", "algorithm": ` +
			`"bfs"}`,
		`{"board": "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0", "goal": "blank-first", "algorithm": "ga",
			"settings": {"preset": "study", "population": "50000", "genes": "500"}}`,
		`{"board": "8 17 18 21 16/9 13 3 11 24/15 23 22 14 2/20 1 10 0 12/19 7 5 6 4", "goal": "blank-first",
			"algorithm": "astar"}`,
	} {
		before, _ := p.memory(t)
		ctx, close := context.WithCancel(t.Context())
		request, err := http.NewRequestWithContext(ctx, "POST", p.address+"api/v1/solve",
			strings.NewReader(search))
		require.NoError(t, err)
		request.Header.Set("Accept", "text/event-stream")
		answer, err := http.DefaultClient.Do(request)
		require.NoError(t, err)
		require.Equal(t, 200, answer.StatusCode)
		go io.Copy(io.Discard, answer.Body)
		eventually(t, time.Minute, func() bool {
			now, _ := p.memory(t)
			return now > before+grown
		})
		close()
		took := eventually(t, time.Minute, func() bool {
			now, _ := p.memory(t)
			return now < before+grown/4
		})
		t.Logf("memory is back after %v", took)
		assert.Less(t, took, time.Second, search)
		answer.Body.Close()
	}
	status, _ := p.interrupt(t)
	assert.Equal(t, cli.ExitDone, status)
}

// An interrupt in the middle of a search ends the server at once, in the usual way.
func TestServeInterrupt(t *testing.T) {
	p := startProgram(t, "--memory-limit", "1GB")
	request, err := http.NewRequest("POST", p.address+"api/v1/solve",
		strings.NewReader(`{"board": "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0", "goal": `+
			`"blank-first"}`))
	require.NoError(t, err)
	request.Header.Set("Accept", "text/event-stream")
	answer, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer answer.Body.Close()
	_, err = bufio.NewReader(answer.Body).ReadString('\n') // the search is running
	require.NoError(t, err)
	status, took := p.interrupt(t)
	assert.Equal(t, cli.ExitDone, status)
	assert.Less(t, took, time.Second)
	t.Logf("ended after %v", took)
}

// An interrupt stops an experiment that the page has started. The trials that have ended are kept,
// and other commands can use the store.
func TestServeInterruptKeepsTrials(t *testing.T) {
	file := filepath.Join(t.TempDir(), "lab.sqlite")
	p := startProgram(t, "--store", file)
	const definition = `name: long\npuzzles: [{size: 3x3, count: 90000}]\nsolvers: [{algorithm: ` +
		`bfs}]\ntime-limit: 9s`
	answer, err := http.Post(p.address+"api/v1/start", "application/json",
		strings.NewReader(`{"definition": "`+definition+`"}`))
	require.NoError(t, err)
	answer.Body.Close()
	require.Equal(t, 200, answer.StatusCode)
	done := func() float64 {
		list := npuzzle("", "list", "--json", "--store", file)
		if list.status != cli.ExitDone || list.out == "" {
			return 0 // the file is not complete yet
		}
		return objectsOf(t, list.out)[0]["done"].(float64)
	}
	eventually(t, time.Minute, func() bool { return done() > 0 })
	status, took := p.interrupt(t)
	assert.Equal(t, cli.ExitDone, status)
	t.Logf("ended after %v", took)
	kept := done()
	assert.Positive(t, kept)
	assert.Less(t, kept, 90_000.0)
	assert.Equal(t, cli.ExitDone, npuzzle("", "remove", "long", "--store", file).status)
}

// Fifty clients ask for heavy searches at once. Their searches wait in the queue, each gets an
// answer, and the process keeps its memory limit.
func TestServeLoad(t *testing.T) {
	slow.Only(t, "fifty clients search for a minute")
	if raceDetector {
		t.Skip("the race detector takes memory of its own")
	}
	const limit, clients = 400_000_000, 50
	p := startProgram(t, "--memory-limit", fmt.Sprint(limit), "--jobs", "4")
	searches := []string{
		`{"board": "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0", "goal": "blank-first", "algorithm": ` +
			`"bfs"}`,
		`{"board": "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0", "goal": "blank-first", "algorithm": "astar",
			"settings": {"heuristic": "manhattan"}, "time_limit": 1}`,
		`{"board": "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0", "goal": "blank-first", "algorithm": "ga", "time_limit": 1,
			"settings": {"preset": "study", "population": "3000"}}`,
		`{"board": "8 6 7/2 5 4/3 0 1"}`,
		`{"board": "8 17 18 21 16/9 13 3 11 24/15 23 22 14 2/20 1 10 0 12/19 7 5 6 4", "goal": "blank-first",
			"algorithm": "astar"}`,
	}
	var mu sync.Mutex
	counts := map[string]int{}
	count := func(what string) {
		mu.Lock()
		defer mu.Unlock()
		counts[what]++
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	ask := func(search string) {
		request, err := http.NewRequestWithContext(ctx, "POST", p.address+"api/v1/solve",
			strings.NewReader(search))
		if !assert.NoError(t, err) {
			return
		}
		answer, err := http.DefaultClient.Do(request)
		if !assert.NoError(t, err) {
			return
		}
		defer answer.Body.Close()
		var result struct{ Status, Error string }
		assert.NoError(t, json.NewDecoder(answer.Body).Decode(&result))
		if assert.Equal(t, http.StatusOK, answer.StatusCode, result.Error) {
			count(result.Status)
		}
	}
	var running sync.WaitGroup
	for client := range clients {
		running.Go(func() {
			for round := range 2 {
				ask(searches[(client+round)%len(searches)])
			}
		})
	}
	running.Wait()
	ask(`{"board": "8 6 7/2 5 4/3 0 1"}`) // the load is over
	_, most := p.memory(t)
	t.Logf("%v, at most %d MB resident", counts, most/1_000_000)
	assert.Less(t, most, mostResident(t, limit))
	assert.Positive(t, counts["solved"])
	assert.Positive(t, counts["memory-limit"])
	status, _ := p.interrupt(t)
	assert.Equal(t, cli.ExitDone, status)
}
