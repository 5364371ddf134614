// Package machine describes the host, measures the memory and the processor time of
// the process, and allocates slices on large pages.
package machine
