//go:build !unix

package flat

func allocLines(n int) []Line { return make([]Line, n) }

func freeLines([]Line) {}
