package config_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench/config"
	"npuzzle/ga"
	"npuzzle/solvers"
)

func ExampleReadPreset() {
	settings, err := config.ReadPreset(strings.NewReader("population: 500\npreset: pure\n"),
		"mine.yaml")
	if err != nil {
		panic(err)
	}
	fmt.Println(settings.Get("population"), settings.Get("windows"))
	// Output: 500 false
}

func TestReadPresetSaysWhatWasExpected(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "mine.yaml:1: empty; expected settings such as population: 500"},
		{"population: 1\n", `mine.yaml:1: population "1": expected a whole number from 2 to ` +
			`1048576`},
		{"# mine\npopulation: 50\npopulation: 60\n",
			"mine.yaml:3: population appears twice in a preset; expected it once"},
		{"preset: best\n", `mine.yaml:1: "best" is not a preset; expected one of study, evolve, ` +
			`pure, memetic`},
		{"populaton: 50\n",
			`mine.yaml:1: "populaton" is not a key of a preset (did you mean population?); ` +
				`expected one of `},
		{"control: none\n", `mine.yaml:1: "control" is not a key of a preset; expected one of ` +
			`crossover, `},
		{"genes: [20, 30]\n", "mine.yaml:1: genes is a list; expected one value"},
	} {
		_, err := config.ReadPreset(strings.NewReader(c.text), "mine.yaml")
		require.ErrorContains(t, err, c.want)
	}
}

// A file that is read as a preset sets only values that can be written and read again. All
// others are errors in one line that begins with the name of the file.
func FuzzReadPreset(f *testing.F) {
	f.Add("population: 40\ngenerations: 10\nphases: 2\n")
	f.Add("preset: pure\ncrossover: 0.5\ngenes: auto\n")
	f.Add("population: [1, 2]\n---\n")
	f.Add("a: &a\n  b: *a\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := config.ReadPreset(strings.NewReader(text), "mine.yaml")
		if err != nil {
			require.True(t, strings.HasPrefix(err.Error(), "mine.yaml:"), err)
			require.NotContains(t, err.Error(), "\n")
			return
		}
		again := solvers.Default("ga")
		for _, row := range ga.Table {
			require.NoError(t, again.Set(row.Name, s.Get(row.Name)), row.Name)
		}
		for _, row := range ga.Table {
			require.Equal(t, s.Get(row.Name), again.Get(row.Name), row.Name)
		}
	})
}

// A preset leaves out values that have no effect with the others, and the default ones.
func TestPresetWithoutEffects(t *testing.T) {
	study := solvers.Default("ga").With(solvers.PresetSetting, "study").With("greed", "7")
	text := config.WritePreset(study)
	assert.Contains(t, text, "decoding: ordered\n")
	assert.NotContains(t, text, "greed", "ordered moves do not use it")
	text = config.WritePreset(study.With("decoding", "ranked"))
	assert.Contains(t, text, "greed: 7\n")
	assert.NotContains(t, text, "decoding", "the default")
	text = config.WritePreset(study.With("model", "mutation-only").With("crossover", "0.3"))
	assert.NotContains(t, text, "crossover", "the model uses none")
}

// A preset is read as the settings that were written.
func TestWritePreset(t *testing.T) {
	for _, preset := range ga.PresetNames() {
		want := solvers.Default("ga").With(solvers.PresetSetting, preset).With("greed", "3")
		text := config.WritePreset(want)
		got, err := config.ReadPreset(strings.NewReader(text), "mine.yaml")
		require.NoError(t, err, text)
		assert.Equal(t, want.Texts(), got.Texts(), text)
	}
	got, err := config.ReadPreset(strings.NewReader(config.WritePreset(solvers.Default("ga"))),
		"mine.yaml")
	require.NoError(t, err, "the default settings")
	assert.Equal(t, solvers.Default("ga").Texts(), got.Texts())
}
