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
// The script starts at js/main.js. It shows the view that the address names. It loads the script of
// a view when the view is first opened. js/state.js holds the state that all views share: the
// board, its goal, the moves made and the options. When the state changes, the open view shows the
// change, and main.js writes it into the address. For everything that needs a solver, a view sends
// a message of package web/api to the backend. The backend is the server that the page came from
// or, in the standalone file, Web Workers (js/backend.js). js/app.js declares the types that
// modules share.
//
// If the folder solvers holds the solvers as WebAssembly, a page from a server solves in the
// browser where it can, and asks the server for the rest. The command web/standalone writes the
// solvers.
//
// Views are made of the same parts: a board (js/boardview.js), the forms of a board and of a solver
// (js/boardform.js, js/settings.js), a timeline (js/timeline.js, and js/player.js for plans), notes
// and tables (js/parts.js). js/chart.js draws the lines of a race. js/learn/figure.js draws the
// figures of the tutorial, which also have bars and points.
//
// The folder js/learn holds the chapters of the tutorial. A chapter is a module of texts and a
// figure. The algorithm of a figure is a generator that yields the numbers of its lines. record.js
// runs it once and keeps a frame for each line, so stepper.js can show any line, forwards and back,
// beside the pseudocode. A figure without pseudocode has the controls alone (strip.js). stages.js
// turns the stages of a figure, which add something to the same picture.
//
// A view that does several things has a folder beside js/views. The folder js/race holds the race
// of solvers. There, a Lane is the board of a solver and what it has found, a Lineup is the lanes
// with the forms of their solvers, and a Race runs from its start to its end. The user plays a Game
// in it, and a Replay shows a race in slow motion. standing.js computes who leads, verdict.js says
// so in words, and numbers.js in a table. The folder js/classrace holds what the host of a class
// race sees (host.js) and what a racer sees (racer.js). The folder js/solve holds the choice of a
// solver (chooser.js), a search, its result, what the view says about it (words.js), and the table
// of earlier runs. The folder js/watch holds the board that is watched (problem.js), and the panel
// of a search with its picture (panel.js, drawn by js/layers.js and js/generations.js). The folder
// js/experiments holds a module for each page of Experiments: the gallery of findings, a study with
// the verdicts on its claims, the results and the trials of an experiment, and the progress of one
// that runs. The folder js/tune holds the parts of Tune: the controls with their sliders, the
// picture, the table of what was tried, and what the view says about it (words.js).
//
// # Art direction
//
// A view is a stage: a large board or picture (class "stage"), and beside it ("side") one sentence,
// one primary action and the result. All other controls are in a disclosure "Options" (class
// "options"). style.css holds the colours and sizes, the shell and the parts of views. board.css
// holds boards and players. They stand alone with js/boardview.js and js/player.js, so that other
// pages can use them. learn.css holds what only Race, Watch, Learn and Experiments show, and is
// loaded with them. It imports tune.css, which holds what Tune shows. The colour of a solver is the
// property --solver-NAME in style.css, which js/solvers.js reads.
//
// jsconfig.json holds the options by which TypeScript checks the modules:
//
//	tsc -p web/page/jsconfig.json
//
// biome.json holds the options by which Biome writes the form of the modules and checks its
// recommended rules. Run it in this folder:
//
//	biome format --write
//	biome check
package page

import (
	"embed"
	"io/fs"
)

//go:embed index.html card.png style.css board.css learn.css tune.css js solvers
var files embed.FS

// Files returns the files of the page. The root folder holds index.html.
func Files() fs.FS { return files }
