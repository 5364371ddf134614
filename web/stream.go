package web

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

// waiting is the maximum number of events that wait to be written. If there are more, the search
// waits.
const waiting = 64

// usualBeat is the time without events after which a comment is sent. It is shorter than the time
// after which proxies close an idle connection, which is 30 seconds or more.
const usualBeat = 15 * time.Second

// event is a server-sent event. The last event of a request that failed has only an error.
type event struct {
	name string
	data []byte
	err  error
}

// stream answers a request with server-sent events: the events of the method, then "result" or
// "error". The HTTP status is always 200, because browsers log every answer with an error status as
// a fault of the page. If a user enters a text that is not a board, this is not a fault of the
// page. If the browser closes the connection, or does not read for too long, the context of the
// search is cancelled.
//
// The headers tell proxies to pass each event on at once and unchanged. While there are no events,
// comments keep the connection open.
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
			events <- event{name: name, data: data, err: err}
		}
		if answer, err := s.answer(r, to, params, send); err != nil {
			events <- event{err: err}
		} else {
			send("result", answer)
		}
	}()
	control := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store, no-transform")
	w.Header().Set("X-Accel-Buffering", "no")
	w.Header().Set("Vary", "Accept")
	beat := time.NewTicker(s.beat)
	defer beat.Stop()
	for { // even if the browser is gone, so that the search does not wait
		select {
		case e, more := <-events:
			if !more {
				return
			}
			s.mayWrite(w)
			e.write(w)
		case <-beat.C:
			s.mayWrite(w)
			io.WriteString(w, ": still running\n\n")
		}
		control.Flush() // if it fails, the server cancels the context of the request
	}
}

// write writes the event in the form of server-sent events.
func (e event) write(w io.Writer) {
	if e.err != nil {
		e.name = "error"
		e.data, _ = json.Marshal(faultAnswer{Error: oneLine(e.err)})
	}
	fmt.Fprintf(w, "event: %s\ndata: %s\n\n", e.name, e.data)
}
