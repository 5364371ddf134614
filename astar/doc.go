// Package astar holds best-first search: A*, uniform-cost search, weighted A*
// and greedy search are one algorithm under different priorities.
package astar
