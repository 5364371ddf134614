// Package flat implements the data structure of the searches that store every
// board: a hash table of packed boards. It holds no pointers, so the
// garbage collector does not scan it.
//
// A board of up to 16 cells is packed into a 64-bit word, with four bits for each
// cell. The content of the last cell follows from the others, so 60 bits identify a
// board. In the other four bits, a Table stores the last move to the board and
// whether the board is closed.
//
// Larger boards take several words (see Board and Layout). Each instance of Table holds boards of
// one number of words.
//
// Table is an open-addressing hash table with linear probing over cache lines. A
// look-up takes O(1) time and reads one cache line, rarely two. Prefetch reads the
// line of a board before the look-up, so a search can wait for many lines at the
// same time.
//
// A Table reports the bytes that it holds and the maximum that it may need next (Growth).
// So a search can stop before it exceeds a memory limit.
package flat
