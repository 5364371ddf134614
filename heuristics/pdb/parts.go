package pdb

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// partExtension ends the name of a file that is being written.
const partExtension = ".part"

// abandoned is how long nobody has written to the part of a file that a build
// which was killed has left. A living one writes many times a second.
const abandoned = 10 * time.Minute

// Part is a file that a build is writing, or that one which was killed has left.
type Part struct {
	Path      string
	Bytes     uint64
	Written   time.Time // last
	Abandoned bool      // nobody has written to it for ten minutes
}

// newPart makes the file, of a name of its own, that becomes a pattern's.
func newPart(dir string, p Pattern) (*os.File, error) {
	return os.CreateTemp(dir, p.fileName()+".*"+partExtension)
}

// Parts returns the parts of files in the store by name. Without a directory
// there are none.
func (s *Store) Parts() ([]Part, error) {
	entries, err := os.ReadDir(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("pdb: %w", err)
	}
	var parts []Part
	for _, entry := range entries {
		if entry.IsDir() || !strings.Contains(entry.Name(), extension+".") || !strings.HasSuffix(entry.Name(), partExtension) {
			continue
		}
		info, err := entry.Info()
		if err != nil {
			continue // gone meanwhile
		}
		parts = append(parts, Part{filepath.Join(s.dir, entry.Name()), uint64(info.Size()), info.ModTime(), time.Since(info.ModTime()) >= abandoned})
	}
	return parts, nil
}

// RemovePart removes a part that is abandoned.
func (s *Store) RemovePart(p Part) error {
	if err := os.Remove(p.Path); err != nil {
		return fmt.Errorf("pdb: %w", err)
	}
	return nil
}

// removeParts removes what builds that were killed have left of a pattern's
// file, but not what another build may be writing.
func (s *Store) removeParts(pattern Pattern) error {
	parts, err := s.Parts()
	for _, part := range parts {
		if part.Abandoned && strings.HasPrefix(filepath.Base(part.Path), pattern.fileName()+".") {
			err = errors.Join(err, s.RemovePart(part))
		}
	}
	return err
}
