package pdb_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
)

// wholeError opens a partition afresh and reads all its tables; it returns the
// first error.
func wholeError(t testing.TB, dir string, p pdb.Partition) error {
	s := pdb.NewStore(dir)
	defer func() { require.NoError(t, s.Close()) }()
	tables, err := s.Open(context.Background(), p)
	if err != nil {
		return err
	}
	for _, table := range tables {
		if err := table.Verify(context.Background()); err != nil {
			return err
		}
	}
	return nil
}

// smallFile is a table of one block: a page of header, one of checksums, and
// some 300 bytes.
func smallFile(t testing.TB) (p pdb.Partition, dir, path string, whole []byte) {
	p = partitionOf(t, "aaa./....", goalOf(t, puzzle.BlankLast, 2, 4))
	dir, path = built(t, p)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Greater(t, len(whole), 2*4096)
	require.Less(t, len(whole), 2*4096+500)
	return p, dir, path, whole
}

const blockBytes = 1 << 16

// Any byte of a file that differs in any way is found, before or when the block
// it lies in is looked at.
func TestEveryFlippedByteIsFound(t *testing.T) {
	p, dir, path, whole := smallFile(t)
	require.NoError(t, wholeError(t, dir, p))
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	require.NoError(t, err)
	defer file.Close()
	rng := puzzle.NewRand(1, 0)
	for at := range whole {
		if at%4096 > 128 && at < 2*4096 && at%17 != 0 {
			continue // most of what fills up pages
		}
		_, err := file.WriteAt([]byte{whole[at] ^ byte(1+rng.IntN(255))}, int64(at))
		require.NoError(t, err)
		require.Error(t, wholeError(t, dir, p), "byte %d", at)
		_, err = file.WriteAt(whole[at:at+1], int64(at))
		require.NoError(t, err)
	}
	require.NoError(t, wholeError(t, dir, p))
}

func TestEveryCutIsFound(t *testing.T) {
	p, dir, path, whole := smallFile(t)
	for length := len(whole) - 1; length >= 0; length-- {
		if length%13 != 0 && length%4096 > 1 && len(whole)-length > 5 {
			continue
		}
		require.NoError(t, os.Truncate(path, int64(length)))
		require.ErrorContains(t, wholeError(t, dir, p), "build it again", "%d bytes", length)
	}
	require.NoError(t, os.WriteFile(path, append(slices.Clone(whole), 0), 0o600))
	require.ErrorContains(t, wholeError(t, dir, p), fmt.Sprintf("%d bytes; expected %d", len(whole)+1, len(whole)))
}

// A block that is damaged gives 0 and an error from the first look on; the
// others stay in use.
func TestDamagedBlock(t *testing.T) {
	p := partitionOf(t, ".aaa/aa../..../....", goalOf(t, puzzle.BlankFirst, 4, 4))
	dir, path := built(t, p)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	const data = 2 * 4096
	rng := puzzle.NewRand(2, 0)
	truth := tablesOf(t, p)[p.Patterns()[0]]
	for range 30 {
		at := data + rng.IntN(len(whole)-data)
		flipped := slices.Clone(whole)
		flipped[at] ^= 1 << rng.IntN(8)
		require.NoError(t, os.WriteFile(path, flipped, 0o600))
		s := pdb.NewStore(dir)
		tables, err := s.Open(context.Background(), p)
		require.NoError(t, err)
		sum := pdb.NewSum(p, tables, false, puzzle.Costs{})
		table := tables[p.Patterns()[0]]
		bad := uint64(at-data) / blockBytes
		for block := range (table.Bytes() + blockBytes - 1) / blockBytes {
			if block == bad {
				continue
			}
			entry := 2 * min(block*blockBytes+rng.Uint64N(blockBytes), table.Bytes()-1)
			require.Equal(t, truth.Excess(entry), table.Excess(entry))
		}
		require.NoError(t, sum.Err())
		require.NoError(t, s.Err())
		for range 3 {
			require.Zero(t, table.Excess(2*min(bad*blockBytes+rng.Uint64N(blockBytes), table.Bytes()-1)))
		}
		var damage *pdb.DamageError
		require.ErrorAs(t, sum.Err(), &damage)
		require.ErrorAs(t, s.Err(), &damage)
		require.Equal(t, path, damage.Path)
		require.Equal(t, data+bad*blockBytes, damage.Offset)
		require.EqualError(t, damage, fmt.Sprintf("pdb: %s: bytes %d to %d are damaged; remove it and build it again (npuzzle pdb verify, remove, build)", path, damage.Offset, damage.Offset+uint64(damage.Bytes)-1))
		files, err := s.List()
		require.NoError(t, err)
		require.NoError(t, files[0].Err, "the header is sound")
		require.ErrorAs(t, s.Verify(context.Background(), files[0]), &damage)
		require.NoError(t, s.Close())
	}
	// What is damaged is built again, also where it is open.
	s := newStore(t, dir)
	_, err = s.Open(context.Background(), p)
	require.NoError(t, err)
	patterns, err := s.Build(context.Background(), p, pdb.BuildOptions{})
	require.NoError(t, err)
	require.Equal(t, p.Patterns(), patterns)
	require.NoError(t, s.Err())
	require.NoError(t, wholeError(t, dir, p))
}

// Goroutines that look at the same blocks for the first time agree; the race
// detector watches.
func TestBlocksAreCheckedConcurrently(t *testing.T) {
	p := partitionOf(t, ".aaa/aa../..../....", goalOf(t, puzzle.BlankFirst, 4, 4))
	dir, path := built(t, p)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	whole[len(whole)-1] ^= 1
	require.NoError(t, os.WriteFile(path, whole, 0o600))
	tables, err := newStore(t, dir).Open(context.Background(), p)
	require.NoError(t, err)
	table := tables[p.Patterns()[0]]
	var wait sync.WaitGroup
	var sums [8]int
	for i := range sums {
		wait.Go(func() {
			rng := puzzle.NewRand(3, 0)
			for range 2000 {
				sums[i] += int(table.Excess(rng.Uint64N(table.Index().Len())))
			}
			assert.Error(t, table.Err())
		})
	}
	wait.Wait()
	for _, sum := range sums {
		require.Equal(t, sums[0], sum)
	}
}

// A file that is cut while it is mapped is an error, not a crash.
func TestCutWhileMapped(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems may keep the pages")
	}
	p := partitionOf(t, ".aaa/aa../..../....", goalOf(t, puzzle.BlankFirst, 4, 4))
	dir, path := built(t, p)
	tables, err := newStore(t, dir).Open(context.Background(), p)
	require.NoError(t, err)
	require.NoError(t, os.Truncate(path, 4096))
	table := tables[p.Patterns()[0]]
	require.Zero(t, table.Excess(1000))
	require.ErrorContains(t, table.Err(), "damaged")
}

// Files of other kinds, versions and patterns are named as what they are.
func TestForeignFiles(t *testing.T) {
	p, dir, path, whole := smallFile(t)
	other, otherPath := built(t, partitionOf(t, "aa../....", goalOf(t, puzzle.BlankLast, 2, 4)))
	foreign, err := os.ReadFile(otherPath)
	require.NoError(t, err)
	resealed := func(change func(page []byte)) []byte {
		text := slices.Clone(whole)
		change(text)
		binary.LittleEndian.PutUint32(text[4092:], crc32.Checksum(text[:4092], crc32.MakeTable(crc32.Castagnoli)))
		return text
	}
	for _, c := range []struct {
		name string
		text []byte
		want string
	}{
		{"empty", nil, "not a pattern database, or cut short; remove it and build it again"},
		{"text", slices.Repeat([]byte("hello\n"), 4096), "not a pattern database; remove it and build it again"},
		{"header", append(append([]byte("npuzzle pdb\n"), make([]byte, 4096)...), whole...), "the header is damaged; remove it and build it again"},
		{"version", resealed(func(page []byte) { page[12] = 2 }), "version 2; expected 1; remove it and build it again"},
		{"block size", resealed(func(page []byte) { page[32]++ }), "version 1; expected 1"},
		{"no size", resealed(func(page []byte) { page[16] = 0 }), "the header names no pattern"},
		{"tiles", resealed(func(page []byte) { page[19] = 200 }), "the header names no pattern"},
		{"cells", resealed(func(page []byte) { page[20], page[21] = page[21], page[20] }), "the header names no pattern"},
		{"not the first image", resealed(func(page []byte) { page[18]++ }), "the header names no pattern"},
		{"length", resealed(func(page []byte) { page[40] ^= 255 }), "bytes; expected"},
		{"huge length", resealed(func(page []byte) { page[47] = 255 }), "bytes; expected"},
		{"no goal", resealed(func(page []byte) { page[48] = 0 }), "the header names no partition"},
		{"goal", resealed(func(page []byte) { page[50] = 99 }), "the header names no partition"},
		{"no partition", resealed(func(page []byte) { page[306] = 0 }), "the header names no partition"},
		{"other pattern", foreign, "holds pattern xx../....; expected xxx./....; remove it and build it again"},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.NoError(t, os.WriteFile(path, c.text, 0o600))
			err := wholeError(t, dir, p)
			require.ErrorContains(t, err, "pdb: "+path+": ")
			require.ErrorContains(t, err, c.want)
			require.NotContains(t, err.Error(), "\n")
			s := newStore(t, dir)
			files, err := s.List()
			require.NoError(t, err)
			require.Len(t, files, 1)
			require.Error(t, files[0].Err)
			require.Equal(t, files[0].Err, s.Verify(context.Background(), files[0]))
			_, _, any, err := s.Best(context.Background(), p.Goal())
			require.NoError(t, err)
			require.False(t, any)
		})
	}
	// It can be built again, over what was there.
	patterns, err := newStore(t, dir).Build(context.Background(), p, pdb.BuildOptions{})
	require.NoError(t, err)
	require.Len(t, patterns, 1)
	again, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, whole, again)
	require.DirExists(t, other)
}

// No header, sealed or not, makes opening panic or take memory.
func FuzzHeader(f *testing.F) {
	_, _, _, whole := smallFile(f)
	f.Add(whole[:52], true)
	f.Add([]byte("npuzzle pdb\n"), false)
	f.Fuzz(func(t *testing.T, head []byte, seal bool) {
		page := make([]byte, 4096)
		copy(page, head)
		if seal {
			binary.LittleEndian.PutUint32(page[4092:], crc32.Checksum(page[:4092], crc32.MakeTable(crc32.Castagnoli)))
		}
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "x.pdb"), page, 0o600))
		files, err := pdb.NewStore(dir).List()
		require.NoError(t, err)
		require.Error(t, files[0].Err)
	})
}

// In a file of more than a hundred blocks any damage, of the header, of the
// checksums or of the blocks, is found before a wrong value is given: a look-up
// gives the right value or, with an error, 0.
func TestDamageInManyBlocks(t *testing.T) {
	if raceDetector || testing.Short() {
		t.Skip("builds a table of 280 blocks")
	}
	const header, sums = 4096, 4096
	p := partitionOf(t, ".aaa/.aaa/..../..../....", goalOf(t, puzzle.BlankFirst, 5, 4))
	dir, path := built(t, p)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	blocks := (len(whole) - header - sums + blockBytes - 1) / blockBytes
	require.Greater(t, blocks, 100)
	truth, err := newStore(t, dir).Open(context.Background(), p)
	require.NoError(t, err)
	entries := truth[p.Patterns()[0]]
	values := make([]byte, 0, entries.Index().Len())
	for entry := range entries.Index().Len() {
		values = append(values, entries.Excess(entry))
	}
	copied := filepath.Join(t.TempDir(), filepath.Base(path)) // the mapped one stays whole
	require.NoError(t, os.WriteFile(copied, whole, 0o600))
	file, err := os.OpenFile(copied, os.O_RDWR, 0)
	require.NoError(t, err)
	defer file.Close()

	rng := puzzle.NewRand(4, 0)
	for i := range 60 {
		at := rng.IntN(header)
		switch i % 3 {
		case 1:
			at = header + rng.IntN(sums)
		case 2:
			at = header + sums + rng.IntN(len(whole)-header-sums)
		}
		_, err := file.WriteAt([]byte{whole[at] ^ byte(1+rng.IntN(255))}, int64(at))
		require.NoError(t, err)
		s := pdb.NewStore(filepath.Dir(copied))
		tables, err := s.Open(context.Background(), p)
		if i%3 < 2 {
			require.Error(t, err, "byte %d", at)
		} else {
			require.NoError(t, err)
			table := tables[p.Patterns()[0]]
			for range 3000 {
				entry := rng.Uint64N(uint64(len(values)))
				if got := table.Excess(entry); got != values[entry] {
					require.Zero(t, got)
					require.Error(t, table.Err(), "byte %d", at)
				}
			}
			hit := 2*uint64(at-header-sums) + rng.Uint64N(2)
			require.Zero(t, table.Excess(hit))
			require.ErrorContains(t, table.Err(), "are damaged", "byte %d", at)
		}
		require.NoError(t, s.Close())
		_, err = file.WriteAt(whole[at:at+1], int64(at))
		require.NoError(t, err)
	}
	require.NoError(t, wholeError(t, filepath.Dir(copied), p))
	for length := len(whole) - 1; length > 0; length -= 1 + rng.IntN(len(whole)/40) {
		require.NoError(t, os.Truncate(copied, int64(length)))
		require.ErrorContains(t, wholeError(t, filepath.Dir(copied), p), "build it again", "%d bytes", length)
	}
}
