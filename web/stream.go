package web

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
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
// comments keep the connection open. The stream is compressed if the request accepts gzip, unless
// its only event is short.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, to route, params []byte) {
	gzipped, err := usesGzip(r, true)
	if err != nil {
		s.fail(w, err)
		return
	}
	short, _ := usesGzip(r, false)
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
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store, no-transform")
	w.Header().Set("X-Accel-Buffering", "no")
	w.Header().Set("Vary", "Accept, Accept-Encoding")
	out := &eventWriter{w: w}
	defer out.close()
	beat := time.NewTicker(s.beat)
	defer beat.Stop()
	for { // even if the browser is gone, so that the search does not wait
		select {
		case e, more := <-events:
			if !more {
				return
			}
			text := e.text()
			if e.isLast() && len(text) < leastCompressed {
				out.begin(short)
			} else {
				out.begin(gzipped)
			}
			s.mayWrite(w)
			out.write(text)
		case <-beat.C:
			out.begin(gzipped)
			s.mayWrite(w)
			out.write([]byte(": still running\n\n"))
		}
	}
}

// packers holds writers of gzip, which take much memory, for the next streams.
var packers = sync.Pool{New: func() any {
	packer, err := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed)
	if err != nil {
		panic(err) // never happens, because the level is known
	}
	return packer
}}

// eventWriter writes the events of a stream, each at once.
type eventWriter struct {
	w      http.ResponseWriter
	begun  bool
	packer *gzip.Writer // nil for a stream that is not compressed
}

// begin decides whether the stream is compressed, unless it has begun.
func (e *eventWriter) begin(gzipped bool) {
	if e.begun {
		return
	}
	e.begun = true
	if gzipped {
		e.w.Header().Set("Content-Encoding", "gzip")
		e.packer = packers.Get().(*gzip.Writer)
		e.packer.Reset(e.w)
	}
}

// write writes a text. If that fails, the server cancels the context of the request.
func (e *eventWriter) write(text []byte) {
	if e.packer == nil {
		e.w.Write(text)
	} else {
		e.packer.Write(text)
		e.packer.Flush()
	}
	http.NewResponseController(e.w).Flush()
}

// close ends the stream.
func (e *eventWriter) close() {
	if e.packer != nil {
		e.packer.Close()
		packers.Put(e.packer)
	}
}

// isLast reports whether the event ends a stream.
func (e event) isLast() bool { return e.err != nil || e.name == "result" }

// text returns the event in the form of server-sent events.
func (e event) text() []byte {
	if e.err != nil {
		e.name = "error"
		e.data, _ = json.Marshal(faultAnswer{Error: oneLine(e.err)})
	}
	return fmt.Appendf(nil, "event: %s\ndata: %s\n\n", e.name, e.data)
}
