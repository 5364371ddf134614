// Package api answers the requests of the web page. A request and its answer are JSON
// objects, called messages. The HTTP server (package web) and the WebAssembly worker
// (package web/wasm) pass on the same messages, so the page works with both.
//
// A request names a method of [API], such as "solve". The table of methods (api.go) says in a
// sentence what each of them does. API.Call decodes the parameters of a request, runs the
// method and returns the answer. While solve and watch run, they send events: see [Progress]
// and [WatchProgress]. Their answer is a [bench.Record], the object that "npuzzle solve
// --json" prints.
//
// A wrong request gives a [RequestError]. Its text says in one line what was expected. A
// search that reaches a limit gives an answer, not an error.
package api
