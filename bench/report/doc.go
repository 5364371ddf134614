// Package report writes the analysis of an experiment as a document.
package report
