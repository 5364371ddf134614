package page_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
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
