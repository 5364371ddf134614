package analysis_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/bench/analysis"
)

func TestInterruptible(t *testing.T) {
	wrong := errors.New("wrong")
	assert.NoError(t, analysis.Interruptible(t.Context(), func() error { return nil }))
	assert.Equal(t, wrong, analysis.Interruptible(t.Context(), func() error { return wrong }))
	assert.PanicsWithValue(t, "fault", func() {
		_ = analysis.Interruptible(t.Context(), func() error { panic("fault") })
	})
	ctx, cancel := context.WithCancel(t.Context())
	goOn := make(chan bool)
	defer close(goOn)
	err := analysis.Interruptible(ctx, func() error {
		cancel()
		<-goOn // a computation that does not look at the context
		return nil
	})
	assert.Equal(t, context.Canceled, err)
}
