package pdb

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"

	"npuzzle/puzzle"
)

// header begins a file and fills one page, the last four bytes of which are the
// page's checksum. The checksums of the blocks follow, filled up to whole pages,
// then the blocks, each of 64 KiB but the last. Numbers are little endian,
// checksums CRC-32C; nothing depends on the machine.
type header struct {
	Magic      [12]byte
	Version    uint32 // of the layout and of what entries mean
	Rows, Cols uint8
	Blank      uint8 // the lowest cell of the region of the blank's goal cell
	Tiles      uint8
	Cells      [MaxTiles]uint8 // goal cells of the tiles, ascending, filled up with 0
	BlockBytes uint32
	SumsSum    uint32 // checksum of the pages of checksums
	Bytes      uint64 // of all blocks

	// What the table was first built for; other partitions and goals may share it.
	GoalRows, GoalCols uint8
	Goal               [puzzle.MaxSide * puzzle.MaxSide]uint8 // tiles row by row, filled up with 0
	Partition          [1024]byte                             // its name, filled up with 0
}

const (
	version   = 1
	pageBytes = 4096
	extension = ".pdb"
	sumBytes  = 4
)

var (
	magic      = [12]byte([]byte("npuzzle pdb\n"))
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
)

// checksum returns the CRC-32C of a block.
func checksum(block []byte) uint32 { return crc32.Checksum(block, castagnoli) }

// fileName is the name of a pattern's file: size, blank, cells of the tiles.
func (p Pattern) fileName() string {
	cells := make([]int, len(p.cells))
	for i := range cells {
		cells[i] = int(p.cells[i])
	}
	return fmt.Sprintf("%v_%d_%s%s", p.size, p.blank, joinSizes(cells), extension)
}

// sumsBytes returns what the checksums take in a file.
func sumsBytes(dataBytes uint64) uint64 {
	blocks := (dataBytes + blockBytes - 1) / blockBytes
	return (blocks*sumBytes + pageBytes - 1) / pageBytes * pageBytes
}

// fileBytes returns the size of a file.
func fileBytes(dataBytes uint64) uint64 { return pageBytes + sumsBytes(dataBytes) + dataBytes }

// page returns the header as it stands in a file.
func (h header) page() []byte {
	var text bytes.Buffer
	binary.Write(&text, binary.LittleEndian, h) // a Buffer takes everything
	page := append(text.Bytes(), make([]byte, pageBytes-text.Len()-sumBytes)...)
	return binary.LittleEndian.AppendUint32(page, checksum(page))
}

// contents is what a file holds, by its header.
type contents struct {
	header
	pattern Pattern
	length  uint64 // of the file
}

// readHeader returns what a file holds.
func readHeader(f io.ReaderAt) (contents, error) {
	var c contents
	h := &c.header
	page := make([]byte, pageBytes)
	if n, err := f.ReadAt(page, 0); n < len(page) {
		if errors.Is(err, io.EOF) {
			return c, errors.New("not a pattern database, or cut short")
		}
		return c, err
	}
	binary.Read(bytes.NewReader(page), binary.LittleEndian, h) // the page is long enough
	switch {
	case h.Magic != magic:
		return c, errors.New("not a pattern database")
	case checksum(page[:pageBytes-sumBytes]) != binary.LittleEndian.Uint32(page[pageBytes-sumBytes:]):
		return c, errors.New("the header is damaged")
	case h.Version != version || h.BlockBytes != blockBytes:
		return c, fmt.Errorf("version %d; expected %d", h.Version, version)
	}
	var err error
	c.pattern, err = h.namedPattern()
	return c, err
}

// namedPattern returns the pattern that a header names.
func (h *header) namedPattern() (Pattern, error) {
	size := puzzle.Size{Rows: int(h.Rows), Cols: int(h.Cols)}
	wrong := errors.New("the header names no pattern")
	if size.Check() != nil || h.Tiles < 1 || h.Tiles > MaxTiles || int(h.Blank) >= size.Cells() {
		return Pattern{}, wrong
	}
	cells := h.Cells[:h.Tiles]
	for i, cell := range cells {
		if int(cell) >= size.Cells() || cell == h.Blank || i > 0 && cell <= cells[i-1] {
			return Pattern{}, wrong
		}
	}
	if p, _ := newPattern(size, cells, h.Blank); p != (Pattern{size, string(cells), h.Blank}) {
		return Pattern{}, wrong
	}
	return Pattern{size, string(cells), h.Blank}, nil
}

// namedPartition returns the partition that a header names, of which the pattern
// must be a part.
func (h *header) namedPartition(p Pattern) (Partition, error) {
	wrong := errors.New("the header names no partition")
	size := puzzle.Size{Rows: int(h.GoalRows), Cols: int(h.GoalCols)}
	if size.Check() != nil {
		return Partition{}, wrong
	}
	tiles := make([]int, size.Cells())
	for cell := range tiles {
		tiles[cell] = int(h.Goal[cell])
	}
	goal, err := puzzle.New(size, tiles)
	if err != nil {
		return Partition{}, wrong
	}
	name, _, _ := bytes.Cut(h.Partition[:], []byte{0})
	of, err := ParsePartition(string(name), goal)
	if err != nil || !of.has(p) {
		return Partition{}, wrong
	}
	return of, nil
}

// writeFile writes a table of a partition into a directory: under another name
// first, then under its own, so that nobody ever sees a part of it.
func writeFile(ctx context.Context, dir string, of Partition, t *Table, written func(bytes uint64)) (err error) {
	h := header{
		Magic: magic, Version: version,
		Rows: uint8(t.pattern.size.Rows), Cols: uint8(t.pattern.size.Cols), Blank: t.pattern.blank, Tiles: uint8(t.pattern.Tiles()),
		BlockBytes: blockBytes, Bytes: t.Bytes(),
		GoalRows: uint8(of.goal.Size().Rows), GoalCols: uint8(of.goal.Size().Cols),
	}
	copy(h.Cells[:], t.pattern.cells)
	copy(h.Goal[:], of.goal.Tiles())
	copy(h.Partition[:], of.name) // drawings take at most two bytes a cell
	sums := make([]byte, 0, sumsBytes(t.Bytes()))
	for block := range slices.Chunk(t.packed, blockBytes) {
		if err := ctx.Err(); err != nil {
			return err
		}
		sums = binary.LittleEndian.AppendUint32(sums, checksum(block))
	}
	sums = sums[:cap(sums)]
	h.SumsSum = checksum(sums)

	temporary, err := newPart(dir, t.pattern)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			temporary.Close()
			os.Remove(temporary.Name())
		}
	}()
	if _, err := temporary.Write(append(h.page(), sums...)); err != nil {
		return err
	}
	done := uint64(0)
	for piece := range slices.Chunk(t.packed, pieceBytes) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, err := temporary.Write(piece); err != nil {
			return err
		}
		// What waits for the disk cannot be interrupted, so it waits for little.
		if done += uint64(len(piece)); done < t.Bytes() {
			if err := temporary.Sync(); err != nil {
				return err
			}
		}
		written(done)
	}
	if err := errors.Join(temporary.Chmod(0o644), temporary.Sync(), temporary.Close()); err != nil {
		return err
	}
	if err := os.Rename(temporary.Name(), filepath.Join(dir, t.pattern.fileName())); err != nil {
		return err
	}
	return syncDir(dir)
}

// pieceBytes are written at a time.
const pieceBytes = 8 << 20

// source is where a mapped table comes from.
type source struct {
	path  string
	sums  []byte // of the blocks
	unmap func() error
}

// FileError says what is wrong with a file.
type FileError struct {
	Path  string
	Fault error
}

// Error returns one line with what to do.
func (e *FileError) Error() string { return fmt.Sprintf("pdb: %s: %v; %s", e.Path, e.Fault, remedy) }

// Unwrap returns what is wrong.
func (e *FileError) Unwrap() error { return e.Fault }

// contentsOf returns what a file holds, by its name.
func contentsOf(path string) (contents, error) {
	file, err := os.Open(path)
	if err != nil {
		return contents{}, fmt.Errorf("pdb: %w", err)
	}
	defer file.Close()
	return readContents(file)
}

// readContents returns what an open file holds. Its length must be right.
func readContents(file *os.File) (contents, error) {
	info, err := file.Stat()
	if err != nil {
		return contents{}, fmt.Errorf("pdb: %w", err)
	}
	if info.IsDir() {
		return contents{}, &FileError{file.Name(), errors.New("a directory; expected a pattern database")}
	}
	c, err := readHeader(file)
	if err != nil {
		return c, &FileError{file.Name(), err}
	}
	c.length = uint64(info.Size())
	// Sizes that no file has would overflow.
	if c.Bytes > 1<<62 || c.length != fileBytes(c.Bytes) {
		return c, &FileError{file.Name(), fmt.Errorf("%d bytes; expected %d", c.length, fileBytes(c.Bytes))}
	}
	return c, nil
}

// openFile maps a table. Its blocks are checked when they are first looked at.
func openFile(path string, p Pattern, x *Index) (*Table, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("pdb: %w", err)
	}
	defer file.Close()
	c, err := readContents(file)
	if err != nil {
		return nil, err
	}
	if c.pattern != p || c.Bytes != x.Len()/2 {
		return nil, &FileError{path, fmt.Errorf("holds pattern %v; expected %v", c.pattern, p)}
	}
	if _, err := c.namedPartition(p); err != nil {
		return nil, &FileError{path, err}
	}
	sums := make([]byte, sumsBytes(c.Bytes))
	if _, err := file.ReadAt(sums, pageBytes); err != nil {
		return nil, fmt.Errorf("pdb: %w", err)
	}
	if checksum(sums) != c.SumsSum {
		return nil, &FileError{path, errors.New("the checksums are damaged")}
	}
	data, unmap, err := mapFile(file, int(c.length))
	if err != nil {
		return nil, fmt.Errorf("pdb: %s: %w", path, err)
	}
	t := newTable(p, x, data[pageBytes+len(sums):])
	t.source = &source{path, sums, unmap}
	for i := range t.sound {
		t.sound[i].Store(0)
	}
	return t, nil
}
