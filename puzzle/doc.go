// Package puzzle holds the sliding-tile puzzle itself: boards of any size,
// their goals, legal moves and parity, their text forms, and random boards.
package puzzle
