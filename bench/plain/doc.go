// Package plain holds the searches that speed is measured against: what a
// competent engineer writes in an hour, on the 15-puzzle with Manhattan
// distance.
package plain
