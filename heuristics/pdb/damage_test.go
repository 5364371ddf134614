package pdb

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
)

// openError opens a partition afresh and returns the error.
func openError(dir string, p Partition) error {
	_, err := storeOf(dir).Open(context.Background(), p)
	return err
}

// smallFile is a table of one block: a page of header, one of checksums, and
// some 300 bytes.
func smallFile(t testing.TB) (p Partition, dir, path string, whole []byte) {
	p = partitionOf(t, "aaa./....", goalOf(t, puzzle.BlankLast, 2, 4))
	dir, path = built(t, p)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Greater(t, len(whole), 2*4096)
	require.Less(t, len(whole), 2*4096+500)
	return p, dir, path, whole
}

// Any byte of a file that differs in any way is found.
func TestEveryFlippedByteIsFound(t *testing.T) {
	p, dir, path, whole := smallFile(t)
	require.NoError(t, openError(dir, p))
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
		require.Error(t, openError(dir, p), "byte %d", at)
		_, err = file.WriteAt(whole[at:at+1], int64(at))
		require.NoError(t, err)
	}
	require.NoError(t, openError(dir, p))
}

func TestEveryCutIsFound(t *testing.T) {
	p, dir, path, whole := smallFile(t)
	for length := len(whole) - 1; length >= 0; length-- {
		if length%13 != 0 && length%4096 > 1 && len(whole)-length > 5 {
			continue
		}
		require.NoError(t, os.Truncate(path, int64(length)))
		require.ErrorContains(t, openError(dir, p), "build it again", "%d bytes", length)
	}
	require.NoError(t, os.WriteFile(path, append(slices.Clone(whole), 0), 0o600))
	require.ErrorContains(t, openError(dir, p),
		fmt.Sprintf("%d bytes; expected %d", len(whole)+1, len(whole)))
}

// A damaged block is named by its place in the file, and the partition is built
// again.
func TestDamagedBlock(t *testing.T) {
	p := partitionOf(t, ".aaa/aa../..../....", goalOf(t, puzzle.BlankFirst, 4, 4))
	dir, path := built(t, p)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	const data = 2 * 4096
	rng := puzzle.NewRand(2, 0)
	for range 30 {
		at := data + rng.IntN(len(whole)-data)
		flipped := slices.Clone(whole)
		flipped[at] ^= 1 << rng.IntN(8)
		require.NoError(t, os.WriteFile(path, flipped, 0o600))
		first := data + (at-data)/blockBytes*blockBytes
		var damage *FileError
		require.ErrorAs(t, openError(dir, p), &damage)
		require.Equal(t, path, damage.Path)
		require.EqualError(t, damage,
			fmt.Sprintf("pdb: %s: bytes %d to %d are damaged; remove it and build it again",
				path, first, min(first+blockBytes, len(whole))-1))
		files, err := storeOf(dir).List()
		require.NoError(t, err)
		require.NoError(t, files[0].Err, "the header is sound")
		require.ErrorAs(t, files[0].Verify(context.Background()), &damage)
		_, found, err := storeOf(dir).Best(context.Background(), p.Goal())
		require.ErrorAs(t, err, &damage)
		require.False(t, found)
	}
	patterns, err := storeOf(dir).Build(context.Background(), p, BuildOptions{})
	require.NoError(t, err)
	require.Equal(t, p.patterns, patterns)
	require.NoError(t, openError(dir, p))
}

// Of several damaged blocks the first is named, whatever goroutine finds it.
func TestFirstDamagedBlock(t *testing.T) {
	slow.NotShort(t)
	p := partitionOf(t, ".aaa/aaa./..../....", goalOf(t, puzzle.BlankFirst, 4, 4))
	dir, path := built(t, p)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	const data = 2 * 4096
	require.Greater(t, len(whole), data+17*blockBytes, "several groups of blocks")
	rng := puzzle.NewRand(3, 0)
	for range 20 {
		first := rng.IntN(17)
		flipped := slices.Clone(whole)
		for at := data + first*blockBytes; at < len(whole); at += (1 + rng.IntN(3)) * blockBytes {
			flipped[at] ^= 1
		}
		require.NoError(t, os.WriteFile(path, flipped, 0o600))
		require.ErrorContains(t, openError(dir, p),
			fmt.Sprintf(": bytes %d to ", data+first*blockBytes))
	}
}

// A store whose files are verified does not compare checksums.
func TestVerifiedStore(t *testing.T) {
	p, dir, path, whole := smallFile(t)
	whole[len(whole)-1] ^= 1
	require.NoError(t, os.WriteFile(path, whole, 0o600))
	require.Error(t, openError(dir, p))
	s := storeOf(dir)
	s.Verified = true
	_, err := s.Open(context.Background(), p)
	require.NoError(t, err)
}

// A file that is cut while it is mapped is an error, not a crash.
func TestCutWhileMapped(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems may keep the pages")
	}
	p := partitionOf(t, ".aaa/aa../..../....", goalOf(t, puzzle.BlankFirst, 4, 4))
	dir, path := built(t, p)
	tables, err := storeOf(dir).Open(context.Background(), p)
	require.NoError(t, err)
	require.NoError(t, os.Truncate(path, 4096))
	sum := 0
	require.ErrorIs(t, heuristics.Guard(func() error {
		sum += int(tables[p.patterns[0]].excess(1000))
		return nil
	}), heuristics.ErrUnreadable)
	require.Zero(t, sum)
}

// Guard hands over errors and other panics.
func TestGuard(t *testing.T) {
	require.NoError(t, heuristics.Guard(func() error { return nil }))
	require.ErrorIs(t, heuristics.Guard(func() error { return os.ErrClosed }), os.ErrClosed)
	require.PanicsWithValue(t, "other", func() {
		_ = heuristics.Guard(func() error { panic("other") })
	})
}

// A file that is cut while its checksums are compared is damaged.
func TestCutWhileVerified(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems may keep the pages")
	}
	p, dir, path, _ := smallFile(t)
	f := Inspect(path)
	require.NoError(t, f.Err)
	require.NoError(t, os.Truncate(path, 4096))
	require.ErrorContains(t, f.Verify(context.Background()), "cannot be read to its end")
	require.Error(t, openError(dir, p))
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
		binary.LittleEndian.PutUint32(text[4092:],
			crc32.Checksum(text[:4092], crc32.MakeTable(crc32.Castagnoli)))
		return text
	}
	for _, c := range []struct {
		name string
		text []byte
		want string
	}{
		{"empty", nil, "not a pattern database, or cut short; remove it and build it again"},
		{"text", slices.Repeat([]byte("hello\n"), 4096),
			"not a pattern database; remove it and build it again"},
		{"header", append(append([]byte("npuzzle pdb\n"), make([]byte, 4096)...), whole...),
			"the header is damaged; remove it and build it again"},
		{"version", resealed(func(page []byte) { page[12] = 2 }),
			"version 2; expected 1; remove it and build it again"},
		{"block size", resealed(func(page []byte) { page[32]++ }), "version 1; expected 1"},
		{"no size", resealed(func(page []byte) { page[16] = 0 }), "do not name one table"},
		{"tiles", resealed(func(page []byte) { page[19] = 200 }), "do not name one table"},
		{"cells", resealed(func(page []byte) {
			page[20], page[21] = page[21], page[20]
		}), "do not name one table"},
		{"not the first image", resealed(func(page []byte) {
			page[18]++
		}), "do not name one table"},
		{"length", resealed(func(page []byte) { page[40] ^= 255 }), "bytes; expected"},
		{"huge length", resealed(func(page []byte) { page[47] = 255 }), "bytes; expected"},
		{"no goal", resealed(func(page []byte) { page[48] = 0 }), "do not name one table"},
		{"goal", resealed(func(page []byte) { page[50] = 99 }), "do not name one table"},
		{"no partition", resealed(func(page []byte) { page[306] = 0 }), "do not name one table"},
		{"other pattern", foreign, "do not name one table; remove it and build it again"},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.NoError(t, os.WriteFile(path, c.text, 0o600))
			err := openError(dir, p)
			require.ErrorContains(t, err, "pdb: "+path+": ")
			require.ErrorContains(t, err, c.want)
			require.NotContains(t, err.Error(), "\n")
			s := storeOf(dir)
			files, err := s.List()
			require.NoError(t, err)
			require.Len(t, files, 1)
			require.Error(t, files[0].Err)
			require.Equal(t, files[0].Err, files[0].Verify(context.Background()))
			_, found, err := s.Best(context.Background(), p.Goal())
			require.NoError(t, err)
			require.False(t, found)
		})
	}
	// It can be built again, over what was there.
	patterns, err := storeOf(dir).Build(context.Background(), p, BuildOptions{})
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
			binary.LittleEndian.PutUint32(page[4092:],
				crc32.Checksum(page[:4092], crc32.MakeTable(crc32.Castagnoli)))
		}
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "x.pdb"), page, 0o600))
		files, err := storeOf(dir).List()
		require.NoError(t, err)
		require.Error(t, files[0].Err)
	})
}

// In a file of more than a hundred blocks any damage, of the header, of the
// checksums or of the blocks, is found when the file is opened.
func TestDamageInManyBlocks(t *testing.T) {
	if raceDetector || testing.Short() {
		t.Skip("builds a table of 13 MB")
	}
	const header, sums = 4096, 4096
	p := partitionOf(t, ".aaa../.aaa../......", goalOf(t, puzzle.BlankFirst, 3, 6))
	dir, path := built(t, p)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Greater(t, (len(whole)-header-sums+blockBytes-1)/blockBytes, 100)
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	require.NoError(t, err)
	defer file.Close()

	rng := puzzle.NewRand(4, 0)
	damages, cuts := 9, 6
	if slow.Asked() {
		damages, cuts = 60, 40
	}
	for i := range damages {
		at := rng.IntN(header)
		switch i % 3 {
		case 1:
			at = header + rng.IntN(sums)
		case 2:
			at = header + sums + rng.IntN(len(whole)-header-sums)
		}
		_, err := file.WriteAt([]byte{whole[at] ^ byte(1+rng.IntN(255))}, int64(at))
		require.NoError(t, err)
		require.ErrorContains(t, openError(dir, p), "build it again", "byte %d", at)
		_, err = file.WriteAt(whole[at:at+1], int64(at))
		require.NoError(t, err)
	}
	require.NoError(t, openError(dir, p))
	for length := len(whole) - 1; length > 0; length -= 1 + rng.IntN(len(whole)/cuts) {
		require.NoError(t, os.Truncate(path, int64(length)))
		require.ErrorContains(t, openError(dir, p), "build it again", "%d bytes", length)
	}
}
