// Package quality compares heuristics with exact distances.
//
// A [Survey] names a goal, heuristics and random boards. [Survey.Run] finds exact
// distances (boards.go), compares the estimates of each heuristic with them
// (examine.go), measures how long an estimate takes (times.go), and solves the random
// boards with IDA* (effort.go). The [Report] holds a row for each heuristic; its
// figures can be drawn.
//
// A heuristic is admissible if it never exceeds the distance, and consistent if a
// move of cost 1 lowers it by at most 1. On small sizes every board is examined, so
// both claims are proven or refuted. On larger sizes a claim is refuted, or it is not.
package quality
