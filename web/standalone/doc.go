// Command standalone writes the web page to one HTML file that works from disk, without a
// server and without a network:
//
//	go run ./web/standalone --out npuzzle.html
//
// It also writes the page as static files for any web host, and the solvers alone, for programs
// whose pages solve in the browser (site.go):
//
//	go run ./web/standalone --site public
//	go run ./web/standalone --solvers web/page/solvers
//
// The file holds the page (package web/page) with its modules bundled into one script, the solvers
// compiled to WebAssembly (package web/wasm), and the script of the Go distribution that runs them.
// The WebAssembly is compressed, and embedded as base64 in an element that the browser does not
// execute. So the browser can show the page before it decodes the WebAssembly.
//
// The command builds the WebAssembly with the user's go command, so it must run within the source
// of the project.
package main
