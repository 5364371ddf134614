package beam

import "math/bits"

const (
	maxRegions    = 64
	prefetchBatch = 16 // look-ups whose memory is fetched at the same time
)

// table is a set of boards. An entry is 32 bits of a board's hash, and its place tells more of
// them. The table can take two boards for the same one. This is so rare that the search does not
// check it. The search then loses one of the boards. The table has regions that are used
// independently of each other. A region that is full forgets its boards.
type table struct {
	entries []uint32
	regions int
	shift   int    // right shift of a hash to its region
	mask    uint64 // number of entries of a region, minus 1
	used    [maxRegions]int
	touched [maxRegions]uint32 // keeps the reads of touch from being optimised away
}

// tableEntries returns the number of entries of a table for the boards of a search.
func tableEntries(width, depth int) int {
	return max(1<<bits.Len(uint(width*depth*5/4)), 64*regionsFor(width))
}

func newTable(entries []uint32, regions int) *table {
	return &table{
		entries: entries,
		regions: regions,
		shift:   65 - bits.Len(uint(regions)),
		mask:    uint64(len(entries)/regions - 1),
	}
}

func (t *table) region(hash uint64) int { return int(hash >> t.shift) }

// touch reads the first place of a board, so that the processor fetches its memory.
func (t *table) touch(region int, hash uint64) {
	t.touched[region] ^= t.entries[uint64(region)*(t.mask+1)+hash>>27&t.mask]
}

// has reports whether a board is in the table.
func (t *table) has(hash uint64) bool {
	region := t.region(hash)
	entries := t.entries[uint64(region)*(t.mask+1):][:t.mask+1]
	entry := uint32(hash) | 1
	for i := hash >> 27 & t.mask; entries[i] != 0; i = (i + 1) & t.mask {
		if entries[i] == entry {
			return true
		}
	}
	return false
}

// add adds a board, and reports whether it is new.
func (t *table) add(region int, hash uint64) bool {
	entries := t.entries[uint64(region)*(t.mask+1):][:t.mask+1]
	entry := uint32(hash) | 1
	for i := hash >> 27 & t.mask; ; i = (i + 1) & t.mask {
		switch entries[i] {
		case entry:
			return false
		case 0:
			t.used[region]++
			if t.used[region] > len(entries)/8*7 {
				clear(entries)
				t.used[region] = 1
			}
			entries[i] = entry
			return true
		}
	}
}
