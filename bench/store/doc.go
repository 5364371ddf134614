// Package store keeps the records of trials.
package store
