// Package searchtest is the conformance suite that every solver passes.
package searchtest
