// Package page holds the files of the web page: HTML, style and JavaScript modules.
// They need no build step. The HTTP server (package web) serves them as they are, and
// the standalone page (package web/standalone) bundles them into one file.
//
// The script starts at js/main.js, which shows one view at a time and loads it when it
// is first opened. js/app.js declares the types that modules share. jsconfig.json holds
// the options by which TypeScript checks them:
//
//	tsc -p web/page/jsconfig.json
package page

import (
	"embed"
	"io/fs"
)

//go:embed index.html style.css js
var files embed.FS

// Files returns the files of the page, index.html at the root.
func Files() fs.FS { return files }
