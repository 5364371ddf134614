package page_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
	"npuzzle/web/api"
	"npuzzle/web/browser"
)

// The page tells which boards can be solved, as the solvers do.
func TestParity(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	v := openServed(t)
	rng := rand.New(rand.NewPCG(1, 2))
	var pairs [][2]string
	var want []bool
	for _, size := range []puzzle.Size{{Rows: 2, Cols: 2}, {Rows: 2, Cols: 3}, {Rows: 4, Cols: 3}, {Rows: 8, Cols: 8}} {
		for range 100 {
			var boards [2]puzzle.Board
			for i := range boards {
				var err error
				boards[i], err = puzzle.New(size, rng.Perm(size.Cells()))
				require.NoError(t, err)
			}
			pairs = append(pairs, [2]string{boards[0].String(), boards[1].String()})
			want = append(want, puzzle.Solvable(boards[0], boards[1]))
		}
	}
	text, err := json.Marshal(pairs)
	require.NoError(t, err)
	got := browser.Value[[]bool](v.Page, `import('/js/board.js').then(({parse, solvable}) =>
		`+string(text)+`.map(([from, to]) => solvable(parse(from), parse(to))))`)
	assert.Equal(t, want, got)
}

// The page finds the same boards at the same distances as the solvers, in the same order.
func TestSpace(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	v := openServed(t)
	for _, goal := range []string{"1 2/3 0", "0 1/2 3/4 5", "1 2 3/8 0 4/7 6 5", "1 2 3 4/5 6 7 0"} {
		board, err := puzzle.Parse(goal, puzzle.Size{})
		require.NoError(t, err)
		want, err := new(api.API).Space(api.SpaceRequest{Size: board.Size().String(), Goal: goal})
		require.NoError(t, err)
		var got struct {
			Counts []int
			Order  []byte // decoded from base64
		}
		text := browser.Value[string](v.Page, `Promise.all([import('/js/board.js'), import('/js/space.js')]).then(
			([{parse}, {Space}]) => {
				const {counts, ranks} = new Space(parse(`+strconv.Quote(goal)+`));
				const bytes = new Uint8Array(ranks.buffer); // the lowest byte first
				let text = '';
				for (const byte of bytes) text += String.fromCharCode(byte);
				return JSON.stringify({counts, order: btoa(text)});
			})`)
		require.NoError(t, json.Unmarshal([]byte(text), &got))
		assert.Equal(t, want.Counts, got.Counts, goal)
		assert.True(t, bytes.Equal(want.Order, got.Order), goal)
	}
}
