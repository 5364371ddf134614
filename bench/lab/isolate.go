package lab

import (
	"bytes"
	"cmp"
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
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// Request is the message to a process that runs one trial: all that the process needs. It is
// written as one line of JSON.
type Request struct {
	Settings  map[string]string `json:"settings"` // values of the solver's settings, by name
	Problem   search.Problem    `json:"problem"`
	Limits    search.Limits     `json:"limits"`
	TimeLimit time.Duration     `json:"time_limit"` // in nanoseconds; 0 for none
	CPULimit  time.Duration     `json:"cpu_limit"`  // in nanoseconds; 0 for none
	PDBDir    string            `json:"pdb_dir"`    // directory of the pattern databases; "" for the usual one
	History   bool              `json:"history"`    // record a bench.History
}

// NewRequest returns the request to run a trial within limits.
func NewRequest(trial bench.Trial, limits search.Limits, timeLimit time.Duration) Request {
	return Request{Settings: trial.Solver.Settings.Texts(), Problem: trial.Puzzle.Problem, Limits: limits,
		TimeLimit: timeLimit, CPULimit: trial.CPULimit, History: trial.History != nil}
}

// Response is the answer to a Request: the trial after its run, and who ran it.
type Response struct {
	bench.Trial
	MaxMoves uint64      // Result.MaxMoves, which the JSON of a result omits
	MaxCost  puzzle.Cost // Result.MaxCost, which it omits, too
	Program  string      // that ran the trial, see bench.Program
}

// NewResponse returns the response with the outcome of a trial.
func NewResponse(trial bench.Trial, program string) Response {
	return Response{trial, trial.Result.MaxMoves, trial.Result.MaxCost, program}
}

// Answered returns a trial with the outcome in a response, which is JSON, and the program that ran it.
func Answered(trial bench.Trial, response []byte) (_ bench.Trial, program string, err error) {
	answer := Response{Trial: trial}
	if err := json.Unmarshal(response, &answer); err != nil {
		return trial, "", err
	}
	trial = answer.Trial
	trial.Result.MaxMoves, trial.Result.MaxCost = answer.MaxMoves, answer.MaxCost
	return trial, answer.Program, nil
}

// DiedError means that the process of an isolated trial ended before it answered.
type DiedError struct{ Err error }

func (e *DiedError) Error() string { return "the process of the trial ended with " + e.Err.Error() }
func (e *DiedError) Unwrap() error { return e.Err }

// Isolated runs a trial in its own process. It is the function Isolated of the bench.Runner of an
// isolated experiment. If the process dies, only this trial fails.
// The observer of the trial gets no progress.
//
// Isolated writes a Request to the standard input of the process as a line of JSON,
// and reads the Response from its standard output. If the context is cancelled,
// Isolated kills the process. The trial then has the status search.Cancelled, and the
// error is nil. If the process cannot be started, the error is a *bench.ProcessError.
// Any other error says how the trial failed. Isolated panics if Command is empty.
func (l *Lab) Isolated(ctx context.Context, trial bench.Trial, limits search.Limits, timeLimit time.Duration) (
	bench.Trial, error) {
	trial.Isolated, trial.Started = true, time.Now() // used if the process dies
	q := NewRequest(trial, limits, timeLimit)
	q.PDBDir = l.PDBDir
	message, err := json.Marshal(q)
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
	var failed, notSent error
	if err == nil {
		// The pipe stays open until this process ends. The child notices this and ends, too.
		_, notSent = in.Write(append(message, '\n'))
		failed = child.Wait()
	}
	switch {
	// The order matters. A cancelled context makes Start and Wait fail, and a process that dies
	// early makes Write fail.
	case ctx.Err() != nil:
		trial.Result.Status = search.Cancelled
		return trial, nil
	case err != nil:
		return trial, &bench.ProcessError{Err: err}
	case failed != nil:
		line, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
		return trial, &DiedError{fmt.Errorf("%w: %s", failed, cmp.Or(line, "no message"))}
	case notSent != nil:
		return trial, notSent
	}
	trial, program, err := Answered(trial, stdout.Bytes())
	if err != nil {
		return trial, fmt.Errorf("the process of the trial answered %.40q; expected its result", stdout.String())
	}
	if want := l.Provenance.Program; want != "" && program != want {
		return trial, &bench.ProcessError{Err: fmt.Errorf("%s is program %.40q; expected %q, the program that "+
			"asks it", l.Command[0], program, want)}
	}
	if trial.Fault != "" {
		return trial, errors.New(trial.Fault)
	}
	return trial, nil
}

// Serve runs an isolated trial in the trial's own process. It reads one request
// from in, runs the trial, and writes the response to out. The caller must keep in open until
// Serve returns. If in ends, the requesting process is gone, and Serve calls leave from another
// goroutine; leave should end the process.
//
// A trial that fails is a response with a Fault. Serve itself returns an error only if
// it cannot read the request or write the response.
func Serve(ctx context.Context, in io.Reader, out io.Writer, leave func()) error {
	var q Request
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
	program, err := bench.Program()
	if err != nil {
		return err
	}
	trial.Machine = machine.Describe()
	return json.NewEncoder(out).Encode(NewResponse(trial, program))
}

// run runs the trial of a request. The error becomes the trial's Fault.
func (q Request) run(ctx context.Context) (bench.Trial, error) {
	if q.Limits.Bytes > 0 {
		debug.SetMemoryLimit(int64(q.Limits.Bytes) + machine.ProgramBytes)
	}
	// The process that started this process has already compared the checksums of the tables.
	library := solvers.Library{Dir: q.PDBDir, Verified: true}
	trial, err := q.Trial(ctx, library.Prepare)
	trial.Isolated = true
	if err != nil {
		return trial, err
	}
	trial, err = trial.Run(ctx, q.Limits, q.TimeLimit)
	trial.Resident, _ = machine.HighWater()
	return trial, err
}

// Trial returns the trial of a request, with its heuristic prepared.
func (q Request) Trial(ctx context.Context, prepare bench.Prepare) (bench.Trial, error) {
	trial := bench.Trial{Puzzle: bench.Puzzle{Problem: q.Problem}, CPULimit: q.CPULimit}
	settings := solvers.Default("")
	for name, text := range q.Settings {
		if err := settings.Set(name, text); err != nil {
			return trial, err
		}
	}
	if settings.Informed() {
		var err error
		if settings.Heuristic, err = prepare(ctx, settings.Heuristic, q.Problem.Goal); err != nil {
			return trial, err
		}
	}
	trial.Solver.Settings = settings
	if q.History {
		trial.History = &bench.History{}
	}
	return trial, nil
}
