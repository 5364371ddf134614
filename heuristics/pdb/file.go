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
	"sync"
	"time"

	"npuzzle/puzzle"
)

// header is the first page of a file. The last four bytes of the page are its
// checksum. The checksums of the blocks follow, padded to whole pages, then the
// blocks, each of 64 KiB but the last. Numbers are little endian and checksums
// are CRC-32C, so that a file does not depend on the machine.
type header struct {
	Magic      [12]byte
	Version    uint32 // of the layout and of the meaning of entries
	Rows, Cols uint8
	Blank      uint8 // the lowest cell of the region of the blank's goal cell
	Tiles      uint8
	Cells      [MaxTiles]uint8 // goal cells of the tiles, ascending, padded with 0
	BlockBytes uint32
	SumsSum    uint32 // checksum of the pages of checksums
	Bytes      uint64 // of all blocks

	// The partition that the table was built for. Other partitions may use it.
	GoalRows, GoalCols uint8
	Goal               [puzzle.MaxSide * puzzle.MaxSide]uint8 // tiles row by row, padded with 0
	Partition          [1024]byte                             // its name, padded with 0
}

const (
	version    = 1
	pageBytes  = 4096
	blockBytes = 1 << 16
	sumBytes   = 4

	extension     = ".pdb"
	partExtension = ".part" // of a file that is being written
)

var magic = [12]byte([]byte("npuzzle pdb\n"))

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum returns the CRC-32C of some bytes.
func checksum(data []byte) uint32 { return crc32.Checksum(data, castagnoli) }

// fileName returns the name of a pattern's file: size, blank, cells of the tiles.
func (p Pattern) fileName() string {
	cells := make([]int, len(p.cells))
	for i := range cells {
		cells[i] = int(p.cells[i])
	}
	return fmt.Sprintf("%v_%d_%s%s", p.size, p.blank, joinSizes(cells), extension)
}

// sumsBytes returns the size of the pages of checksums.
func sumsBytes(dataBytes uint64) uint64 {
	blocks := (dataBytes + blockBytes - 1) / blockBytes
	return (blocks*sumBytes + pageBytes - 1) / pageBytes * pageBytes
}

// fileBytes returns the size of a file.
func fileBytes(dataBytes uint64) uint64 { return pageBytes + sumsBytes(dataBytes) + dataBytes }

// page returns the header as it stands in a file.
func (h *header) page() []byte {
	var text bytes.Buffer
	binary.Write(&text, binary.LittleEndian, h) // a Buffer takes everything
	page := append(text.Bytes(), make([]byte, pageBytes-text.Len()-sumBytes)...)
	return binary.LittleEndian.AppendUint32(page, checksum(page))
}

// setPattern makes a header name a pattern.
func (h *header) setPattern(p Pattern) {
	h.Rows, h.Cols, h.Blank, h.Tiles = uint8(p.size.Rows), uint8(p.size.Cols), p.blank, uint8(len(p.cells))
	h.Cells = [MaxTiles]uint8{}
	copy(h.Cells[:], p.cells)
}

// pattern returns the pattern that a header names, which is one of a partition.
func (h *header) pattern(of Partition) (Pattern, error) {
	for _, p := range of.patterns {
		same := *h
		if same.setPattern(p); same == *h {
			return p, nil
		}
	}
	return Pattern{}, errors.New("the header names no pattern of its partition")
}

// partition returns the partition that a header names.
func (h *header) partition() (Partition, error) {
	invalid := errors.New("the header names no partition")
	size := puzzle.Size{Rows: int(h.GoalRows), Cols: int(h.GoalCols)}
	if size.Check() != nil {
		return Partition{}, invalid
	}
	tiles := make([]int, size.Cells())
	for cell := range tiles {
		tiles[cell] = int(h.Goal[cell])
	}
	goal, err := puzzle.New(size, tiles)
	if err != nil {
		return Partition{}, invalid
	}
	name, _, _ := bytes.Cut(h.Partition[:], []byte{0})
	p, err := ParsePartition(string(name), goal)
	if err != nil {
		return Partition{}, invalid
	}
	return p, nil
}

// File is a file of a store.
type File struct {
	Path      string
	Bytes     uint64
	Built     time.Time // when it was last written
	Pattern   Pattern   // the zero Pattern if Err is set
	Partition Partition // that the table was built for; others may use it, too
	Err       error     // what is wrong with the header or the length; usually a *FileError

	dataBytes uint64
	sumsSum   uint32
}

// FileError says what is wrong with a file.
type FileError struct {
	Path  string
	Fault error
}

// Error returns one line that says what to do.
func (e *FileError) Error() string {
	return fmt.Sprintf("pdb: %s: %v; remove it and build it again", e.Path, e.Fault)
}

// Unwrap returns the fault.
func (e *FileError) Unwrap() error { return e.Fault }

// errUnfinished is the fault of a file that a build was writing when it was
// killed.
var errUnfinished = errors.New("left by a build that was cut short")

// inspect reads the header of a file.
func inspect(path string) File {
	f := File{Path: path}
	h, err := f.readHeader()
	if err == nil {
		f.dataBytes, f.sumsSum = h.Bytes, h.SumsSum
		f.Partition, err = h.partition()
	}
	if err == nil {
		f.Pattern, err = h.pattern(f.Partition)
	}
	if name := f.Pattern.fileName(); err == nil && filepath.Base(path) != name {
		err = fmt.Errorf("holds pattern %v; expected the name %s", f.Pattern, name)
	}
	if _, system := errors.AsType[*os.PathError](err); system {
		f.Err = fmt.Errorf("pdb: %w", err)
	} else if err != nil {
		f.Err = &FileError{path, err}
	}
	if err != nil {
		f.Pattern = Pattern{}
	}
	return f
}

// readHeader sets the length and the time of a file and returns its header.
func (f *File) readHeader() (h header, err error) {
	info, err := os.Stat(f.Path)
	if err != nil {
		return h, err
	}
	f.Bytes, f.Built = uint64(info.Size()), info.ModTime()
	if info.IsDir() {
		return h, errors.New("a directory; expected a pattern database")
	}
	file, err := os.Open(f.Path)
	if err != nil {
		return h, err
	}
	defer file.Close()
	page := make([]byte, pageBytes)
	if _, err := io.ReadFull(file, page); errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return h, errors.New("not a pattern database, or cut short")
	} else if err != nil {
		return h, err
	}
	binary.Read(bytes.NewReader(page), binary.LittleEndian, &h) // the page is long enough
	switch {
	case h.Magic != magic:
		return h, errors.New("not a pattern database")
	case checksum(page[:pageBytes-sumBytes]) != binary.LittleEndian.Uint32(page[pageBytes-sumBytes:]):
		return h, errors.New("the header is damaged")
	case h.Version != version || h.BlockBytes != blockBytes:
		return h, fmt.Errorf("version %d; expected %d", h.Version, version)
	case h.Bytes > 1<<62 || f.Bytes != fileBytes(h.Bytes): // larger sizes would overflow
		return h, fmt.Errorf("%d bytes; expected %d", f.Bytes, fileBytes(h.Bytes))
	}
	return h, nil
}

// Verify reads a file whole, on all cores, and compares the checksums. It
// returns what is wrong with the file, or the context's error.
func (f File) Verify(ctx context.Context) error {
	if f.Err != nil {
		return f.Err
	}
	_, unmap, err := f.open(ctx, true)
	if err != nil {
		return err
	}
	return unmap()
}

// Remove deletes the file. Tables that are open stay usable.
func (f File) Remove() error {
	if err := os.Remove(f.Path); err != nil {
		return fmt.Errorf("pdb: %w", err)
	}
	return nil
}

// open maps a file and returns its packed entries. With verify it compares the
// checksums first.
func (f File) open(ctx context.Context, verify bool) (packed []byte, unmap func() error, err error) {
	file, err := os.Open(f.Path)
	if err != nil {
		return nil, nil, fmt.Errorf("pdb: %w", err)
	}
	defer file.Close()
	data, unmap, err := mapFile(file, int(f.Bytes))
	if err != nil {
		return nil, nil, fmt.Errorf("pdb: %s: %w", f.Path, err)
	}
	first := pageBytes + sumsBytes(f.dataBytes)
	if verify {
		if err := f.compare(ctx, data[pageBytes:first], data[first:]); err != nil {
			return nil, nil, errors.Join(err, unmap())
		}
	}
	return data[first:], unmap, nil
}

// blocksOf cuts packed entries into blocks.
func blocksOf(packed []byte) [][]byte { return slices.Collect(slices.Chunk(packed, blockBytes)) }

// compare compares the blocks of a file with their checksums, and these with
// theirs. Several goroutines compare a part of the blocks each.
func (f File) compare(ctx context.Context, sums, packed []byte) error {
	blocks := blocksOf(packed)
	faults := make([]error, min(len(blocks), 4*runtime.GOMAXPROCS(0)))
	part := func(i int) error {
		if i == 0 && checksum(sums) != f.sumsSum {
			return errors.New("the checksums are damaged")
		}
		for n := len(blocks) * i / len(faults); n < len(blocks)*(i+1)/len(faults); n++ {
			if checksum(blocks[n]) != binary.LittleEndian.Uint32(sums[n*sumBytes:]) {
				first := pageBytes + len(sums) + n*blockBytes
				return fmt.Errorf("bytes %d to %d are damaged", first, first+len(blocks[n])-1)
			}
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		return nil
	}
	var workers sync.WaitGroup
	for i := range faults {
		workers.Go(func() { faults[i] = Guard(func() error { return part(i) }) })
	}
	workers.Wait()
	fault := cmp.Or(faults...) // the first in the file
	switch {
	case fault == nil || ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(fault, ErrUnreadable):
		fault = errors.New("cannot be read to its end")
	}
	return &FileError{f.Path, fault}
}

// writeFile writes a table of a partition into a directory. It writes to a
// temporary file and renames that, so that nobody ever sees half a file.
func writeFile(ctx context.Context, dir string, of Partition, t *Table) (err error) {
	length, size := uint64(len(t.packed)), of.goal.Size()
	h := header{
		Magic: magic, Version: version, BlockBytes: blockBytes, Bytes: length,
		GoalRows: uint8(size.Rows), GoalCols: uint8(size.Cols),
	}
	h.setPattern(t.pattern)
	copy(h.Goal[:], of.goal.Tiles())
	copy(h.Partition[:], of.name) // a drawing takes at most two bytes a cell
	part, err := os.CreateTemp(dir, t.pattern.fileName()+".*"+partExtension)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			part.Close()
			os.Remove(part.Name())
		}
	}()
	sums := make([]byte, sumsBytes(length))
	for n, block := range blocksOf(t.packed) {
		binary.LittleEndian.PutUint32(sums[n*sumBytes:], checksum(block))
		_, err := part.WriteAt(block, int64(pageBytes+len(sums)+n*blockBytes))
		if err == nil && n%128 == 127 { // waiting for the disk cannot be interrupted, so each wait is short
			err = part.Sync()
		}
		if err := errors.Join(err, ctx.Err()); err != nil {
			return err
		}
	}
	h.SumsSum = checksum(sums)
	if _, err := part.WriteAt(append(h.page(), sums...), 0); err != nil {
		return err
	}
	if err := errors.Join(part.Chmod(0o644), part.Sync(), part.Close()); err != nil {
		return err
	}
	if err := os.Rename(part.Name(), filepath.Join(dir, t.pattern.fileName())); err != nil {
		return err
	}
	return syncDir(dir)
}
