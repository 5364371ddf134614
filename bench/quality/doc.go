// Package quality sets heuristics against exact distances.
package quality
