// Package page holds the files of the web page: HTML, style and JavaScript modules.
// They need no build step. The HTTP server (package web) serves them as they are, and
// the standalone page (package web/standalone) bundles them into one file.
//
// The script starts at js/main.js, which shows one view at a time and loads it when it
// is first opened. js/app.js declares the types that modules share. vendor has uPlot 1.6.32
// as its npm package has it, below its licence in a comment that bundles keep; js/chart.js
// loads it to draw the first chart. jsconfig.json holds the options by which TypeScript
// checks the modules:
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
