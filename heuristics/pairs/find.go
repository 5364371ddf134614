//go:build !js

package pairs

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"

	"npuzzle/puzzle"
)

// tables holds the tables that come with the program; tables/README.md tells how each was made.
//
//go:embed tables
var tables embed.FS

// read holds those that have been read.
var read struct {
	sync.Mutex
	tables map[puzzle.Size]*Table
}

// Find returns the table of a size in dir, or else the one that comes with the program. It returns nil if there
// is none. An empty dir means the default directory.
func Find(size puzzle.Size, dir string) (*Table, error) {
	path, err := Path(size, dir)
	if err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return shipped(size)
	}
	if err != nil {
		return nil, fmt.Errorf("pairs: %w", err)
	}
	defer file.Close()
	table, err := Read(file)
	if err == nil && table.Size != size {
		err = fmt.Errorf("a pair table of size %v", table.Size)
	}
	if err != nil {
		return nil, fmt.Errorf("pairs: %s: %w; remove it, or make it again with npuzzle learn", path, err)
	}
	return table, nil
}

// shipped returns the table that comes with the program, or nil if there is none.
func shipped(size puzzle.Size) (*Table, error) {
	read.Lock()
	defer read.Unlock()
	if table := read.tables[size]; table != nil {
		return table, nil
	}
	text, err := tables.ReadFile("tables/" + FileName(size))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	table, err := Read(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	if read.tables == nil {
		read.tables = map[puzzle.Size]*Table{}
	}
	read.tables[size] = table
	return table, nil
}
