package config_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/ga"
	"npuzzle/solvers"
)

var update = flag.Bool("update", false, "rewrite the table of settings in docs/experiments.md")

// The table of settings in docs/experiments.md is made from the table of settings.
func TestSettingsAreDocumented(t *testing.T) {
	const file = "../../docs/experiments.md"
	const header = "| setting | algorithms | values | default | meaning |\n|---|---|---|---|---|\n"
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(text), header)
	require.True(t, found)
	_, after, _ := strings.Cut("\n"+rest, "\n\n")
	var table strings.Builder
	for _, row := range solvers.Table() {
		if row.Name == "seed" {
			continue // an experiment has one seed for all trials
		}
		algorithms := "all"
		names := row.Solvers
		if len(row.Solvers) < len(solvers.Names()) {
			algorithms = "`" + strings.Join(row.Solvers, "`, `") + "`"
		}
		if _, ofPresets := row.Defaults[ga.DefaultPreset]; ofPresets && len(row.Solvers) == 1 {
			names = ga.PresetNames()
		}
		var defaults []string
		for _, name := range names {
			if value, has := row.Defaults[name]; has {
				defaults = append(defaults, value)
			}
		}
		if len(slices.Compact(slices.Clone(defaults))) == 1 {
			defaults = defaults[:1]
		}
		fmt.Fprintf(&table, "| `%s` | %s | %s | %s | %s |\n", row.Name, algorithms, row.Values,
			strings.Join(defaults, ", "), strings.ReplaceAll(row.Meaning, "*", "\\*"))
	}
	want := before + header + table.String() + "\n" + after
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(want), 0o666))
		return
	}
	assert.Equal(t, want, string(text), "run go test ./bench/config -update")
}
