// Package trace reads the histories of evolutions that solve --trace writes.
package trace
