// Package search holds the contract that every solver meets, and the searches
// that need no open list: breadth-first search and iterative deepening A*.
package search
