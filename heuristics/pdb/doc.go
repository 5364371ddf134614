// Package pdb builds, stores and reads additive pattern databases.
//
// A pattern is a group of tiles. Its pattern database is a table of the exact number of
// moves that these tiles need to reach their goal cells if the other tiles are ignored
// (Culberson and Schaeffer 1998). The tables of this package count only moves of the
// pattern's own tiles. So the numbers of patterns without a common tile can be added
// up: their sum never exceeds the number of moves left (Korf and Felner 2002; Felner,
// Korf and Hanan 2004). A [Partition] divides the tiles of a goal into such patterns.
// The partition "7-8" of the 15-puzzle has one pattern of seven and one of eight tiles.
// A [Sum] adds up the numbers of a partition and takes the maximum with the sum of the
// reflected board.
//
// # Data flow
//
// [ParsePartition] reads a partition of a goal's tiles, [Store.Build] builds its tables in
// files, and [Heuristic.For] opens them and returns a [Sum], as in the Example.
// [Heuristic.Prepare] does this for a heuristics.Library.
//
// # Entries
//
// A placement puts each tile of a pattern on a cell. The cell set of a placement is the
// set of cells that the tiles occupy. The order of a placement is the order of the
// tiles along these cells. A region of a cell set is a group of free cells that the
// blank reaches without moving a tile of the pattern.
//
// An entry is a slot of a table. A table has an entry for each placement and each region of the
// placement's cell set: a pattern of k tiles on n cells has C(n,k) cell sets, and k! entries for
// each region of each cell set. Korf and Felner keep the minimum over the regions instead. Regions
// make the estimates consistent and larger: on the hundred boards of Korf (1985), IDA* with 7-8 and
// its reflection generates 22,209 states per board instead of 40,712.
//
// The tiles of a pattern need at least the sum of their Manhattan distances. The number
// of further moves is even. Half of this number is called the excess. An entry holds the
// excess in four bits, so it is limited to 15. Estimates stay consistent, because a move
// changes the limited excess in the same direction as the excess and by no more. No named
// partition of 3x3, 4x4 or 5x5 reaches the limit. The tables of 7-8 take 783 MB. Those of
// 6-6-6-6 on 5x5, where three patterns share a table, take 181 MB.
//
// # Numbering
//
// The index of an entry is its number in the table. It has three parts: the cell set
// (combinatorial number system), the region of the blank, and the order (Lehmer code).
// A move along a row keeps the order. A move along a column changes a few digits of it,
// and a small table gives the difference.
//
// # For search kernels
//
// A kernel looks up many entries at once and needs the parts of a Sum. [Sum.Sides]
// returns one [Side] for the board and one for the reflected board. A [View] of a side
// maps the cells and tiles of the board to those of one table. For boards of up to 28
// cells, a [Placer] moves tiles in a [Placement] with bit masks and without branches.
//
// # Building
//
// [Store.Build] searches breadth first from the goal. A layer holds all entries with the
// same number of moves, as one bit for each. Building takes
// O(entries·tiles) time and 1.4 bytes for each entry: for 7-8, 15 seconds on two
// cores and 2 GB.
//
// # Files
//
// A [Store] keeps the tables in a directory, one file for each [Pattern]. A Pattern and
// its rotations and reflections share one file, so goals with equivalent patterns share
// it, too. A file has a page with the header, pages with a checksum for each block of 64
// KiB, and the blocks. It is mapped into memory. Opening a file compares all checksums,
// and returns an error if the file is damaged. Look-ups check nothing. If a file becomes
// unreadable later, the system reports a memory fault, and [heuristics.Guard] turns it into an
// error. A build writes a temporary file and renames it.
//
// # References
//
//   - R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree
//     search. Artificial Intelligence 27 (1985), 97-109.
//   - J. C. Culberson and J. Schaeffer, Pattern databases. Computational
//     Intelligence 14 (1998), 318-334.
//   - R. E. Korf and A. Felner, Disjoint pattern database heuristics. Artificial
//     Intelligence 134 (2002), 9-22.
//   - A. Felner, R. E. Korf and S. Hanan, Additive pattern database heuristics.
//     Journal of Artificial Intelligence Research 22 (2004), 279-318.
package pdb
