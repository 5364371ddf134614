package main

import (
	"image/png"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/cli"
)

func TestCensusGolden(t *testing.T) {
	parallel(t)
	for name, args := range map[string][]string{
		"census":      {"3x3"},
		"census-json": {"--json", "2x4", "--goal", "snail"},
		"census-row":  {"1x4"},
	} {
		got := npuzzle("", append([]string{"census"}, args...)...)
		assert.Zero(t, got.status, name)
		assert.Empty(t, got.errors, name)
		golden(t, name+".txt", got.out)
	}
}

func TestKeysOfCensus(t *testing.T) {
	parallel(t)
	first := objectsOf(t, npuzzle("", "census", "2x5", "--json", "--workers", "1").out)[0]
	for _, key := range strings.Fields(
		"size rows cols goal total states mean deviation longest farthest partial" +
			" seconds counts") {
		assert.Contains(t, first, key)
	}
	assert.EqualValues(t, 1814400, first["states"])
	assert.EqualValues(t, 55, first["longest"])
	assert.EqualValues(t, 2, first["farthest"])
	assert.Len(t, first["counts"], 56)
	assert.InDelta(t, 34.73, first["mean"], 0.005)

	second := objectsOf(t, npuzzle("", "census", "2x5", "--json", "--workers", "3").out)[0]
	delete(first, "seconds")
	delete(second, "seconds")
	assert.Equal(t, first, second, "the same on any number of threads")
}

func TestCensusRefuses(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	here.write("mine.svg", "mine")
	require.NoError(t, os.Mkdir(here.path("folder.svg"), 0o700))
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"2x2", "--plot", "folder.svg", "--force"},
			`--plot folder.svg: not a regular file; expected a new name`},
		{nil, `census takes ROWSxCOLS, but was given 0 arguments; see npuzzle census --help`},
		{[]string{"3x3", "3x4"},
			`census takes ROWSxCOLS, but was given 2 arguments; see npuzzle census --help`},
		{[]string{"3by3"}, `"3by3" is not a size; expected ROWSxCOLS such as 3x4`},
		{[]string{"1x1"}, `size 1x1 is out of range; expected ROWSxCOLS from 1x2 to 16x16`},
		{[]string{"3x3", "--goal", "1 2/3 0"}, `goal "1 2/3 0": size 2x2; expected 3x3`},
		{[]string{"3x3", "--plot", "a.bmp"},
			`invalid value "a.bmp" for flag --plot: "a.bmp" has no format of a plot;` +
				` expected a name that ends in .svg, .pdf or .png`},
		{[]string{"3x3", "--plot", "mine.svg"},
			`--plot mine.svg already exists; expected a new name, or --force`},
		{[]string{"3x3", "--workers", "0"},
			`invalid value "0" for flag --workers: expected a whole number from 1 ` +
				`to 1024`},
		{[]string{"3x5", "--memory-limit", "2GB"},
			`the 653,837,184,000 boards of 3x5 take 88.9 GB of memory, but only` +
				` 1.97 GB may be used; expected a smaller size or more memory`},
		{[]string{"5x5"}, `5x5 has too many boards to count; expected at most 20 cells`},
	} {
		got := here.npuzzle("", append([]string{"census"}, c.args...)...)
		assert.Equal(t, outcome{cli.ExitUsage, "", "npuzzle: " + c.want + "\n"}, got, "%q", c.args)
	}
	text := here.read("mine.svg")
	assert.Equal(t, "mine", text)
}

func TestCensusPlots(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	require.Zero(t, here.npuzzle("", "census", "3x3", "--plot", "a.svg").status)
	text := here.read("a.svg")
	assert.Contains(t, text, "Boards of 3x3 by their distance from 1 2 3/4 5 6/7 8 0")

	require.Zero(t, here.npuzzle("", "census", "1x2", "--plot", "b.png").status)
	text = here.read("b.png")
	_, err := png.Decode(strings.NewReader(text))
	require.NoError(t, err)

	got := here.npuzzle("", "census", "2x2", "--plot", "no/such/folder.svg")
	assert.Equal(t, cli.ExitFailed, got.status)
	assert.Equal(t, "npuzzle: --plot no/such/folder.svg: no such file or directory\n", got.errors)
}

func TestCensusThatIsCutShort(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	got := here.npuzzleInterrupted("census", "3x4", "--plot", "a.svg")
	assert.Equal(t, cli.ExitUnsolved, got.status)
	golden(t, "census-interrupted.txt", got.out)
	text := here.read("a.svg")
	assert.Contains(t, text, "(partial: 1 of 239,500,800)")

	object := objectsOf(t, here.npuzzleInterrupted("census", "3x4", "--json").out)[0]
	assert.Equal(t, true, object["partial"])
	for _, key := range []string{"mean", "deviation", "longest", "farthest"} {
		assert.Contains(t, object, key)
		assert.Nil(t, object[key], key)
	}
}
