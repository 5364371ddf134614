// Package pdb holds additive pattern databases: tables of the exact number of
// moves that groups of tiles need, built once, kept in files and added up.
package pdb
