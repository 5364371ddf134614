// Package stats summarises the figures of trials.
package stats
