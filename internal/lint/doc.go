// Package lint holds the test that keeps the house's rules.
package lint
