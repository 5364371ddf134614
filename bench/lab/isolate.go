package lab

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime/debug"
	"strings"
	"time"

	"npuzzle/bench"
	"npuzzle/internal/files"
	"npuzzle/internal/machine"
	"npuzzle/search"
	"npuzzle/solvers"
)

// request is what the process of an isolated trial is told.
type request struct {
	Settings  map[string]string // by name
	Problem   search.Problem
	Limits    search.Limits
	TimeLimit time.Duration
	PDBDir    string
	History   bool
}

// response is a trial after its run. The JSON of a result leaves out MaxMoves.
type response struct {
	bench.Trial
	MaxMoves uint64
}

// Isolated runs a trial in a process of its own. If that process dies, only this
// trial fails. The observer of the trial gets no progress.
//
// The request goes to the standard input of the process as a line of JSON, and the
// response comes back on its standard output. A cancelled context kills the process:
// then the trial is cancelled, and there is no error. The error is a
// *bench.ProcessError if the process cannot be started. Otherwise it says how the trial
// failed. Isolated panics if Command is empty.
func (l *Lab) Isolated(ctx context.Context, trial bench.Trial, limits search.Limits, timeLimit time.Duration) (
	bench.Trial, error) {
	trial.Isolated, trial.Started = true, time.Now() // in case that the process dies
	message, err := json.Marshal(request{
		Settings: texts(trial.Solver.Settings), Problem: trial.Puzzle.Problem,
		Limits: limits, TimeLimit: timeLimit, PDBDir: l.PDBDir, History: trial.History != nil,
	})
	if err != nil {
		return trial, err
	}
	child := exec.CommandContext(ctx, l.Command[0], l.Command[1:]...)
	var stdout, stderr bytes.Buffer
	child.Stdout, child.Stderr = &stdout, &stderr
	in, err := child.StdinPipe()
	if err == nil {
		err = child.Start()
	}
	switch {
	case ctx.Err() != nil && err != nil:
		trial.Result.Status = search.Cancelled
		return trial, nil
	case err != nil:
		return trial, &bench.ProcessError{Err: err}
	}
	// The pipe stays open as long as this process lives: the child ends with it.
	_, notSent := in.Write(append(message, '\n'))
	failed := child.Wait()
	switch {
	// The order matters. A cancelled context makes Wait fail, and a process that dies
	// early makes Write fail.
	case ctx.Err() != nil:
		trial.Result.Status = search.Cancelled
		return trial, nil
	case failed != nil:
		return trial, fmt.Errorf("the process of the trial ended with %w%s", failed, firstLine(stderr.String()))
	case notSent != nil:
		return trial, notSent
	}
	answer := response{Trial: trial}
	if err := json.Unmarshal(stdout.Bytes(), &answer); err != nil {
		return trial, fmt.Errorf("the process of the trial answered %.40q; expected its result", stdout.String())
	}
	trial = answer.Trial
	trial.Result.MaxMoves = answer.MaxMoves
	if trial.Fault != "" {
		return trial, errors.New(trial.Fault)
	}
	return trial, nil
}

// texts returns the settings that the solver takes.
func texts(s solvers.Settings) map[string]string {
	all := map[string]string{}
	for _, name := range solvers.SettingNames() {
		if s.Takes(name) {
			all[name] = s.Get(name)
		}
	}
	return all
}

// firstLine returns the first line of what a process wrote before it died.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if line == "" {
		return ""
	}
	return ": " + line
}

// Serve runs an isolated trial in the trial's own process. It reads one request
// from in, runs the trial, and writes the response to out. If in ends, because the
// requesting process is gone, Serve calls leave to end the process.
//
// A trial that fails is a response with a Fault. Serve itself returns an error only if
// it cannot read the request or write the response.
func Serve(ctx context.Context, in io.Reader, out io.Writer, leave func()) error {
	var q request
	decoder := json.NewDecoder(files.Limit(in, files.MaxText))
	if err := decoder.Decode(&q); err != nil {
		return fmt.Errorf("no trial to run: %w; expected one on standard input", err)
	}
	go func() {
		io.Copy(io.Discard, in)
		leave()
	}()
	trial, err := q.run(ctx)
	if err != nil {
		trial.Fault = err.Error()
	}
	return json.NewEncoder(out).Encode(response{trial, trial.Result.MaxMoves})
}

// run runs the trial of a request. The error becomes the trial's Fault.
func (q request) run(ctx context.Context) (bench.Trial, error) {
	trial := bench.Trial{Puzzle: bench.Puzzle{Problem: q.Problem}, Isolated: true}
	settings := solvers.Default("")
	for name, text := range q.Settings {
		if err := settings.Set(name, text); err != nil {
			return trial, err
		}
	}
	if q.Limits.Bytes > 0 {
		debug.SetMemoryLimit(int64(q.Limits.Bytes) + machine.ProgramBytes)
	}
	if settings.Informed() {
		// The process that started this one has compared the checksums of the tables.
		library := solvers.Library{Dir: q.PDBDir, Verified: true}
		var err error
		if settings.Heuristic, err = library.Prepare(ctx, settings.Heuristic, q.Problem.Goal); err != nil {
			return trial, err
		}
	}
	trial.Solver.Settings = settings
	if q.History {
		trial.History = &bench.History{}
	}
	trial, err := trial.Run(ctx, q.Limits, q.TimeLimit)
	trial.Resident, _ = machine.HighWater()
	return trial, err
}
