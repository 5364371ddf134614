// Package config reads and writes experiment files.
package config
