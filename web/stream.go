package web

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// waiting is the number of events that may wait to be written before the search has to wait.
const waiting = 64

// event is a server-sent event. The last one of a request that failed has an error instead.
type event struct {
	name string
	data []byte
	err  error
}

// stream answers a request with server-sent events: those of the method, then "result" or
// "error". Browsers log every answer with the status of an error as a fault of the page. A text
// that is no board is none, so its answer is the event "error" with the status 200. If the
// browser goes away, or takes nothing for too long, the context of the search is cancelled.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, to route, params []byte) {
	events := make(chan event, waiting)
	go func() {
		defer close(events)
		defer func() {
			if value := recover(); value != nil {
				events <- event{err: s.panicked(r.URL.Path, value)}
			}
		}()
		send := func(name string, value any) {
			data, err := json.Marshal(value)
			events <- event{name, data, err}
		}
		if answer, err := to.run(r.Context(), params, send); err != nil {
			events <- event{err: err}
		} else {
			send("result", answer)
		}
	}()
	control := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	for e := range events { // to the end, since the search must not wait for a reader that is gone
		if e.err != nil {
			e.name = "error"
			e.data, _ = json.Marshal(Fault{oneLine(e.err)})
		}
		s.mayWrite(w)
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", e.name, e.data)
		control.Flush() // if it fails, the server cancels the context of the request
	}
}
