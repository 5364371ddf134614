package pdb

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"npuzzle/internal/files"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// header is the first page of a file. The last four bytes of the page are its checksum.
// After the header come the checksums of the blocks, padded to whole pages, and then the
// blocks. A block has 64 KiB, except the last. A file does not depend on the machine:
// numbers are little endian, and checksums are CRC-32C.
type header struct {
	Magic      [12]byte
	Version    uint32 // version of the layout and of the meaning of entries
	Rows, Cols uint8
	Blank      uint8 // lowest cell of the region of the blank's goal cell
	Tiles      uint8
	Cells      [maxTiles]uint8 // goal cells of the tiles, ascending, padded with 0
	BlockBytes uint32
	SumsSum    uint32 // checksum of the pages of checksums
	Bytes      uint64 // size of all blocks together

	// The partition that the table was built for. Other partitions may also use the table.
	GoalRows, GoalCols uint8
	Goal               [puzzle.MaxSide * puzzle.MaxSide]uint8 // tiles row by row, padded with 0
	// name of the partition, padded with 0
	Partition [1024]byte
}

const (
	version    = 1
	pageBytes  = 4096
	blockBytes = 1 << 16
	sumBytes   = 4

	extension = ".pdb"
)

var magic = [12]byte([]byte("npuzzle pdb\n"))

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum returns the CRC-32C of data.
func checksum(data []byte) uint32 { return crc32.Checksum(data, castagnoli) }

// fileName returns the name of the pattern's file, without a directory.
func (p Pattern) fileName() string { return p.String() + extension }

// blocks returns the number of blocks of a file with the given size of all blocks.
func blocks(dataBytes uint64) uint64 { return (dataBytes + blockBytes - 1) / blockBytes }

// sumsBytes returns the size in bytes of the pages of checksums.
func sumsBytes(dataBytes uint64) uint64 {
	return (blocks(dataBytes)*sumBytes + pageBytes - 1) / pageBytes * pageBytes
}

// fileBytes returns the size of the whole file in bytes.
func fileBytes(dataBytes uint64) uint64 { return pageBytes + sumsBytes(dataBytes) + dataBytes }

// page returns the header as bytes of a file, with padding and the checksum.
func (h *header) page() []byte {
	var text bytes.Buffer
	binary.Write(&text, binary.LittleEndian, h) // writing to a Buffer never fails
	page := append(text.Bytes(), make([]byte, pageBytes-text.Len()-sumBytes)...)
	return binary.LittleEndian.AppendUint32(page, checksum(page))
}

// setPattern sets the fields of the header that describe a pattern.
func (h *header) setPattern(p Pattern) {
	h.Rows = uint8(p.size.Rows)
	h.Cols = uint8(p.size.Cols)
	h.Blank = p.blank
	h.Tiles = uint8(len(p.cells))
	h.Cells = [maxTiles]uint8{}
	copy(h.Cells[:], p.cells)
}

// pattern returns the pattern and the partition that the header describes. It returns an
// error if the pattern is not one of the partition, or does not match the file's name.
func (h *header) pattern(fileName string) (Pattern, Partition, error) {
	size := puzzle.Size{Rows: int(h.GoalRows), Cols: int(h.GoalCols)}
	// the zero Board has no partitions
	goal, _ := puzzle.New(size, h.Goal[:min(size.Cells(), len(h.Goal))])
	name, _, _ := bytes.Cut(h.Partition[:], []byte{0})
	of, _ := ParsePartition(string(name), goal) // the zero Partition has no patterns
	for _, p := range of.patterns {
		same := *h
		same.setPattern(p)
		if same == *h && p.fileName() == fileName {
			return p, of, nil
		}
	}
	return Pattern{}, Partition{},
		errors.New("the header and the file's name do not name one table")
}

// File is a file of a store.
type File struct {
	Path      string
	Bytes     uint64
	Built     time.Time // time of the last change
	Pattern   Pattern   // the zero Pattern if Err is set
	Partition Partition // partition that the table was built for; others may use it, too
	Err       error     // fault of the header or the length; usually a *FileError

	header header
}

// FileError means that a file is damaged.
type FileError struct {
	Path  string
	Fault error
}

// Error returns one line that names the file and says what to do.
func (e *FileError) Error() string {
	return fmt.Sprintf("pdb: %s: %v; remove it and build it again", e.Path, e.Fault)
}

// Unwrap returns the fault.
func (e *FileError) Unwrap() error { return e.Fault }

// Inspect reads the header of a file. If that fails, it sets Err of the result.
func Inspect(path string) File {
	f := File{Path: path}
	err := f.readHeader()
	if err == nil {
		f.Pattern, f.Partition, err = f.header.pattern(filepath.Base(path))
	}
	if _, system := errors.AsType[*os.PathError](err); system {
		f.Err = fmt.Errorf("pdb: %w", err)
	} else if err != nil {
		f.Err = &FileError{Path: path, Fault: err}
	}
	return f
}

// readHeader sets Bytes, Built and the header. It returns an error if the
// header is damaged or does not fit the length of the file.
func (f *File) readHeader() error {
	file, err := files.Open(f.Path) // does not block on a named pipe
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("not a regular file")
	}
	h := &f.header
	f.Bytes = uint64(info.Size())
	f.Built = info.ModTime()
	page := make([]byte, pageBytes)
	if _, err := file.ReadAt(page, 0); err == io.EOF {
		return errors.New("not a pattern database, or cut short")
	} else if err != nil {
		return err
	}
	binary.Read(bytes.NewReader(page), binary.LittleEndian, h) // the page is long enough
	switch {
	case h.Magic != magic:
		return errors.New("not a pattern database")
	case checksum(page[:pageBytes-sumBytes]) != binary.LittleEndian.Uint32(
		page[pageBytes-sumBytes:]):
		return errors.New("the header is damaged")
	case h.Version != version || h.BlockBytes != blockBytes:
		return fmt.Errorf("version %d; expected %d", h.Version, version)
	case h.Bytes > 1<<62 || f.Bytes != fileBytes(h.Bytes): // larger sizes would overflow
		return fmt.Errorf("%d bytes; expected %d", f.Bytes, fileBytes(h.Bytes))
	}
	return nil
}

// Verify reads the whole file on all cores and compares the checksums. It returns an
// error if the file is damaged or if the context ends.
func (f File) Verify(ctx context.Context) error {
	if f.Err != nil {
		return f.Err
	}
	file, err := os.Open(f.Path)
	if err != nil {
		return fmt.Errorf("pdb: %w", err)
	}
	defer file.Close()
	sums := make([]byte, sumsBytes(f.header.Bytes))
	if _, err := file.ReadAt(sums, pageBytes); err != nil {
		return &FileError{Path: f.Path, Fault: fmt.Errorf("cannot be read to its end: %w", err)}
	}
	if checksum(sums) != f.header.SumsSum {
		return &FileError{Path: f.Path, Fault: errors.New("the checksums are damaged")}
	}
	faults := make([]error, blocks(f.header.Bytes))
	workers := runtime.GOMAXPROCS(0)
	buffers := make([][blockBytes]byte, workers)
	search.Parallel(workers, len(faults), func(worker, n int) bool {
		offset := f.first() + uint64(n)*blockBytes
		block := buffers[worker][:min(blockBytes, f.Bytes-offset)]
		if _, err := file.ReadAt(block, int64(offset)); err != nil {
			faults[n] = fmt.Errorf("cannot be read to its end: %w", err)
		} else if checksum(block) != binary.LittleEndian.Uint32(sums[n*sumBytes:]) {
			faults[n] = fmt.Errorf("bytes %d to %d are damaged", offset, offset+uint64(len(block))-1)
		}
		return ctx.Err() == nil
	})
	if fault := cmp.Or(faults...); ctx.Err() == nil && fault != nil { // the first in the file
		return &FileError{Path: f.Path, Fault: fault}
	}
	return ctx.Err()
}

// Digest returns a digest of the entries of the table, in hexadecimal: the checksum of the
// checksums of the blocks.
func (f File) Digest() (string, error) { return fmt.Sprintf("%08x", f.header.SumsSum), f.Err }

// first returns the offset of the first block in bytes.
func (f File) first() uint64 { return pageBytes + sumsBytes(f.header.Bytes) }

// open maps the file into memory and returns its packed entries.
func (f File) open() ([]byte, error) {
	file, err := os.Open(f.Path)
	if err != nil {
		return nil, fmt.Errorf("pdb: %w", err)
	}
	defer file.Close()
	data, err := mapFile(file, int(f.Bytes))
	if err != nil {
		return nil, fmt.Errorf("pdb: %s: %w", f.Path, err)
	}
	return data[f.first():], nil
}

// writeFile writes the table of a pattern to its file. The header names the partition of.
// The file appears under its name only when it is complete.
func writeFile(ctx context.Context, dir string, of Partition, t *Table) error {
	length := uint64(len(t.packed))
	size := of.goal.Size()
	h := header{
		Magic: magic, Version: version, BlockBytes: blockBytes, Bytes: length,
		GoalRows: uint8(size.Rows), GoalCols: uint8(size.Cols),
	}
	h.setPattern(t.pattern)
	copy(h.Goal[:], of.goal.Tiles())
	copy(h.Partition[:], of.name) // a drawing takes at most two bytes a cell
	sums := make([]byte, sumsBytes(length))
	n := 0
	for block := range slices.Chunk(t.packed, blockBytes) {
		binary.LittleEndian.PutUint32(sums[n*sumBytes:], checksum(block))
		n++
	}
	h.SumsSum = checksum(sums)
	return files.Write(filepath.Join(dir, t.pattern.fileName()), true, func(file *os.File) error {
		if _, err := file.Write(append(h.page(), sums...)); err != nil {
			return err
		}
		for some := range slices.Chunk(t.packed, 1<<23) {
			// Waiting for the disk cannot be interrupted, so each wait is short.
			if _, err := file.Write(some); err != nil {
				return err
			}
			if err := file.Sync(); err != nil {
				return err
			}
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		return nil
	})
}
