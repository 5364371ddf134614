// Package lab runs experiments so that nothing which has ended is lost or run
// twice.
package lab
