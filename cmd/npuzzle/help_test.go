package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestHelp(t *testing.T) {
	app := newApp(console{})
	for _, args := range [][]string{{}, {"--help"}, {"-h"}} {
		got := npuzzle("", args...)
		assert.Zero(t, got.status)
		assert.Empty(t, got.errors)
		for _, c := range app.Commands {
			assert.Contains(t, got.out, "\n   "+c.Name+" ", "names every command")
		}
	}
	for _, c := range app.Commands {
		got := npuzzle("", c.Name, "--help")
		assert.Zero(t, got.status, c.Name)
		assert.Empty(t, got.errors, c.Name)
		for _, f := range c.Flags {
			assert.Contains(t, got.out, dashed(f.Names()[0])+" ", c.Name)
		}
		assert.Contains(t, got.out, "\nEXAMPLES:\n   npuzzle ", c.Name)
	}
}

// Every command shows two examples, and they work.
func TestExamples(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range newApp(console{}).Commands {
		help := npuzzle("", c.Name, "--help").out
		_, examples, found := strings.Cut(help, "EXAMPLES:\n")
		require.True(t, found, c.Name)
		lines := strings.Split(strings.TrimSpace(examples), "\n")
		assert.Len(t, lines, 2, c.Name)
		for _, line := range lines {
			assert.Contains(t, line, "npuzzle ", c.Name)
			if raceDetector && c.Name == "speed" {
				continue // one thread, and a minute under the race detector
			}
			got := pipeline(t, strings.TrimSpace(line))
			assert.Zero(t, got.status, line)
			assert.Empty(t, got.errors, line)
			assert.NotEmpty(t, got.out, line)
		}
	}
}

// pipeline runs a line of npuzzle commands with "|" between, as a shell would.
func pipeline(t *testing.T, line string) outcome {
	var last outcome
	for part := range strings.SplitSeq(line, " | ") {
		words := shellWords(part)
		require.Equal(t, "npuzzle", words[0], line)
		last = npuzzle(last.out, words[1:]...)
	}
	return last
}

// shellWords splits a command into words at spaces outside of single quotes.
func shellWords(text string) []string {
	var words []string
	for i, part := range strings.Split(text, "'") {
		if i%2 == 1 {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words
}
