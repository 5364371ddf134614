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
// A request and its answer are JSON objects. The answer to a wrong request is an object with the
// key error, and with a status: 400 for wrong parameters, 401 without the token, 403 from a foreign
// page or for what belongs to another client, 404 for an unknown method or object, 405 for a wrong
// HTTP method, 406 if the request accepts neither gzip nor an answer as it is (negotiate.go), 413
// for a long body, 503 if too much is waiting, and 500 for a fault of the server. A method with
// events answers with server-sent events if the request accepts text/event-stream (stream.go).
//
// Methods that need the store are here and not in web/api, because a page that is opened from disk
// has no store (browse.go).
//
// The view Tune tries configurations of the genetic algorithm of a study, each as an experiment
// (configurations.go).
//
// In a class race, people solve one board, each in their own browser. The server keeps the races in
// memory and measures the times (classrace.go).
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
// Options.Class lets guests in by a code (doorway.go). They have a token of their own, and may do
// less than the host (class.go). A class is kept in a file, so that it goes on after the server was
// killed (keepclass.go).
//
// # Behind a proxy
//
// Options.Public is the address of the page behind a reverse proxy (public.go). The path of this
// address is part of redirects and of the cookie. The proxy may remove the path from requests, or
// pass it on: Server.asSeen makes both the same. The page itself has relative addresses only.
//
// # Limits
//
// Searches on boards of at most 9 cells, estimates and lists of states are small. They share eight
// slots of a queue of their own. A search on a larger board is first tried for some 50 milliseconds.
// If that is not enough, it is a large search. Large searches share Options.Jobs slots, each with
// an equal part of the memory, and wait for them in a second queue (queue.go). A search that waits
// sends its place as the event "queue". When several clients use the server, none has more than
// half of the slots, and a search that has run for 30 seconds ends as at a time limit if another
// client waits. The searches of a race start together. An experiment takes half of the slots.
// Experiments run one after another, in the order of a third queue. An experiment can be stopped by
// the client that started it, by the host of a class, and by a program on the server's machine that
// names no client. When the browser closes the connection, the context of the request is cancelled,
// which ends the search or its wait. At the end of a large search, unused memory goes back to the
// system.
package web
