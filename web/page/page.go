// Package page holds the files of the web page: HTML, style and JavaScript modules.
// They need no build step. The HTTP server (package web) serves them as they are, and
// the standalone page (package web/standalone) bundles them into one file.
//
// # How the page works
//
//	address <-> main.js -> view (js/views) -> backend.js -> server.js -> npuzzle serve
//	               |           |                        \-> worker.js -> web/wasm
//	               \-> state.js <-/
//
// The script starts at js/main.js. It shows the view that the address names, and loads a view
// when it is first opened. js/state.js holds what all views share: the board, its goal, the moves
// made and the options. A change of the state tells the open view, which shows it, and main.js,
// which writes it into the address. A view asks the backend for everything that needs a solver,
// by the messages of package web/api. The backend is the server that the page came from, or Web
// Workers in the standalone file; js/backend.js chooses. js/app.js declares the types that modules
// share.
//
// Views are made of the same parts: a board (js/boardview.js), the forms of a board and of a solver
// (js/boardform.js, js/settings.js), a timeline (js/timeline.js, and js/player.js for plans), notes
// and tables (js/parts.js). js/chart.js draws lines that grow while searches run. It loads uPlot
// 1.6.32 for the first chart. The folder vendor holds the unmodified file of the npm package. Above
// it stands its licence, in a comment that bundlers preserve. The figures of the tutorial have bars
// and points as well, and are drawn by js/learn/figure.js.
//
// jsconfig.json holds the options by which TypeScript checks the modules:
//
//	tsc -p web/page/jsconfig.json
package page

import (
	"embed"
	"io/fs"
)

//go:embed index.html style.css js vendor/uPlot.js vendor/uPlot.css
var files embed.FS

// Files returns the files of the page, index.html at the root.
func Files() fs.FS { return files }
