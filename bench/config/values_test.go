package config_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench/config"
)

// Lists are written with commas, bars or as lists of YAML, and mean the same everywhere. Ranges are
// for tunings.
func TestListsOfValues(t *testing.T) {
	t.Parallel()
	assert.Equal(t, []string{"10", "20", "max(a,b)"}, config.Values("10, 20|max(a,b)"))
	const head = "name: a\npuzzles: [{size: 3x3, count: 1}]\nsolvers: [{algorithm: ga, population: "
	var names [][]string
	for _, list := range []string{"[10, 20]", `"10,20"`, "10|20"} {
		e, _, err := config.ReadText(head + list + "}]\n")
		require.NoError(t, err)
		var all []string
		for _, s := range e.Solvers {
			all = append(all, s.Name)
		}
		names = append(names, all)
	}
	assert.Equal(t, []string{"ga population=10", "ga population=20"}, names[0])
	assert.Equal(t, names[0], names[1])
	assert.Equal(t, names[0], names[2])
	_, _, err := config.ReadText(head + "10..20}]\n")
	assert.ErrorContains(t, err,
		`population "10..20": a range is for a tuning; expected a list such as 50,100,200`)
	e, _, err := config.ReadText(head +
		"10}]\ntune: {space: {generations: [5, 10], phases: 1..3}}\n")
	require.NoError(t, err)
	assert.Equal(t, "generations=5|10, phases=1..3", e.Tune["space"])
}
