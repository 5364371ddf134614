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
	"strings"

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

// readHeader returns the header of a file and the pattern it names.
func readHeader(f io.ReaderAt) (header, Pattern, error) {
	var h header
	page := make([]byte, pageBytes)
	if n, err := f.ReadAt(page, 0); n < len(page) {
		if errors.Is(err, io.EOF) {
			return h, Pattern{}, errors.New("not a pattern database, or cut short")
		}
		return h, Pattern{}, err
	}
	binary.Read(bytes.NewReader(page), binary.LittleEndian, &h) // the page is long enough
	switch {
	case h.Magic != magic:
		return h, Pattern{}, errors.New("not a pattern database")
	case checksum(page[:pageBytes-sumBytes]) != binary.LittleEndian.Uint32(page[pageBytes-sumBytes:]):
		return h, Pattern{}, errors.New("the header is damaged")
	case h.Version != version || h.BlockBytes != blockBytes:
		return h, Pattern{}, fmt.Errorf("version %d; expected %d", h.Version, version)
	}
	p, err := h.pattern()
	return h, p, err
}

// pattern returns the pattern that a header names.
func (h header) pattern() (Pattern, error) {
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

// writeFile writes a table into a directory: under another name first, then
// under its own, so that nobody ever sees a part of it.
func writeFile(ctx context.Context, dir string, t *Table, written func(bytes uint64)) (err error) {
	h := header{
		Magic: magic, Version: version,
		Rows: uint8(t.pattern.size.Rows), Cols: uint8(t.pattern.size.Cols), Blank: t.pattern.blank, Tiles: uint8(t.pattern.Tiles()),
		BlockBytes: blockBytes, Bytes: t.Bytes(),
	}
	copy(h.Cells[:], t.pattern.cells)
	sums := make([]byte, 0, sumsBytes(t.Bytes()))
	for block := range slices.Chunk(t.packed, blockBytes) {
		sums = binary.LittleEndian.AppendUint32(sums, checksum(block))
	}
	sums = sums[:cap(sums)]
	h.SumsSum = checksum(sums)

	temporary, err := os.CreateTemp(dir, t.pattern.fileName()+".*"+partExtension)
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
	for piece := range slices.Chunk(t.packed, 16*blockBytes) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, err := temporary.Write(piece); err != nil {
			return err
		}
		done += uint64(len(piece))
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

// partExtension ends the name of a file that is being written.
const partExtension = ".part"

// removeParts removes what a build that was killed has left of a pattern's file.
func removeParts(dir string, p Pattern) error {
	names, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range names {
		if strings.HasPrefix(entry.Name(), p.fileName()+".") && strings.HasSuffix(entry.Name(), partExtension) {
			err = errors.Join(err, os.Remove(filepath.Join(dir, entry.Name())))
		}
	}
	return err
}

// source is where a mapped table comes from.
type source struct {
	path  string
	sums  []byte // of the blocks
	unmap func() error
}

// readHeaderOf returns the header of a file by its name and the file's length.
func readHeaderOf(path string) (header, Pattern, uint64, error) {
	file, err := os.Open(path)
	if err != nil {
		return header{}, Pattern{}, 0, fmt.Errorf("pdb: %w", err)
	}
	defer file.Close()
	return headerOf(file)
}

// headerOf returns the header of an open file, the pattern and the file's
// length, which must agree.
func headerOf(file *os.File) (header, Pattern, uint64, error) {
	h, p, err := readHeader(file)
	if err != nil {
		return h, p, 0, fmt.Errorf("pdb: %s: %w; remove it and build it again", file.Name(), err)
	}
	info, err := file.Stat()
	if err != nil {
		return h, p, 0, fmt.Errorf("pdb: %w", err)
	}
	// Sizes that no file has would overflow.
	if h.Bytes > 1<<62 || uint64(info.Size()) != fileBytes(h.Bytes) {
		return h, p, 0, fmt.Errorf("pdb: %s: %d bytes; expected %d; remove it and build it again", file.Name(), info.Size(), fileBytes(h.Bytes))
	}
	return h, p, uint64(info.Size()), nil
}

// openFile maps a table. Its blocks are checked when they are first looked at.
func openFile(path string, p Pattern, x *Index) (*Table, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("pdb: %w", err)
	}
	defer file.Close()
	h, found, length, err := headerOf(file)
	if err != nil {
		return nil, err
	}
	if found != p || h.Bytes != x.Len()/2 {
		return nil, fmt.Errorf("pdb: %s: holds pattern %v; expected %v; remove it and build it again", path, found, p)
	}
	sums := make([]byte, sumsBytes(h.Bytes))
	if _, err := file.ReadAt(sums, pageBytes); err != nil {
		return nil, fmt.Errorf("pdb: %w", err)
	}
	if checksum(sums) != h.SumsSum {
		return nil, fmt.Errorf("pdb: %s: the checksums are damaged; remove it and build it again", path)
	}
	data, unmap, err := mapFile(file, int(length))
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
