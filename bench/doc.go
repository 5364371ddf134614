// Package bench runs solvers on puzzles and records what they did.
//
// # Terms
//
// An Experiment describes trials: each Solver on each Puzzle, once for each of its Repeats. A
// Solver is a name and settings: solvers.Settings, which solvers.Of makes of a struct.
// A Puzzle is a search.Problem that belongs to a Group. The puzzles of a group have the same size
// and the same goal. They are either given or drawn at random (Scramble).
//
// A Trial is one run of one solver on one puzzle. Before the run, it describes what
// to run. After the run, it also holds the search.Result, the times and the memory.
// A Record is a trial as one flat JSON object. Trials are stored, analysed and
// exported in this form.
//
// # Data flow
//
// Experiment.Plan enumerates the trials of an experiment as a sequence. Runner.Run
// takes a sequence of trials, runs several of them in parallel within limits, and
// passes each trial to its caller when the trial ends. Trial.StoredRecord turns a trial
// into a Record. Package bench/lab connects these steps to a store, so that no finished
// trial is lost or run twice. Package bench/analysis computes accuracy, gap and effort
// from records. See the Example.
//
// # Reproducibility
//
// The seed of an experiment determines every random board and the seed of every
// trial (TrialSeed). The result of a trial depends only on the trial and its
// limits, and not on the number of jobs. The Key of a trial is a digest of
// everything that the result depends on, the program included (Program). It does not depend on
// the experiment, so experiments share trials. Trials with equal keys have equal results,
// apart from times, unless a time limit or a memory limit ended them.
//
// # Complexity
//
// Enumerating: Experiment.Plan yields one trial at a time and keeps none. Drawing a board
// of n cells takes O(n) time, or O(n + m) for a walk of m moves. Computing a key takes O(n)
// time. Memory is proportional to the number of solvers, groups and given boards. It does
// not depend on the number of drawn boards. For each group and each solver with a
// heuristic, Plan calls its parameter prepare once. This call may take seconds to build
// tables.
//
// Running: Runner.Run keeps at most about Jobs + 1,000 trials in memory: trials that
// run, and with InOrder, trials that wait for an earlier trial. The memory of the searches
// is not included. If Runner.Bytes is set, it limits the memory of all running
// searches together. Besides its search, a trial takes O(1) time.
//
// Records: on a board of n cells, a Record takes O(n) memory for the boards and O(l) for
// a plan of l moves. Its list Found has one element for each plan that the genetic solver
// found. A History has at most 41 moments. Observing a generation of p plans takes
// O(p log p) time. A Trace has a moment for each generation, so it grows with the run.
package bench
