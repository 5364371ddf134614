//go:build unix && !linux

package flat

func adviseHuge([]byte) {}
