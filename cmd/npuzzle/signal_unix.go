//go:build unix

package main

import (
	"os/signal"
	"syscall"
)

// If the size of files is limited, a write beyond the limit should return an error, as on
// a full disk. By default, the signal SIGXFSZ would end the program.
func init() { signal.Ignore(syscall.SIGXFSZ) }
