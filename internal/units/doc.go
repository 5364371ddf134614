// Package units reads numbers, times and amounts of memory as people write
// them.
package units
