package pdb

import "math/bits"

// Placement packs a placement of a pattern's tiles and its excess into one word, for
// search kernels. From the lowest bit up, it holds the excess, the order, and the mask of
// the cells that the tiles occupy.
type Placement uint64

const (
	excessBits = 4
	orderBits  = 32
	maskShift  = excessBits + orderBits
	// placedCells is the maximum number of cells of a board in a Placement.
	placedCells = 64 - maskShift
)

// Excess returns the excess: half of the number of moves that the tiles need beyond the
// Manhattan distance, at most 15.
func (p Placement) Excess() uint8 { return uint8(p & (1<<excessBits - 1)) }

// With returns the placement with the given excess.
func (p Placement) With(excess uint8) Placement {
	return p&^(1<<excessBits-1) | Placement(excess)
}

// Placer moves tiles in the placements of one table, for search kernels. It takes few
// instructions and no branches. It is read-only and safe for concurrent use.
type Placer struct {
	table  *Table
	stride uint64
	// The number of a set is the sum of an element of low and an element of high. The
	// element of low is for the set's cells below lowCells. The element of high is for
	// its other cells, given the number of cells below lowCells.
	low []uint32 // indexed by the mask of the cells below lowCells
	// indexed by number of cells below << highBits | mask of the others
	high      []uint32
	rotations [16 * 16]*rotation // indexed by from << 4 | to
	regions   []setRegions       // indexed by set
}

// setRegions holds the regions of a set. The region of a cell is first plus a number of
// three binary digits: the cell's bits in the planes, lowest first.
type setRegions struct {
	first  uint32
	planes [3]uint32
}

const (
	lowCells = 14
	highBits = placedCells - lowCells
	// placedRegions is the maximum number of regions of a set that fits in the planes.
	placedRegions = 8
)

// Placer returns the Placer of the table. It returns nil if the board has more than 28
// cells, or if a set has more than eight regions. The first call makes the Placer, which
// takes O(sets·cells) time and 16 bytes for each set.
func (t *Table) Placer() *Placer {
	t.placing.Do(func() { t.placer = newPlacer(t) })
	return t.placer
}

func newPlacer(t *Table) *Placer {
	x := t.index
	cells := x.size.Cells()
	if cells > placedCells {
		return nil
	}
	p := &Placer{table: t, stride: x.stride, regions: make([]setRegions, x.sets())}
	for set := range p.regions {
		r := &p.regions[set]
		if r.first = x.first[set]; x.first[set+1]-r.first > placedRegions {
			return nil
		}
		for cell, region := range x.local[set*cells : (set+1)*cells] {
			for plane := range r.planes {
				r.planes[plane] |= uint32(region) >> plane & 1 << cell
			}
		}
	}
	p.low = make([]uint32, 1<<lowCells)
	for mask := range uint64(1 << min(lowCells, cells)) {
		p.low[mask] = x.partOfSet(mask, 0, 0)
	}
	p.high = make([]uint32, (x.tiles+1)<<highBits)
	for below := range x.tiles + 1 {
		for mask := range uint64(1 << max(0, cells-lowCells)) {
			p.high[uint64(below)<<highBits|mask] = x.partOfSet(mask, lowCells, below)
		}
	}
	for from := range x.tiles {
		for to := range x.tiles {
			p.rotations[from<<4|to] = &x.rotations[from][to]
		}
	}
	return p
}

// partOfSet returns the sum that the cells of a mask add to the number of a set. The
// lowest bit of the mask is the cell first, and the set has below cells before it. The
// result is not used for masks with more cells than the pattern has tiles.
func (x *index) partOfSet(mask uint64, first, below int) (sum uint32) {
	for ; mask != 0 && below < x.tiles; mask &= mask - 1 {
		below++
		sum += uint32(x.choose[first+bits.TrailingZeros64(mask)][below])
	}
	return sum
}

// set returns the number of the set with the given mask.
func (p *Placer) set(mask uint64) uint32 {
	below := mask & (1<<lowCells - 1)
	return p.low[below] + p.high[uint64(bits.OnesCount64(below))<<highBits|mask>>lowCells]
}

// Move returns the placement after the tile on cell from has moved to cell to, and the
// number of its set. Move does not update the excess in the placement. The cells are cells
// of the table, not of the board (see View).
func (p *Placer) Move(now Placement, from, to uint8) (Placement, uint32) {
	mask := uint64(now >> maskShift)
	place := bits.OnesCount64(mask & (1<<(from&63) - 1))
	mask ^= 1<<(from&63) | 1<<(to&63)
	order := p.rotations[(place<<4|bits.OnesCount64(mask&(1<<(to&63)-1)))&255].apply(
		uint32(now >> excessBits))
	return Placement(mask)<<maskShift | Placement(order)<<excessBits | now&(1<<excessBits-1),
		p.set(mask)
}

// Entry returns the index of a placement's entry, given the number of its set and the
// blank's cell of the table.
func (p *Placer) Entry(now Placement, set uint32, blank uint8) uint64 {
	r := &p.regions[set]
	region := r.first + r.planes[0]>>(blank&31)&1 + r.planes[1]>>(blank&31)&1<<1 +
		r.planes[2]>>(blank&31)&1<<2
	return uint64(region)*p.stride + uint64(uint32(now>>excessBits))
}

// Touch reads the byte of the entry with the given index, so that the byte is in the
// cache when Excess reads it. If many entries are touched one after the other, the
// processor fetches them at the same time. The caller must use the result, for example by
// adding it to a variable that is kept. Otherwise, the compiler may remove the read.
func (p *Placer) Touch(entry uint64) uint8 { return p.table.packed[entry>>1] }

// TouchSet reads the memory that Entry will read for a set. As for Touch, the caller must
// use the result.
func (p *Placer) TouchSet(set uint32) uint32 { return p.regions[set].first }

// Excess returns the excess in the entry with the given index.
func (p *Placer) Excess(entry uint64) uint8 { return p.table.excess(entry) }

// Bytes returns the size of the Placer in bytes, without its table and index.
func (p *Placer) Bytes() uint64 {
	return uint64(4*(len(p.low)+len(p.high)) + 16*len(p.regions))
}
