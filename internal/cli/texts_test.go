package cli

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench/analysis"
	"npuzzle/bench/cluster"
	"npuzzle/bench/stats"
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

// A change has its unit once, and the ends of its interval as many decimals as itself.
func TestChange(t *testing.T) {
	comparison := func(p float64, ratio ...float64) analysis.Comparison {
		return analysis.Comparison{
			Measure:   analysis.Length,
			Ratio:     stats.Interval{Value: ratio[0], Low: ratio[1], High: ratio[2]},
			Test:      stats.Test{P: p},
			Corrected: p,
		}
	}
	for want, c := range map[string]analysis.Comparison{
		"+13.2 % (+8.0 to +18.5)":     comparison(0.001, 1.132, 1.08, 1.185),
		"~ (-8.5 to +28.6 %)":         comparison(0.8, 1.08, 0.915, 1.286),
		"-89.2 % (-92.3 to -84.9)":    comparison(0.001, 0.108, 0.0772, 0.151),
		"-99.21 % (-99.35 to -89.03)": comparison(0.001, 0.0079, 0.0065, 0.1097),
		"+101 % (+94 to +109)":        comparison(0.001, 2.01, 1.94, 2.09),
		"12.0 times (9.00 to 16.0)":   comparison(0.001, 12, 9, 16),
		"~ (-0.1 to 0.0 %)":           comparison(0.9, 1, 0.999, 1.0001),
		"~ (9.00 to 16.0 times)":      comparison(0.06, 12, 9, 16),
		"~ (-50 to +400 %)":           comparison(0.06, 2.5, 0.5, 5),
		"+99.9 % (+50.0 to +150.0)":   comparison(0.01, 1.999, 1.5, 2.5),
		"-92.00 % (-95.00 to -80.00)": comparison(0.01, 0.08, 0.05, 0.2),
	} {
		assert.Equal(t, want, change(c))
	}
}
