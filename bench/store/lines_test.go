package store_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench/store"
)

func TestLines(t *testing.T) {
	name := filepath.Join(t.TempDir(), "new", "folder", "trials.jsonl")
	lines, err := store.CreateLines(name)
	require.NoError(t, err)
	assert.Equal(t, name, lines.Name())

	require.NoError(t, lines.Append(map[string]int{"puzzle": 1}))
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, "{\"puzzle\":1}\n", string(text), "in the file before it is closed")

	require.NoError(t, lines.Append("second"))
	require.NoError(t, lines.Close())
	text, err = os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, "{\"puzzle\":1}\n\"second\"\n", string(text))

	assert.EqualError(t, lines.Append("late"), name+": file already closed")
}

func TestCreateLinesWritesOverNothing(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "notes")
	require.NoError(t, os.WriteFile(name, []byte("mine"), 0o600))

	_, err := store.CreateLines(name)
	assert.ErrorIs(t, err, fs.ErrExist)
	assert.EqualError(t, err, name+": file exists")
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, "mine", string(text))

	_, err = store.CreateLines(filepath.Join(name, "trials.jsonl"))
	assert.EqualError(t, err, name+": not a directory")
}
