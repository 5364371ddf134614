package web

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The answers of the exercise in docs/teaching.md are those of the server.
func TestTeachingAnswers(t *testing.T) {
	text, err := os.ReadFile("../docs/teaching.md")
	require.NoError(t, err)
	rows := regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (.+) \\|$").FindAllStringSubmatch(
		string(text), -1)
	require.Len(t, rows, 5)
	s := newServer(t, Options{})
	for _, row := range rows {
		want := strings.Split(strings.ReplaceAll(row[2], ",", ""), " | ")
		for i, heuristic := range []string{"zero", "misplaced", "manhattan", "linear-conflict"} {
			_, answer := call(t, s, "solve", fmt.Sprintf(
				`{"board": %q, "algorithm": "astar", "settings": {"heuristic": %q}}`, row[1],
				heuristic))
			got := []string{fmt.Sprint(answer["length"]),
				strconv.Itoa(int(answer["expanded"].(float64)))}
			assert.Equal(t, []string{want[0], want[i+1]}, got, "%s %s", row[1], heuristic)
		}
	}
	// The board of the chapter on weighted A*, whose figure finds the plan of 19 moves.
	chapter, err := os.ReadFile("page/js/learn/weighted.js")
	require.NoError(t, err)
	board := regexp.MustCompile(`const start = .*parse\('([^']*)'`).FindSubmatch(chapter)
	require.NotNil(t, board)
	plan := regexp.MustCompile(`plan has (\d+) moves. The promise allows (\d+)`).FindSubmatch(
		chapter)
	require.NotNil(t, plan)
	_, shortest := call(t, s, "solve", fmt.Sprintf(`{"board": %q, "algorithm": "astar"}`, board[1]))
	length := int(shortest["length"].(float64))
	assert.Equal(t, strconv.Itoa(2*length), string(plan[2]))
	assert.Contains(t, strings.Join(strings.Fields(string(text)), " "), fmt.Sprintf(
		"On the board of the chapter %d are allowed, the plan has %s, and the shortest has %d.",
		2*length, plan[1], length))
	_, space := call(t, s, "space", `{"size": "3x3"}`)
	counts := space["counts"].([]any)
	assert.EqualValues(t, []any{286.0, 16_993.0}, []any{counts[10], counts[20]})
	nearer := func(moves int) (sum float64) { // boards that are at most so far from the goal
		for _, count := range counts[:moves+1] {
			sum += count.(float64)
		}
		return sum
	}
	reached := func(search string) string {
		_, answer := call(t, s, "solve", `{"board": "7 2 4/5 0 6/8 3 1", `+search+`}`)
		return fmt.Sprint(answer["peak_stored"])
	}
	astar := reached(`"algorithm": "astar", "settings": {"heuristic": "manhattan", "workers": "1"}`)
	assert.Equal(t, []string{"167", "55409"}, []string{astar, reached(`"algorithm": "bfs"`)})
	assert.Contains(t, strings.Join(strings.Fields(string(text)), " "),
		"A\\* reaches 167 boards, and breadth-first search 55,409, which is 332 times as many")
	assert.InDelta(t, 1.6, math.Pow(nearer(20)/nearer(5), 1.0/15), 0.05)
	assert.Contains(t, string(text), "a\n  factor of about 1.6 with each move")
	assert.Contains(t, string(text),
		"286 boards are 10 moves from the goal, and 16,993 are 20 moves")
}
