// Package flat is the memory of the searches that keep every board: a hash table
// of packed boards and lists of them, without pointers, so that the garbage
// collector never looks into them.
//
// A board of up to 16 cells is packed into a word of four bits a cell. Its last
// cell follows from the others, so 60 bits tell boards apart, and a Table keeps
// the move that led to the board and whether it is closed in the four bits that
// are left. Table is an open-addressing hash table with linear probing over cache
// lines: a look-up takes O(1) and reads one cache line, rarely two. Prefetch
// reads the line of a board ahead of the look-up, so that a search can wait for
// many lines at the same time. List is a queue of words in chunks from a Pool.
//
// Both report the bytes that they hold and the most that they may need next
// (Growth), so that a search can stop before it passes a memory limit.
package flat
