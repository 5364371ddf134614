package cluster

import (
	"encoding/json"

	"npuzzle/bench"
)

// Names on the server. A run uses them alone: a server has one coordinator at a time.
const (
	workStream    = "NPUZZLE_WORK"
	resultsStream = "NPUZZLE_RESULTS"
	tablesBucket  = "npuzzle-tables"
	consumer      = "npuzzle"

	workSubject    = "npuzzle.work"
	resultsSubject = "npuzzle.results"
	helloSubject   = "npuzzle.hello"  // a worker introduces itself; the answer is a welcome
	statusSubject  = "npuzzle.status" // asks for a Status
	tableSubject   = "npuzzle.table"  // asks for the file of a table in the bucket
	stopSubject    = "npuzzle.stop"   // the end of a run stops the trials that still run
)

// batch is a message of the stream of work: trials, and what they need.
type batch struct {
	Run     string            // identifies the run of the coordinator
	Program string            // that must run the trials
	Bytes   uint64            // memory limit of each trial; 0 if the worker chooses
	Tables  map[string]string // digests of pattern databases by the names of their files
	Isolate bool              // run each trial in a process of its own
	Trials  []request
}

// request is a trial of a batch.
type request struct {
	Key     string
	Attempt int             // how often the trial has been handed out, this time included
	Nonce   string          // proves that the one who answers got the request
	Trial   json.RawMessage // a bench.Trial

	// Suspect says that the trial must run in a process of its own, because workers died with it.
	Suspect bool
}

// answer is a message of the stream of results: what became of trials of a batch.
type answer struct {
	Run     string // of the batch
	Worker  string // ID of the worker
	Results []result
}

// result is the outcome of a trial, or hands the trial back.
type result struct {
	Key     string
	Attempt int
	Nonce   string
	Died    bool          // whether another worker got the batch before and did not answer
	Answer  *bench.Answer `json:",omitempty"` // none if the trial did not run to its end

	// Crashed says that the process of a suspect trial died. The fault in the answer says how.
	Crashed bool
}

// hello introduces a worker. Each further hello says that the worker is still there.
type hello struct {
	ID string // known only to the worker, its server and the coordinator
	Worker
	ProcessLimit uint64 // see bench.Provenance
}

// welcome is the answer to a hello.
type welcome struct {
	bench.Provenance        // of the coordinator
	Barred           string // why the coordinator takes no results of the worker; "" if it does
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
	Dropped     uint64  `json:"dropped,omitempty" about:"messages that did not decode"`
	Refused     string  `json:"refused,omitempty" about:"why the worker did not take its last batch"`

	// The coordinator counts Trials and Wrong.
	Wrong uint64 `json:"wrong,omitempty" about:"answers that were dropped, because they cannot be right"`
}

// Status is what a coordinator knows about its run.
type Status struct {
	Workers []Worker `json:"workers"`
	Trials  uint64   `json:"trials" about:"number of trials of this run that have ended"`
	Rate    float64  `json:"rate" about:"trials that end in a second, an average over the last seconds"`
	Open    int      `json:"open" about:"trials that workers have or may take"`
	Dropped uint64   `json:"dropped" about:"messages that did not decode"`
	Wrong   uint64   `json:"wrong" about:"answers that were dropped, because they cannot be right"`
}
