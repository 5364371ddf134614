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
	"npuzzle/internal/machine"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// request is what the process of an isolated trial is told.
type request struct {
	Settings   map[string]string // by name, but the depth limit
	DepthLimit puzzle.Cost       // in scaled units
	Start      puzzle.Board
	Goal       puzzle.Board
	Costs      string
	Limits     search.Limits
	TimeLimit  time.Duration
	PDBDir     string
	History    bool
}

// response is what it answers.
type response struct {
	Result     search.Result
	Started    time.Time
	Seconds    float64
	CPUSeconds float64
	Resident   uint64
	Fault      string
	History    []bench.Moment
}

// isolated runs a trial in a process of its own. What becomes of that process is
// the error of the trial alone.
func (l *Lab) isolated(ctx context.Context, task bench.Task, lim search.Limits, limit time.Duration) (bench.Trial, error) {
	trial := bench.Trial{Task: task, Isolated: true, Started: time.Now()}
	question, err := json.Marshal(request{
		texts(task.Settings), task.Settings.DepthLimit, task.Start, task.Goal, task.Problem.Costs.String(), lim, limit, l.PDBDir, task.History != nil,
	})
	if err != nil {
		return trial, err
	}
	child := exec.CommandContext(ctx, l.Command[0], l.Command[1:]...)
	var said, complaint bytes.Buffer
	child.Stdout, child.Stderr = &said, &complaint
	in, err := child.StdinPipe()
	if err == nil {
		err = child.Start()
	}
	switch {
	case ctx.Err() != nil && err != nil:
		trial.Status = search.Cancelled
		return trial, nil
	case err != nil:
		return trial, &bench.PlaceError{Err: err}
	}
	// The pipe stays open as long as this process lives: the child ends with it.
	_, asked := in.Write(append(question, '\n'))
	ended := child.Wait()
	var answer response
	switch {
	case ctx.Err() != nil:
		trial.Status = search.Cancelled
		return trial, nil
	case ended != nil:
		return trial, fmt.Errorf("the process of the trial ended with %w%s", ended, lastWords(complaint.String()))
	case asked != nil:
		return trial, asked
	}
	if err := json.Unmarshal(said.Bytes(), &answer); err != nil {
		return trial, fmt.Errorf("the process of the trial answered %.40q; expected its result", said.String())
	}
	trial.Result, trial.Started = answer.Result, answer.Started
	if task.History != nil {
		trial.History = bench.Recall(answer.History)
	}
	trial.Seconds, trial.CPUSeconds, trial.Resident = answer.Seconds, answer.CPUSeconds, answer.Resident
	if answer.Fault != "" {
		return trial, errors.New(answer.Fault)
	}
	return trial, nil
}

// texts returns the settings that the solver takes. The depth limit is left out,
// whose text is not in scaled units.
func texts(s solvers.Settings) map[string]string {
	all := map[string]string{}
	for _, name := range solvers.SettingNames() {
		if s.Takes(name) && name != "depth-limit" {
			all[name] = s.Get(name)
		}
	}
	return all
}

// lastWords returns the first line of what a process that died complained of.
func lastWords(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if line == "" {
		return ""
	}
	return ": " + line
}

// childBytes is what a process takes besides its solver's structures.
const childBytes = 24 << 20

// Serve runs the one trial that it is told of and answers with its result: it is
// the other side of an isolated trial, for a process of its own. It ends the
// process, through leave, when the input does.
func Serve(ctx context.Context, in io.Reader, out io.Writer, leave func()) error {
	var q request
	decoder := json.NewDecoder(in)
	if err := decoder.Decode(&q); err != nil {
		return fmt.Errorf("no trial to run: %w; expected one from npuzzle run --isolate", err)
	}
	go func() {
		io.Copy(io.Discard, in) // until whoever asked is gone
		leave()
	}()
	answer, err := q.run(ctx)
	if err != nil {
		answer.Fault = err.Error()
	}
	return json.NewEncoder(out).Encode(answer)
}

func (q request) run(ctx context.Context) (response, error) {
	settings := solvers.Default("")
	for name, text := range q.Settings {
		if err := settings.Set(name, text); err != nil {
			return response{}, err
		}
	}
	settings.DepthLimit = q.DepthLimit
	costs, err := puzzle.ParseCosts(q.Costs)
	if err != nil {
		return response{}, err
	}
	if q.Limits.Bytes > 0 {
		debug.SetMemoryLimit(int64(q.Limits.Bytes) + childBytes)
	}
	if settings.Informed() {
		library := solvers.Library{Dir: q.PDBDir}
		if settings.Heuristic, err = library.Prepare(ctx, settings.Heuristic, q.Goal); err != nil {
			return response{}, err
		}
	}
	instance := bench.Instance{Problem: search.Problem{Start: q.Start, Goal: q.Goal, Costs: costs}}
	var history *bench.History
	if q.History {
		history = &bench.History{}
	}
	task, err := bench.NewTask(bench.Contender{Settings: settings}, instance, history.Observer())
	if err != nil {
		return response{}, err
	}
	trial, err := bench.RunAlone(ctx, task, q.Limits, q.TimeLimit)
	answer := response{Result: trial.Result, Started: trial.Started, Seconds: trial.Seconds, CPUSeconds: trial.CPUSeconds, History: history.Moments()}
	answer.Resident, _ = machine.HighWater()
	return answer, err
}
