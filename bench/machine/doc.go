// Package machine tells what the machine has free and what this process has
// used of it.
package machine
