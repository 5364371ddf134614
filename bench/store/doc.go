// Package store keeps experiments and their trials in an SQLite file.
package store
