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
	"npuzzle/search"
	"npuzzle/solvers"
)

// request is the message to a process that runs one trial, in one line of JSON.
type request struct {
	bench.Trial
	PDBDir string // directory of the pattern databases; "" for the usual one
}

// response is the answer of this process, in one line of JSON.
type response struct {
	Program string // that ran the trial
	Answer  bench.Answer
}

// DiedError means that the process of an isolated trial ended before it answered.
type DiedError struct{ Err error }

func (e *DiedError) Error() string { return "the process of the trial ended with " + e.Err.Error() }
func (e *DiedError) Unwrap() error { return e.Err }

// Isolated runs a trial in its own process. It is the function Isolated of the bench.Runner of an
// isolated experiment. If the process dies, only this trial fails.
// The observer of the trial gets no progress.
//
// Isolated writes the trial to the standard input of the process as a line of JSON,
// and reads the answer from its standard output. If the context is cancelled,
// Isolated kills the process. The trial then has the status search.Cancelled, and the
// error is nil. If the process cannot be started, the error is a *bench.ProcessError.
// Any other error says how the trial failed. Isolated panics if Command is empty.
func (l *Lab) Isolated(ctx context.Context, trial bench.Trial) (bench.Trial, error) {
	trial.Isolated = true
	trial.Started = time.Now() // used if the process dies
	message, err := json.Marshal(request{Trial: trial, PDBDir: l.PDBDir})
	if err != nil {
		return trial, err
	}
	child := exec.CommandContext(ctx, l.Command[0], l.Command[1:]...)
	var stdout, stderr bytes.Buffer
	child.Stdout = &stdout
	child.Stderr = &stderr
	failed, err := runChild(child, message)
	switch {
	case ctx.Err() != nil: // comes first, because it makes Start and Wait fail
		trial.Result.Status = search.Cancelled
		return trial, nil
	case err != nil:
		return trial, &bench.ProcessError{Err: err}
	case failed != nil:
		line, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
		return trial, &DiedError{Err: fmt.Errorf("%w: %s", failed, cmp.Or(line, "no message"))}
	}
	var r response
	if err := json.Unmarshal(stdout.Bytes(), &r); err != nil {
		return trial, fmt.Errorf("the process of the trial answered %.40q; expected its result",
			stdout.String())
	}
	if want := l.Provenance.Program; want != "" && r.Program != want {
		err := fmt.Errorf("%s is program %.100q; expected %.100q, the program that asks it",
			l.Command[0], r.Program, want)
		return trial, &bench.ProcessError{Err: err}
	}
	accepted, err := trial.Accept(r.Answer, time.Since(trial.Started))
	if err != nil {
		return trial, err
	}
	if accepted.Fault != "" {
		return accepted, errors.New(accepted.Fault)
	}
	return accepted, nil
}

// runChild starts a process, gives it a message on its standard input, and waits for its end. The
// error failed says how it ended, and err why it could not be started.
func runChild(child *exec.Cmd, message []byte) (failed, err error) {
	in, err := child.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := child.Start(); err != nil {
		return nil, err
	}
	// The pipe stays open until this process ends. The child notices this and ends, too.
	in.Write(append(message, '\n')) // if this fails, the child does not answer
	return child.Wait(), nil
}

// Serve runs an isolated trial in the trial's own process. It reads one request
// from in, runs the trial, and writes the response to out. The caller must keep in open until
// Serve returns. If in ends, the requesting process is gone, and Serve calls leave from another
// goroutine; leave should end the process.
//
// A trial that fails is an answer with a Fault. Serve itself returns an error only if
// it cannot read the request or write the answer.
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
	if q.Limits.Bytes > 0 {
		debug.SetMemoryLimit(int64(q.Limits.Bytes) + machine.ProgramBytes)
	}
	// The process that started this process has already compared the checksums of the tables.
	library := solvers.Library{Dir: q.PDBDir, Verified: true}
	trial := q.Trial
	trial.Started = time.Now() // used if its heuristic cannot be prepared
	err := trial.Solver.Prepare(ctx, library.Prepare, trial.Puzzle.Goal)
	if err == nil {
		trial, err = trial.Run(ctx)
	}
	if err != nil {
		trial.Result = search.Result{}
		trial.History = nil
		trial.Fault = bench.FaultText(err)
	}
	trial.Resident, _ = machine.HighWater()
	program, err := bench.Program()
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(response{Program: program, Answer: trial.Answer()})
}
