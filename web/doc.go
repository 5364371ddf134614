// Package web serves the page to browsers, over HTTP.
//
// New makes a [Server] from [Options], such as the files of the page and the limits of searches.
// Server.Serve answers the requests to a listener until its context ends. A Server is also an
// http.Handler.
//
//	GET  /                      the page and its files
//	POST /api/v1/NAME           a method of package web/api, or one of the methods below
//	GET  /api/v1/NAME           a method without parameters: describe or experiments
//	GET  /api/v1/report         the report of an experiment as a page (?experiment=NAME)
//	GET  /api/v1/openapi.yaml   the OpenAPI description of these requests
//
// # Methods
//
// A request and its answer are JSON objects. The answer to a wrong request is an object with the key
// error, and with a status: 400 for wrong parameters, 401 without the token, 403 from a foreign page,
// 404 for an unknown method or object, 405 for a wrong HTTP method, 413 for a long body, 503 if too
// much is running, and 500 for a fault of the server. A method with events answers with server-sent
// events if the request accepts text/event-stream (stream.go).
//
// Methods that need the store are here and not in web/api, because a page that is opened from disk
// has no store (browse.go).
//
// The description for other programs (openapi.go) is made from the table of methods and from the Go
// types of their messages.
//
// # Who may ask
//
// Every page that a browser shows can send requests to this machine. Server.admit
// (guard.go) refuses requests from other pages. On addresses other than loopback,
// it also refuses requests without the token.
//
// # Limits
//
// The server has a fixed number of slots, each with an equal share of the memory
// (slots.go). Each search uses one slot. If no slot becomes free within a second,
// the request gets the error busy. An experiment uses at most half of the slots,
// and at least one. When the browser closes the connection, the context of the
// request is cancelled, which ends the search. At its end, unused memory goes back to the system.
package web
