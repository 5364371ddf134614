// Package definition reads and writes experiment files.
package definition
