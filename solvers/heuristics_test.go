package solvers_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

func TestParseHeuristic(t *testing.T) {
	for text, name := range map[string]string{
		"manhattan":                              "manhattan",
		"Linear-Conflict":                        "linear-conflict",
		"walking-distance":                       "walking-distance",
		"max(manhattan,euclidean)":               "max(manhattan,euclidean)",
		"pdb":                                    "pdb",
		"PDB:5-5-5":                              "pdb:5-5-5",
		"pdb:plain":                              "pdb:plain",
		"pdb:7-8:plain":                          "pdb:7-8:plain",
		"pdb:a a A/b A b/. b .":                  "pdb:aaA/bAb/.b.",
		"Max(pdb:5-5-5, PDB)":                    "max(pdb:5-5-5,pdb)",
		"max( max-sort , misplaced)":             "max(max-sort,misplaced)",
		"max(zero,max(max-sort,max(manhattan)))": "max(zero,max(max-sort,max(manhattan)))",
	} {
		h, err := solvers.ParseHeuristic(text)
		require.NoError(t, err, text)
		assert.Equal(t, name, h.Name())
	}
}

func TestEveryHeuristicIsFoundByItsName(t *testing.T) {
	for _, name := range append(solvers.HeuristicNames(), solvers.DefaultHeuristic) {
		h, err := solvers.ParseHeuristic(name)
		require.NoError(t, err)
		assert.Equal(t, name, h.Name())
	}
}

func TestParseHeuristicErrors(t *testing.T) {
	names := "expected one of " + strings.Join(solvers.HeuristicNames(), ", ") +
		", pdb:PARTITION such as pdb:5-5-5, or max(a,b,...) of several"
	const databases = "expected pdb, or pdb: and the tiles of each pattern such as pdb:5-5-5, or " +
		"pdb: and a drawing such as pdb:.aa/bac/bcc"
	for text, want := range map[string]string{
		"":          `"" is not a heuristic; ` + names,
		"manhatten": `"manhatten" is not a heuristic (did you mean manhattan?); ` + names,
		"max(" + strings.Repeat("max(",
			300): `heuristic "max(max(max(max(max("...: the name has 1204 bytes; ` +
			`expected at most 1000`,
		"max(manhattan,zero": `heuristic "max(manhattan,zero": parentheses do not match; ` +
			`expected max(a,b,...)`,
		"max(manhattan))": `heuristic "max(manhattan))": parentheses do not match; expected ` +
			`max(a,b,...)`,
		"max((zero)":           `heuristic "max((zero)": parentheses do not match; expected max(a,b,...)`,
		"max()":                `"" is not a heuristic; ` + names,
		"max(manhattan,,zero)": `"" is not a heuristic; ` + names,
		"pdb:":                 `"pdb:" names no pattern databases; ` + databases,
		"pdb:5,5":              `"pdb:5,5" names no pattern databases; ` + databases,
		"max(zero,pdb:plain:)": `"pdb:plain:" names no pattern databases; ` + databases,
		"manhattan,zero": `"manhattan,zero" is not a heuristic (did you mean manhattan?); ` +
			names,
		"max(zero),max(zero)": `heuristic "max(zero),max(zero)": parentheses do not match; ` +
			`expected max(a,b,...)`,
	} {
		_, err := solvers.ParseHeuristic(text)
		assert.EqualError(t, err, want)
	}
}

func TestParseHeuristics(t *testing.T) {
	list, err := solvers.ParseHeuristics("manhattan,max(zero,misplaced),linear-conflict")
	require.NoError(t, err)
	var names []string
	for _, h := range list {
		names = append(names, h.Name())
	}
	assert.Equal(t, []string{"manhattan", "max(zero,misplaced)", "linear-conflict"}, names)

	for _, text := range []string{"", "manhattan,", "max(zero", "zero)", "zero,nought"} {
		_, err := solvers.ParseHeuristics(text)
		assert.Error(t, err, text)
	}
}

func FuzzParseHeuristic(f *testing.F) {
	f.Add("max(manhattan,max(zero,misplaced))")
	f.Add("max(((")
	f.Add("max(pdb:7-8:plain,pdb:aA/b.)")
	f.Fuzz(func(t *testing.T, text string) {
		h, err := solvers.ParseHeuristic(text)
		if err != nil {
			return
		}
		again, err := solvers.ParseHeuristic(h.Name())
		if err != nil || again.Name() != h.Name() {
			t.Fatalf("%q reads as %q, which does not read as itself: %v", text, h.Name(), err)
		}
	})
}

// foreign is a heuristic of another module that takes the name of ours.
type foreign struct{ heuristics.Heuristic }

// uncomparable is a foreign heuristic whose values cannot be compared.
type uncomparable struct {
	heuristics.Heuristic
	weights []int
}

func (uncomparable) Version() string { return "7" }

func TestHeuristicVersion(t *testing.T) {
	zero := func([]uint8) puzzle.Cost { return 0 }
	scratch := heuristics.FromFunc("manhattan", true,
		func(puzzle.Board, puzzle.Costs) (func([]uint8) puzzle.Cost, error) { return zero, nil })
	for _, name := range append(solvers.HeuristicNames(), "pdb:5-5-5",
		"max(pdb:7-8:plain,max(manhattan,zero))") {
		h, err := solvers.ParseHeuristic(name)
		require.NoError(t, err)
		version, err := solvers.HeuristicVersion(h)
		require.NoError(t, err, name)
		require.Empty(t, version, name)
	}
	for want, h := range map[string]heuristics.Heuristic{
		"1":           scratch.WithVersion("1"),
		"7":           uncomparable{heuristics.Manhattan, nil},
		`["" "a b"]`:  heuristics.Max(heuristics.Zero, scratch.WithVersion("a b")),
		`["a" "b\""]`: heuristics.Max(scratch.WithVersion("a"), scratch.WithVersion(`b"`)),
	} {
		version, err := solvers.HeuristicVersion(h)
		require.NoError(t, err)
		require.Equal(t, want, version)
	}
	for _, h := range []heuristics.Heuristic{
		scratch, foreign{heuristics.Manhattan}, heuristics.Max(heuristics.Zero, scratch),
		struct{ pdb.Heuristic }{}, struct{ heuristics.Versioned }{scratch},
	} {
		_, err := solvers.HeuristicVersion(h)
		require.ErrorContains(t, err, "states no version", "%T", h)
	}
}
