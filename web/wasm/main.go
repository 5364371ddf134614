//go:build js && wasm

// Command wasm answers the requests of the page that works without a server. It runs as
// WebAssembly in a Web Worker.
//
// The worker first posts one message {event: "ready"}. The page posts messages
// {id, method, params}, and the worker answers with messages {id, event, data}. The methods
// and their parameters and answers are those of package web/api. While a search runs, it
// sends any number of events "progress". The last event of a request is "result" or "error".
//
// A search does not return to the event loop of the browser until it ends. So a worker that
// searches reads no messages, and the page stops a search by terminating its worker
// (web/page/js/worker.js). The search itself posts its progress.
package main

import (
	"context"
	"encoding/json"
	"runtime"
	"syscall/js"

	"npuzzle/web/api"
)

// maxMemory is the memory limit of a search in bytes. A WebAssembly program has at most 4 GB.
// The limit is much lower, because a table that grows is in memory twice, and garbage stays in
// memory until it is collected.
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
			panic(err) // never happens, because all messages can be encoded as JSON
		}
		js.Global().Call("postMessage", map[string]any{
			"id": request.Get("id"), "event": event, "data": texts.Call("parse", string(text)),
		})
	}
	params := texts.Call("stringify", request.Get("params")).String()
	data, err := a.Call(context.Background(), request.Get("method").String(), []byte(params),
		func(event string, data any) {
			post(event, data)
			runtime.Gosched() // lets timers run, because a timer ends the search at its time limit
		})
	if err != nil {
		post("error", map[string]string{"error": err.Error()})
		return
	}
	post("result", data)
}
