package cluster

import (
	"encoding/json"
	"time"

	"npuzzle/bench/lab"
)

// Names on the server. A run uses them alone: a server has one coordinator at a time.
const (
	workStream    = "NPUZZLE_WORK"
	resultsStream = "NPUZZLE_RESULTS"
	tablesBucket  = "npuzzle-tables"
	consumer      = "npuzzle"

	workSubject    = "npuzzle.work"
	resultsSubject = "npuzzle.results"
	helloSubject   = "npuzzle.hello"   // a worker introduces itself; the answer is a notice
	statusSubject  = "npuzzle.status"  // asks for a Status
	tableSubject   = "npuzzle.table"   // asks for the file of a table in the bucket
	stopSubject    = "npuzzle.stop"    // an interrupted coordinator ends the running trials
	presentSubject = "npuzzle.present" // asks whether there is a coordinator
)

// batch is a message of the stream of work: trials that a worker runs one after another.
type batch struct {
	ID      string
	Notice  string            // ID of the notice that the worker must have read
	Isolate bool              // run each trial in a process of its own
	Suspect bool              // a worker died with the trial, so it runs in a process of its own
	Trials  []json.RawMessage // each a request
}

// request is a trial of a batch.
type request struct {
	Key string
	lab.Request
}

// answer is a message of the stream of results. Trials of the batch that no answer holds are run again.
type answer struct {
	Batch   string
	Worker  string
	Died    int  // number of workers that died with the batch
	More    bool // whether more answers to the batch follow
	Results []result
}

// result is the outcome of a trial.
type result struct {
	Key   string
	Crash string          // how the process of a suspect died; "" if it did not
	Trial json.RawMessage // a lab.Response
}

// notice tells workers what the trials need. Its ID changes with its content.
type notice struct {
	ID      string
	Program string
	Version string
	Need    uint64            // memory limit of each trial in bytes; 0 if the worker chooses
	Tables  map[string]string // digests of pattern databases by the names of their files
}

// Worker describes a worker.
type Worker struct {
	Name        string  `json:"worker" about:"name of the host and a number"`
	Machine     string  `json:"machine" about:"processor, cores and system"`
	Program     string  `json:"program"`
	Jobs        int     `json:"jobs" about:"number of trials that run at the same time"`
	Bytes       uint64  `json:"memory" about:"memory limit of all its trials in bytes"`
	Calibration float64 `json:"calibration" about:"seconds of a fixed search"`
	Trials      uint64  `json:"trials" about:"number of trials that have ended"`
	Seconds     float64 `json:"seconds" about:"since the worker began"`
	Refused     string  `json:"refused,omitempty" about:"why the worker takes no trials"`

	seen time.Time
}

// Status is what a coordinator knows about its run.
type Status struct {
	Workers []Worker `json:"workers"`
	Trials  uint64   `json:"trials" about:"number of trials of this run that have ended"`
	Rate    float64  `json:"rate" about:"trials that ended in a second, in the last seconds"`
	Open    int      `json:"open" about:"trials that workers have or may take"`
	Dropped uint64   `json:"dropped" about:"messages that did not decode"`
}
