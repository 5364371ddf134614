// Package survey compares heuristics with exact distances.
//
// A [Survey] names a goal, heuristics and random boards. [Survey.Run] works in four
// steps:
//
//   - It finds exact distances (boards.go). On sizes of up to [WholeCells] cells
//     these are the distances of all boards, from package exact. On larger sizes,
//     IDA* solves the random boards. These boards and the boards on their plans are
//     the sample.
//   - It compares the estimates of each heuristic with the distances (boards.go). The
//     boards are divided among several workers.
//   - It measures how long an estimate takes (effort.go).
//   - It solves the random boards by IDA* with each heuristic (effort.go).
//
// The [Report] holds a row for each heuristic, and its methods return figures. If a
// heuristic cannot be examined, its row gives the reason, for example that its
// pattern database is damaged. See the Example of Survey.
//
// A heuristic is admissible if no estimate exceeds the distance. It is consistent
// if no move lowers the estimate by more than 1; every move costs 1 here. On small
// sizes, every board is examined, so both claims are proven or refuted. On larger
// sizes, a sample can refute a claim but cannot prove it. Examining a heuristic
// takes time proportional to the number of boards.
package survey
