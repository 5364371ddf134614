package page_test

import (
	"encoding/csv"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/docs/studies"
	"npuzzle/web/browser"
)

// studyPage is what the page of a study shows. The sentence is a regular expression in which N stands
// for a number, because a new run of the study changes the numbers.
type studyPage struct {
	study, title, sentence string
	bars                   int
}

// someNumber finds the numbers that a sentence leaves open.
var someNumber = regexp.MustCompile(`\bN\b`)

var pagesOfStudies = []studyPage{
	{
		study:    "evolution",
		title:    "What evolution adds",
		sentence: `^On 4x4, crossover makes no clear difference: plans are N % too long with it, N % without\.$`,
		bars:     4,
	},
	{
		study:    "four-heuristics",
		title:    "A* Puzzle Solver Agent",
		sentence: `^On 3x3, A\* expands N times as many states with misplaced tiles as with Manhattan distance\.$`,
		bars:     4,
	},
	{
		study:    "four-searches",
		title:    "8-Puzzle Problem Solver",
		sentence: `^On 3x3, A\* expands N states on average\. Breadth‑first search expands N\.$`,
		bars:     3,
	},
	{
		study:    "ga-vs-astar",
		title:    "Solving Sliding Tile N-Puzzles With Genetic Algorithms and A*",
		sentence: `^The genetic algorithm solves N % of 3x3 puzzles with a good heuristic, and N % with a poor one\.$`,
		bars:     3,
	},
	{
		study:    "shuffle-study",
		title:    "Solving sliding puzzles with A*",
		sentence: `^Within N states, A\* solves (all|N %) shuffled 3x3 puzzles, N % of 4x4, and N % of 5x5\.$`,
		bars:     4,
	},
	{
		study:    "tutorial",
		title:    "Solving the sliding puzzle",
		sentence: `^On easy 4x4 puzzles, remembering states saves N % of the work\. A heuristic saves N %\.$`,
		bars:     3,
	},
}

// The page of each study has a sentence, bars and claims, all made from the tables of its report.
func studyPages(v *visit) {
	if !v.served {
		return // the page from disk has no studies
	}
	var tested []string
	for _, p := range pagesOfStudies {
		tested = append(tested, p.study)
		v.opensStudy(p)
	}
	assert.ElementsMatch(v.t, studies.Names(), tested)
	v.goTo("experiments", "experiment=example:ga-vs-astar")
	v.Click(find("main a", "Try your own settings"))
	v.Wait(button("Try these settings"))
	v.goTo("experiments", "experiment=example:evolution")
	v.Wait(`document.querySelector('h1').textContent === 'What evolution adds'`)
	v.comparesCrossover()
	v.judgesEvolution()
}

// opensStudy opens the page of a study.
func (v *visit) opensStudy(p studyPage) {
	v.t.Helper()
	v.goTo("experiments", "experiment=example:"+p.study)
	v.Wait(`document.querySelector('h1').textContent === ` + strconv.Quote(p.title) +
		` || document.querySelector('main .note.bad')`)
	require.Empty(v.t, v.texts(`main .note.bad`), p.study)
	sentence := v.texts(`.beside section:last-child > p > b`)
	require.Len(v.t, sentence, 1, p.study)
	pattern := someNumber.ReplaceAllString(p.sentence, `\d[\d.,]*`)
	assert.Regexp(v.t, pattern, sentence[0])
	values := v.texts(`.beside .bars b`)
	assert.Len(v.t, values, p.bars, p.study)
	for _, value := range values {
		assert.Regexp(v.t, `^\d[\d.,]*( %)?$`, value, p.study)
	}
	barsFit(v)
	assert.NotEmpty(v.t, v.texts(`.verdicts b`), p.study)
	noValues := browser.Value[[]string](v.Page, `[...document.querySelectorAll('main *')]
		.map((e) => e.firstChild?.nodeValue ?? '')
		.filter((text) => /NaN|undefined|null|Infinity/.test(text))`)
	assert.Empty(v.t, noValues, p.study)
}

// comparesCrossover checks the table of the study evolution that compares plans without crossover
// to plans with it, for 5 sizes and 4 budgets.
func (v *visit) comparesCrossover() {
	v.t.Helper()
	const region = `.basis [aria-label="Without crossover, plans are …"] `
	head := v.texts(region + `thead th`)
	require.Len(v.t, head, 5)
	cells := v.texts(region + `tbody td`)
	require.Len(v.t, cells, 5*len(head))
	var shown [][]string
	for row := range slices.Chunk(cells, len(head)) {
		for i, cell := range row[1:] {
			shown = append(shown, []string{row[0], head[i+1], cell})
		}
	}
	assert.Equal(v.t, withoutCrossover(v.t), shown)
}

// withoutCrossover reads the size, the budget and the relative length of each row without crossover
// in the table "pure" of the study evolution. The length is in the words of the page.
func withoutCrossover(t *testing.T) [][]string {
	file, err := studies.Files().Open("evolution/tables/pure.csv")
	require.NoError(t, err)
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	require.NoError(t, err)
	head := rows[0]
	size := slices.Index(head, "size")
	budget := slices.Index(head, "budget")
	solver := slices.Index(head, "solver")
	length := slices.Index(head, "relative length")
	require.NotContains(t, []int{size, budget, solver, length}, -1)
	require.Equal(t, []string{"95 % from", "95 % to"}, head[length+1:length+3])
	var found [][]string
	for _, row := range rows[1:] {
		if row[solver] != "no crossover" {
			continue
		}
		words := inWords(number(t, row[length]), number(t, row[length+1]), number(t, row[length+2]))
		found = append(found, []string{row[size], row[budget], words})
	}
	return found
}

// number parses a number.
func number(t *testing.T, text string) float64 {
	value, err := strconv.ParseFloat(text, 64)
	require.NoError(t, err)
	return value
}

// inWords says how a ratio of lengths with its interval is shown.
func inWords(ratio, low, high float64) string {
	switch {
	case low == 1 && high == 1:
		return "as long"
	case low <= 1 && high >= 1:
		return "no clear difference"
	}
	word := "longer"
	if ratio < 1 {
		word = "shorter"
	}
	percent := 100 * math.Abs(ratio-1)
	if percent < 1 {
		return fmt.Sprintf("%.2f %% %s", percent, word)
	}
	return fmt.Sprintf("%.1f %% %s", percent, word)
}

// judgesEvolution checks the claims of the study evolution: those about the finding are in a table,
// and the others are shown on request.
func (v *visit) judgesEvolution() {
	v.t.Helper()
	const claim = "The plans of each simpler program are more than 0.5 % longer than those of the genetic algorithm"
	const verdicts = `.beside section:first-child > .verdicts `
	assert.Equal(v.t, []string{claim}, v.texts(verdicts+`h3`))
	assert.Equal(v.t, []string{"Boards", "In about 0.5 s", "In about 2 s"}, v.texts(verdicts+`thead th`))
	badges := v.texts(verdicts + `tbody .badge`)
	assert.Len(v.t, badges, 10, "5 sizes, 2 budgets")
	assert.Subset(v.t, []string{"holds", "fails", "undecided"}, badges)
	assert.Len(v.t, v.texts(verdicts+`details li`), 10, "what decides each of them")
	others := `.beside section:first-child > details `
	assert.Equal(v.t, []string{"10 other claims"}, v.texts(others+`> summary`))
	assert.Len(v.t, v.texts(others+`tbody .badge`), 10)
}
