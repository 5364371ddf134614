package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/cli"
)

// The interrupt comes once the terminal shows how far the census is.
func TestInterruptedCensus(t *testing.T) {
	parallel(t)
	screen, terminal := newTerminal(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	shown := watch(screen, "boards", cancel)
	var out bytes.Buffer
	status := run(ctx, []string{"npuzzle", "census", "3x4", "--json", "--workers", "1"},
		strings.NewReader(""), &out, terminal)
	require.NoError(t, terminal.Close())
	text := <-shown
	assert.Contains(t, text, "census 3x4 [")
	assert.Contains(t, text, "of 239,500,800 boards")
	assert.True(t, strings.HasSuffix(text, cli.ClearLine), "cleared at the end")
	object := objectsOf(t, out.String())[0]
	assert.Equal(t, object["partial"].(bool), status == cli.ExitUnsolved)
	assert.True(t, strings.HasPrefix(fmt.Sprint(object["counts"]), "[1"),
		"what was finished is kept")
}
