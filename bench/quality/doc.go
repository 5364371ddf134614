// Package quality compares heuristics with exact distances.
//
// A [Survey] names a goal, heuristics and random boards. [Survey.Run] works in four
// steps:
//
//   - It finds exact distances (boards.go). On sizes of up to [WholeCells] cells these
//     are the distances of all boards, from package exact. On larger sizes IDA* solves
//     the random boards. They and the boards on their plans are the sample.
//   - It compares the estimates of each heuristic with the distances (examine.go). The
//     boards are divided among several workers.
//   - It measures how long an estimate takes (times.go).
//   - It solves the random boards by IDA* with each heuristic (effort.go).
//
// The [Report] holds a row for each heuristic; its figures can be drawn. A heuristic
// that cannot be examined gets a row with the reason, for example that its pattern
// database is damaged.
//
// A heuristic is admissible if it never exceeds the distance, and consistent if a
// move of cost 1 lowers it by at most 1. On small sizes every board is examined, so
// both claims are proven or refuted. On larger sizes a claim is refuted, or it is not.
package quality
