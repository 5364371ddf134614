package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench/analysis"
	"npuzzle/bench/store"
	"npuzzle/internal/cli"
	"npuzzle/internal/slow"
)

// Two comparisons with other settings and more boards are compared on the boards of both.
func TestDiff(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	for _, args := range [][]string{
		{"--puzzles", "8", "--heuristic", "misplaced"},
		{"--puzzles", "12", "--heuristic", "manhattan"},
		{"--puzzles", "2", "--size", "2x2", "--walk", "1"},
	} {
		got := here.npuzzle("", append([]string{"compare", "--algorithm",
			"astar,greedy"}, args...)...)
		require.Zero(t, got.status, got.errors)
	}
	got := here.npuzzle("", "diff", "compare-1", "compare-2", "--explain")
	require.Zero(t, got.status, got.errors)
	for _, line := range []string{
		"first:  compare-1\nsecond: compare-2\n",
		"\nastar: 8 boards solved by both, 0 by the first only, 0 by the second only, 0 by " +
			"neither\n",
		"\nmeasure  first -> second  change  p  n\n",
		"\naccuracy  100.0 % -> 100.0 %  ~ (-32.4 to +32.4 points)  -  8\n",
		"\ngap  1.000 -> 1.000 x optimal  ~  -  8\n",
		"\nboth solved the same boards with plans of the same costs; ",
		"\nnext: npuzzle report compare-2 (plots and paired comparisons)\n",
		"\nfirst -> second: geometric means over the n boards (or runs) that both solved.",
	} {
		assert.Contains(t, measuresAside(got.out), line)
	}
	assert.True(t, fits(got.out, cli.FileColumns), got.out)

	object := objectsOf(t,
		here.npuzzle("", "diff", "compare-1/Greedy", "compare-2/a-star", "--json").out)[0]
	solver := object["solvers"].([]any)[0].(map[string]any)
	assert.Equal(t, []any{"greedy", "astar", 8.0},
		[]any{solver["first"], solver["second"], solver["both"]})
	for _, m := range solver["measures"].([]any) {
		for _, key := range strings.Fields(
			"measure first second ratio ratio_low ratio_high difference " +
				"difference_low difference_high differ effect p p_corrected different") {
			assert.Contains(t, m, key)
		}
	}
	assert.Equal(t, []any{0.0, nil},
		[]any{solver["measures"].([]any)[0].(map[string]any)["difference"],
			solver["measures"].([]any)[1].(map[string]any)["difference"]},
		"of accuracy, and of length")
	assert.Contains(t, solver["verdict"], "astar is better: the plans of astar cost 0.")
	assert.Equal(t, "next: npuzzle report compare-2 (plots and paired comparisons)", object["next"])
	got = here.npuzzle("", "diff", "compare-1/greedy (misplaced)", "compare-2/astar (manhattan)")
	assert.Zero(t, got.status, "names as tables show them, with the heuristic: %s", got.errors)
	assert.Contains(t, got.out, "\n\n8 boards solved by both, 0 by")
	for _, c := range []struct{ first, second, want string }{
		{"compare-1", "compare-9", `"compare-9" is not an experiment`},
		{"compare-1", "compare-2/gredy",
			`"gredy" is not a solver of compare-2 (did you mean greedy?)`},
		{"compare-1", "compare-3",
			`no board in common: "compare-1" has 3x3, "compare-3" has 2x2`},
	} {
		got := here.npuzzle("", "diff", c.first, c.second)
		assert.Equal(t, cli.ExitUsage, got.status)
		assert.Contains(t, got.errors, c.want)
	}
	assert.Contains(t, here.npuzzle("", "diff", "compare-1").errors,
		"diff takes EXPERIMENT[/SOLVER] EXPERIMENT[/SOLVER], but was given 1 argument;")
}

// compare, report and diff agree about a planted difference: greedy search is known to find longer
// plans, A* with a better heuristic expands less, and a solver does not differ from itself.
func TestPlantedDifference(t *testing.T) {
	notUnderRace(t)
	t.Parallel()
	here := newFolder(t)
	seeds := []string{"1"}
	if slow.Asked() {
		seeds = []string{"1", "2", "3"}
	}
	for _, seed := range seeds {
		got := here.npuzzle("", "compare", "--algorithm", "greedy,astar", "--heuristic",
			"misplaced,manhattan", "--puzzles", "30", "--seed", seed, "--json")
		require.Zero(t, got.status, got.errors)
		assert.Equal(t, []any{"astar manhattan", "astar misplaced"},
			objectsOf(t, got.out)[0]["best"])
		if !slow.Asked() {
			t.Logf("left out without %s=1: the report, which takes as long as all of this",
				slow.Variable)
			continue
		}
		require.Zero(t, here.npuzzle("", "report", "--out", "report-"+seed).status)
		text := here.read("report-" + seed + "/report.md")
		assert.Contains(t, text,
			"- **astar manhattan and astar misplaced share the best result: the same")
	}
	measures := func(first, second string) map[string]any {
		got := here.npuzzle("", "diff", first, second, "--json")
		require.Zero(t, got.status, got.errors)
		different := map[string]any{}
		for _, m := range objectsOf(t,
			got.out)[0]["solvers"].([]any)[0].(map[string]any)["measures"].([]any) {
			different[m.(map[string]any)["measure"].(string)] = m.(map[string]any)["different"]
		}
		return different
	}
	work := measures("compare-1/astar misplaced", "compare-1/astar manhattan")
	assert.Equal(t, []any{false, false, true},
		[]any{work["accuracy"], work["length"], work["expanded"]})
	assert.Equal(t, true,
		measures("compare-1/astar manhattan", "compare-1/greedy manhattan")["length"])
	same := measures("compare-1/astar manhattan", "compare-1/astar manhattan")
	assert.Equal(t, []any{false, false, false},
		[]any{same["accuracy"], same["length"], same["expanded"]})
}

// The same experiment run twice did the same work, so its times are not tested. A board that was
// drawn twice is no repeat, and does not make a second table.
func TestDiffOfIdenticalWork(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	compare := []string{"compare", "--size", "2x2", "--puzzles", "40", "--algorithm", "astar,bfs"}
	for _, store := range []string{"a.sqlite", "b.sqlite"} {
		got := here.npuzzle("", append(compare, "--store", store)...)
		require.Zero(t, got.status, got.errors)
	}
	args := []string{"diff", "compare-1/astar", "compare-1/astar", "--store", "a.sqlite",
		"--other-store", "b.sqlite"}
	got := here.npuzzle("", args...)
	require.Zero(t, got.status, got.errors)
	assert.Contains(t, got.out, "identical plans and identical work on 12 boards; mean processor time ")
	assert.Contains(t, got.out, ", not tested\n")
	assert.NotContains(t, got.out, "p=")
	object := objectsOf(t, here.npuzzle("", append(args, "--json")...).out)[0]
	solvers := object["solvers"].([]any)
	require.Len(t, solvers, 1, "one question")
	assert.Equal(t, true, solvers[0].(map[string]any)["identical"])
	for _, m := range solvers[0].(map[string]any)["measures"].([]any) {
		if m := m.(map[string]any); m["measure"] == "processor time" {
			assert.Nil(t, m["p"])
		}
	}
	other := here.npuzzle("", "diff", "compare-1/astar", "compare-1/bfs", "--store", "a.sqlite").out
	assert.Contains(t, other, "measure")
	assert.NotContains(t, other, "about these boards")
}

// Experiments that share stored trials are not said to have the same results by their own runs.
func TestDiffOfSharedTrials(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	for _, name := range []string{"one", "other"} {
		got := here.npuzzle("", "compare", "--algorithm", "astar", "--puzzles", "4", "--name", name)
		require.Zero(t, got.status, got.errors)
	}
	got := here.npuzzle("", "diff", "one", "other")
	require.Zero(t, got.status, got.errors)
	assert.Contains(t, got.out, "\nthe same stored trials on 4 boards\n")
	assert.NotContains(t, got.out, "identical")
}

// Of a tuning, only the test boards are compared, unless a group is given. Other experiments may
// have groups of such names.
func TestDiffComparesTestBoardsOfATuning(t *testing.T) {
	t.Parallel()
	all := &analysis.Analysis{Groups: []analysis.Group{{Name: "3x3 block 1"}, {Name: "3x3 test"}}}
	for _, c := range []struct {
		kind, group string
		want        []string
		notice      bool
	}{
		{kind: "tune", want: []string{"3x3 test"}, notice: true},
		{kind: "tune", group: "3x3 block 1", want: []string{"3x3 block 1"}},
		{kind: "run", want: []string{"3x3 block 1", "3x3 test"}},
	} {
		var notices bytes.Buffer
		con := cli.Console{Err: &notices}
		e := store.Experiment{Name: "tune-1", Kind: c.kind}
		chosen, err := chosenGroups(all, e, c.group, con)
		require.NoError(t, err)
		assert.Equal(t, c.want, chosen)
		said := strings.Contains(notices.String(), "tune-1 is a tuning: only its test boards")
		assert.Equal(t, c.notice, said)
	}
	_, err := chosenGroups(all, store.Experiment{Name: "tune-1"}, "5x5", cli.Console{})
	assert.ErrorContains(t, err, "group of tune-1")
}

// If two solvers have too few boards to decide, diff says how many would decide, and the commands
// that run them work as they stand.
func TestDiffProposesMoreBoards(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	got := here.npuzzle("", "compare", "--algorithm", "wastar,greedy", "--puzzles", "6", "--weight",
		"1.5", "--seed", "3", "--store", "few.sqlite")
	require.Zero(t, got.status, got.errors)
	got = here.npuzzle("", "diff", "compare-1/wastar", "compare-1/greedy", "--store", "few.sqlite")
	require.Zero(t, got.status, got.errors)
	const undecided = "\nno difference in accuracy or in the costs of plans is shown; about "
	assert.Contains(t, got.out, undecided)
	commands := regexp.MustCompile(`(?s)\nnext: npuzzle (show \S+ --definition --store ` +
		`few.sqlite) > more.yaml; set count to (\d+) in\smore.yaml; npuzzle (run more.yaml --store few.sqlite)\n`)
	match := commands.FindStringSubmatch(got.out)
	require.NotNil(t, match, got.out)
	definition := here.npuzzle("", strings.Fields(match[1])...).out
	more := strings.Replace(definition, "count: 6", "count: "+match[2], 1)
	require.NotEqual(t, definition, more)
	here.write("more.yaml", more)
	got = here.npuzzle("", strings.Fields(match[3])...)
	assert.Zero(t, got.status, got.errors)
}
