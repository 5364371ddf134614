// Package machine describes the host and measures what the process takes of it:
// memory, large pages and processor time.
package machine
