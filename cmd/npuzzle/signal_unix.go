//go:build unix

package main

import (
	"os/signal"
	"syscall"
)

// A limit on the size of files makes a write fail, as a full disk does. Without this, the
// signal of the limit ends the program at once.
func init() { signal.Ignore(syscall.SIGXFSZ) }
