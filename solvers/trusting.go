package solvers

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"npuzzle/heuristics"
	"npuzzle/search"
)

// trusting returns no result of a search whose heuristic has turned out damaged,
// and ends the search soon after.
type trusting struct {
	search.Solver
	heuristic heuristics.Fallible
}

// Solve returns the result of the search, or what is wrong with the heuristic.
func (t trusting) Solve(ctx context.Context, p search.Problem, lim search.Limits) (search.Result, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go t.watch(ctx, stop)
	result, err := t.solve(ctx, p, lim)
	if damage := t.heuristic.Err(); damage != nil {
		err = damage
	}
	if err != nil {
		return search.Result{}, err
	}
	return result, nil
}

// solve makes an error of a file that can no longer be read where it is mapped.
func (t trusting) solve(ctx context.Context, p search.Problem, lim search.Limits) (result search.Result, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case interface{ Addr() uintptr }: // the runtime's errors of that kind
			err = fmt.Errorf("%s: a file of its tables cannot be read any more; expected one that nobody cuts while it is in use", t.heuristic.Name())
		default:
			panic(fault)
		}
	}()
	return t.Solver.Solve(ctx, p, lim)
}

// watch stops the search when the heuristic turns out damaged.
func (t trusting) watch(ctx context.Context, stop func()) {
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
			if t.heuristic.Err() != nil {
				stop()
				return
			}
		}
	}
}
