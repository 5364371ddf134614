package page_test

import (
	"context"
	"net"
	"net/http"
	"testing"

	"npuzzle/web/browser"
	"npuzzle/web/page"
)

// alone is a page of somebody else, with a board and a player.
const alone = `<!doctype html><html lang="en"><title>A page of somebody else</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="board.css">
<div id="here"></div>
<script type="module">
	import { parse, slide, solved } from './js/board.js';
	import { BoardView } from './js/boardview.js';
	import { Player } from './js/player.js';
	const goal = solved(3, 3);
	let board = parse('1 2 3/4 5 6/0 7 8');
	const view = new BoardView({ onMoves: (moves) => {
		for (const move of moves) board = slide(board, move);
		view.show(board, goal);
	} });
	view.show(board, goal);
	const picture = new BoardView();
	const player = new Player((at) => picture.show(at, goal), () => {});
	player.load(board, ['R', 'R']);
	document.getElementById('here').append(view.element, picture.element, player.element);
</script>`

// The board and the player stand alone: other pages can use them with one style sheet.
func TestPartsStandAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	files := http.FileServerFS(page.Files())
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write([]byte(alone))
			return
		}
		files.ServeHTTP(w, r)
	})
	address := browser.Serve(t, func(ctx context.Context, l net.Listener) error {
		server := http.Server{Handler: handler}
		context.AfterFunc(ctx, func() { server.Close() })
		_ = server.Serve(l)
		return nil
	}) + "/"
	v := openAt(t, address, "")
	v.Wait(`document.querySelectorAll('.board').length === 2`)
	v.Click(`[...document.querySelectorAll('.tile')].find((tile) => tile.textContent === '7')`)
	v.shows("Row 1: 1, 2, 3. Row 2: 4, 5, 6. Row 3: 7, blank, 8.")
	v.Click(find("button", "End"))
	v.Wait(`document.querySelectorAll('.board')[1].ariaLabel.endsWith('Row 3: 7, 8, blank.')`)
	v.Wait(`getComputedStyle(document.querySelector('.placed .face')).backgroundColor === 'rgb(67, 64, 168)'`)
}
