// Package flat is the memory of the searches that keep every board: a table of
// packed boards, without pointers and without waste, and lists of them.
package flat
