package cli

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench/cluster"
)

// The table of workers stands whatever the workers say of themselves.
func TestWorkersWithStrangeNames(t *testing.T) {
	var out bytes.Buffer
	con := Console{Out: NewTextWriter(&out), Columns: 100}
	workers := []cluster.Worker{
		{
			Name:    "two\nlines\tand a tab",
			Machine: "\x1b[2J\u202e",
			Jobs:    1,
			Refused: "a\nb",
			Wrong:   2,
		},
		{Name: "plain", Machine: "a machine", Jobs: 2},
	}
	con.Tabulate("workers", workers)
	con.Tabulate("workers", []cluster.Worker{})
	require.NoError(t, con.Out.Raw.Flush())
	assert.NotContains(t, out.String(), "\x1b")
	assert.Regexp(t, `(?s)two lines and a tab .* a b; 2 wrong`, out.String())
	assert.Regexp(t, `(?m)^plain +a machine .* works *$`, out.String())
}
