//go:build js && wasm

// Command wasm answers the requests of the page that works without a server. It runs as
// WebAssembly in a Web Worker.
//
// The page posts messages {id, method, params}, and the worker answers with messages
// {id, event, data}. The methods and their messages are those of package web/api. The event
// is "progress", any number of times while a search runs, then "result" or "error". Before
// all others comes one message {event: "ready"}.
//
// A search does not return to the event loop of the browser until it ends. So a worker that
// searches reads no messages, and the page ends a search by ending its worker
// (web/page/js/worker.js). Progress is posted from within the search.
package main

import (
	"context"
	"encoding/json"
	"runtime"
	"syscall/js"

	"npuzzle/web/api"
)

// maxMemory bounds the memory of a search. A WebAssembly program has at most 4 GB, in which
// a table that grows stands twice, and what is no longer used stays until it is collected.
const maxMemory = 1_000_000_000

func main() {
	a := &api.API{MaxMemory: maxMemory, MaxThread: 1}
	js.Global().Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		go answer(a, args[0].Get("data"))
		return nil
	}))
	js.Global().Call("postMessage", map[string]any{"event": "ready"})
	select {}
}

// answer runs the method of a request and posts its events and its answer.
func answer(a *api.API, request js.Value) {
	texts := js.Global().Get("JSON")
	post := func(event string, data any) {
		text, err := json.Marshal(data)
		if err != nil {
			panic(err) // messages have no values that JSON lacks
		}
		js.Global().Call("postMessage", map[string]any{
			"id": request.Get("id"), "event": event, "data": texts.Call("parse", string(text)),
		})
	}
	params := texts.Call("stringify", request.Get("params")).String()
	data, err := a.Call(context.Background(), request.Get("method").String(), []byte(params),
		func(event string, data any) {
			post(event, data)
			runtime.Gosched() // lets timers run, which end a search at its time limit
		})
	if err != nil {
		post("error", map[string]string{"error": err.Error()})
		return
	}
	post("result", data)
}
