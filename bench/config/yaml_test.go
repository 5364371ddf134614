package config_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench/config"
	"npuzzle/puzzle"
)

// What other YAML files have is read as users mean it: a last line ---, the version of YAML,
// texts over several lines, and merge keys.
func TestOtherYAML(t *testing.T) {
	const group = "{size: 3x3, count: 1, goal: snail}"
	const solver = "{algorithm: astar, heuristic: manhattan}"
	const plain = "puzzles:\n  - " + group + "\nsolvers:\n  - " + solver + "\n"
	want, _, err := config.Read(plain, "mine.yaml")
	require.NoError(t, err)
	for _, text := range []string{
		plain + "---\n",
		plain + "---",
		plain + "--- # the end",
		plain + "---\n---\n# nothing\n",
		plain + "...\n",
		plain + "...\n---",
		"%YAML 1.2\n---\n" + plain,
		"\ufeff%YAML 1.2\n---\n" + plain,
		"\ufeff" + plain,
		"# comment\n\n%YAML 1.1 # old\r\n---\n" + plain + "---",
		strings.Replace(plain, group, "size: 3x3\n    count: 1\n    goal: >\n      snail\n", 1),
		strings.Replace(plain, group, "size: >-\n      3x3\n    count: |+\n      1\n\n"+
			"    goal: >\n      1 2 3\n      8 0 4\n      7 6 5\n", 1),
		strings.Replace(plain, "goal: snail}", "<<: {goal: snail, count: 7}}", 1),
		strings.Replace(plain, solver,
			"<<: [{algorithm: astar}, {algorithm: bfs, heuristic: manhattan}]", 1),
	} {
		all, warnings, err := config.ReadAll(strings.NewReader(text), "mine.yaml")
		require.NoError(t, err, text)
		assert.Empty(t, warnings)
		require.Len(t, all, 1, text)
		read := all[0]
		read.Text = want.Text
		assert.Equal(t, want, read, text)

		read, _, err = config.ReadText(all[0].Text) // as the store has it
		require.NoError(t, err, text)
		assert.Equal(t, want.Groups, read.Groups, text)
	}
}

// Merge keys may refer to any mapping above, and to one that merges another.
func TestMergeKeys(t *testing.T) {
	e, _, err := config.Read(`
puzzles:
  - &small {name: small, size: 3x3, count: 5}
  - {<<: *small, name: other, goal: snail}
solvers:
  - &base {name: base, algorithm: wastar, weight: 2}
  - &heavy {<<: *base, name: heavy, weight: [4, 8]}
  - {<<: [*heavy], name: heuristic, heuristic: manhattan}
tune:
  space: {<<: {population: 20..500}, mutation: 0..1}
`, "mine.yaml")
	require.NoError(t, err)
	assert.Equal(t, 5, e.Groups[1].Count)
	assert.Equal(t, "snail", puzzle.GoalText(e.Groups[1].Goal))
	var names []string
	for _, s := range e.Solvers {
		names = append(names, s.Name+" "+s.Settings.HeuristicName())
	}
	assert.Equal(t, []string{"base linear-conflict",
		"heavy weight=4 linear-conflict", "heavy weight=8 linear-conflict",
		"heuristic weight=4 manhattan", "heuristic weight=8 manhattan"}, names)
	assert.Equal(t, "population=20..500, mutation=0..1", e.Tune["space"])

	const preset = "%YAML 1.2\n---\n<<: {population: 50, mutation: 0.5}\npopulation: >\n  70\n---\n"
	s, err := config.ReadPreset(strings.NewReader(preset), "preset.yaml")
	require.NoError(t, err)
	assert.Equal(t, []string{"70", "0.5"}, []string{s.Get("population"), s.Get("mutation")})
}

func TestYAMLMistakes(t *testing.T) {
	const puzzles = "puzzles: [{size: 3x3, count: 1}]\n"
	bomb := "puzzles:\n  - &a0 {size: 3x3, count: 1}\n"
	for i := range 20 {
		bomb += fmt.Sprintf("  - &a%d {<<: [*a%d, *a%d], name: n%d}\n", i+1, i, i, i)
	}
	for _, c := range []struct{ text, want string }{
		{"%YAML 2.0\n---\n" + puzzles,
			"mine.yaml:0: not YAML here or below: found incompatible YAML document"},
		{puzzles + "<<: 3\n",
			`mine.yaml:2: << merges "3"; expected a mapping such as *name, where another one ` +
				`has &name`},
		{"puzzles:\n  - &p\n    <<: *p\n",
			"mine.yaml:3: << merges a mapping into itself; expected another one"},
		{"puzzles:\n  - &p {sizes: 3x3}\n  - {<<: *p, count: 1}\n",
			`mine.yaml:2: "sizes" is not a key of an entry`},
		{bomb, "<< merges more than 10000 keys; expected fewer"},
		{"puzzles:\n  - boards: >\n      1 2/3 0\n      3 2/0 1\n",
			"mine.yaml:2: row 2 has 4 numbers; " +
				"expected 2 as in row 1; > joins the lines of a text, and | keeps them"},
	} {
		_, _, err := config.Read(c.text, "mine.yaml")
		require.Error(t, err, c.text)
		assert.Contains(t, strings.Replace(err.Error(), "mine.yaml: ", "mine.yaml:0: ", 1), c.want)
		assert.NotContains(t, err.Error(), "\n")
	}
}

// Boards keep the goals that their text gives, in groups of their own. The key goal replaces
// these goals.
func TestGoalsOfBoards(t *testing.T) {
	const boards = `
    boards: |
      # goal: blank-first
      1 2/3 0
      3 0/1 2
      1 0 2/3 4 5
      1 2/0 3 # goal: 3 2/1 0
      2 3/1 0
`
	e, _, err := config.Read("puzzles:\n  - name: mine"+boards, "mine.yaml")
	require.NoError(t, err)
	var groups []string
	for _, g := range e.Groups {
		groups = append(groups, fmt.Sprint(g.Name, ": ", g.Goal, " ", len(g.Boards)))
	}
	assert.Equal(t, []string{"mine 2x2 blank-first: 0 1/2 3 3", "mine 2x3: 0 1 2/3 4 5 1",
		"mine 2x2 goal 3: 3 2/1 0 1"}, groups)

	again, _, err := config.ReadText(config.Write(e))
	require.NoError(t, err)
	assert.Equal(t, e.Groups, again.Groups)

	e, _, err = config.Read("puzzles:\n  - goal: blank-last"+boards, "mine.yaml")
	require.NoError(t, err)
	assert.Equal(t, "1 2/3 0", e.Groups[0].Goal.String())
	assert.Len(t, e.Groups[0].Boards, 4)
}
