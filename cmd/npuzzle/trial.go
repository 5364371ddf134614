package main

import (
	"context"
	"os"

	"npuzzle/bench/lab"
)

// trialCommand is the command, in no list, by which the program calls itself to
// run one isolated trial.
const trialCommand = "run-trial"

// serveTrial runs the trial that standard input tells of.
func serveTrial(ctx context.Context, con console) error {
	return lab.Serve(ctx, con.in, con.out, func() { os.Exit(exitFailed) })
}
