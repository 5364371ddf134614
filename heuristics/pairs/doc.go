// Package pairs scores boards by a learned value of each pair of tiles.
//
// A pair table has a value for every two tiles on every two cells, the blank included. The score of
// a board is the plain convex score ([heuristics.PlainConvex]) plus the values of all pairs of its
// tiles. One move
// changes the values of two tiles with all others, the moved tile and the blank. The estimator
// stores, for each move of a tile, the change by every other tile, so a move takes one look-up for
// each cell.
//
// Package search/learn trains tables, and `npuzzle learn pairs` writes them to a file. The score is not
// admissible: only its order counts. A unit is 1/64 of a move.
//
// # Which table is used
//
// A [Heuristic] takes the table of the board's size from the directory of pattern databases. If
// there is none, it takes a table that comes with the program. Without any, the score is that of
// Convex. A table is trained for the goal with the blank in the last cell. It serves every goal
// with the blank in a corner: the board is reflected, and the tiles are renamed.
//
// # Files
//
// A file has a line of text that names the format, a line of JSON with the [Training] and a
// checksum, and then the values, a byte each, compressed (RFC 1951). On square boards, a pair and
// its reflection at the main diagonal share a value.
package pairs
