//go:build !js

package pairs

import (
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

// read holds a function for each size that returns the result of the first reading.
var read sync.Map

// Find returns the table of a size in dir, or else the one that comes with the program. It returns
// nil if there is none. An empty dir means the default directory. If the system does not name one,
// or if the file cannot be reached, there is no table in it. A file that can be reached but not
// read is an error.
func Find(size puzzle.Size, dir string) (*Table, error) {
	path, err := Path(size, dir)
	if err != nil && dir == "" {
		return shipped(size)
	}
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); err != nil {
		return shipped(size)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("pairs: %w", err)
	}
	defer file.Close()
	table, err := Read(file)
	if err == nil && table.Size != size {
		err = fmt.Errorf("a pair table of size %v", table.Size)
	}
	if err != nil {
		return nil, fmt.Errorf("pairs: %s: %w; remove it, or make it again with npuzzle learn pairs",
			path, err)
	}
	return table, nil
}

// shipped returns the table that comes with the program, or nil if there is none.
func shipped(size puzzle.Size) (*Table, error) {
	once, _ := read.LoadOrStore(size, sync.OnceValues(func() (*Table, error) {
		file, err := tables.Open("tables/" + FileName(size))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		return Read(file)
	}))
	return once.(func() (*Table, error))()
}
