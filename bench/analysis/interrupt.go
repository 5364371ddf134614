package analysis

import "context"

// Interruptible calls a function that computes results, and waits for it. If the context ends
// first, Interruptible returns the error of the context at once, and the function goes on in the
// background: its results must not be used then. If the function panics meanwhile, Interruptible
// panics with the same value.
func Interruptible(ctx context.Context, compute func() error) error {
	type ending struct {
		err   error
		fault any
	}
	ended := make(chan ending, 1)
	go func() {
		var end ending
		defer func() {
			end.fault = recover()
			ended <- end
		}()
		end.err = compute()
	}()
	select {
	case end := <-ended:
		if end.fault != nil {
			panic(end.fault)
		}
		return end.err
	case <-ctx.Done():
		return ctx.Err()
	}
}
