package pdb

import "math/bits"

// Placement is a placement of a pattern's tiles and its excess in one word, for
// search kernels. From the lowest bits up it holds the excess, the order, and the
// mask of the cells that the tiles occupy.
type Placement uint64

const (
	excessBits = 4
	orderBits  = 32
	maskShift  = excessBits + orderBits
	// placedCells is the largest number of cells that a Placement has room for.
	placedCells = 64 - maskShift
)

// Excess returns the excess: half of the moves that the tiles need beyond the
// Manhattan distance.
func (p Placement) Excess() uint8 { return uint8(p & (1<<excessBits - 1)) }

// With returns the placement with another excess.
func (p Placement) With(excess uint8) Placement {
	return p&^(1<<excessBits-1) | Placement(excess)
}

// Placer moves tiles in the placements of one table, for search kernels, in few
// instructions and without branches. It is read-only and safe for concurrent use.
type Placer struct {
	table  *Table
	stride uint64
	// The number of a set is what its cells below lowCells add, and what the
	// others add on top of so many.
	low       []uint32 // by the mask of the cells below
	high      []uint32 // by the mask of the others, above it how many are below
	rotations [16 * 16]*rotation
	regions   []setRegions // by set
}

// setRegions holds the regions of a set. The region of a cell is the first one
// plus the number whose binary digits are the cell's bits in the planes.
type setRegions struct {
	first  uint32
	planes [3]uint32
}

const (
	lowCells = 14
	highBits = placedCells - lowCells
	// placedRegions is the largest number of regions that the planes can hold.
	placedRegions = 8
)

// Placer returns the Placer of the table, or nil if the board has more than 28
// cells or a set more than eight regions. It is made once, in O(sets·cells) time
// and 16 bytes for each set.
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

// partOfSet returns what some cells add to the number of a set. The cells are a
// mask that begins at a first cell, and the set has a number of cells below it.
// The result is not used for masks of more cells than tiles.
func (x *index) partOfSet(mask uint64, first, below int) (sum uint32) {
	for ; mask != 0 && below < x.tiles; mask &= mask - 1 {
		below++
		sum += uint32(x.choose[first+bits.TrailingZeros64(mask)][below])
	}
	return sum
}

// Place returns the placement of a view's tiles on a board.
func (v *View) Place(tiles []uint8) Placement {
	at := positions(tiles)
	var cells [MaxTiles]uint8
	set, order := v.rank(&at, &cells)
	mask := Placement(0)
	for _, cell := range cells[:len(v.Tiles)] {
		mask |= 1 << cell
	}
	x := v.Table.index
	return (mask<<maskShift | Placement(order)<<excessBits).With(v.Table.excess(x.entry(set, v.Cell[at[0]]) + order))
}

// Move returns the placement after the tile on a cell has gone to the blank's
// cell, and the number of its set. Its excess is still the old one. Cells are
// those of the table; see View.
func (p *Placer) Move(now Placement, from, to uint8) (Placement, uint32) {
	mask := uint64(now >> maskShift)
	place := bits.OnesCount64(mask & (1<<(from&63) - 1))
	mask ^= 1<<(from&63) | 1<<(to&63)
	order := p.rotations[(place<<4|bits.OnesCount64(mask&(1<<(to&63)-1)))&255].apply(uint32(now >> excessBits))
	below := mask & (1<<lowCells - 1)
	set := p.low[below] + p.high[uint64(bits.OnesCount64(below))<<highBits|mask>>lowCells]
	return Placement(mask)<<maskShift | Placement(order)<<excessBits | now&(1<<excessBits-1), set
}

// Entry returns the index of a placement's entry, given the number of its set and
// the blank's cell.
func (p *Placer) Entry(now Placement, set uint32, blank uint8) uint64 {
	r := &p.regions[set]
	region := r.first + r.planes[0]>>(blank&31)&1 + r.planes[1]>>(blank&31)&1<<1 + r.planes[2]>>(blank&31)&1<<2
	return uint64(region)*p.stride + uint64(uint32(now>>excessBits))
}

// Touch reads the byte of the entry with an index, so that it is in the cache when
// Excess looks there. Touching many entries one after the other lets the processor
// fetch them at the same time. The caller must use the result, for example by
// adding it to a variable that is kept. Otherwise the compiler may drop the read.
func (p *Placer) Touch(entry uint64) uint8 { return p.table.packed[entry>>1] }

// TouchSet reads the memory that Entry looks at for a set. The result serves the
// same purpose as that of Touch.
func (p *Placer) TouchSet(set uint32) uint32 { return p.regions[set].first }

// Excess returns the excess in the entry with an index.
func (p *Placer) Excess(entry uint64) uint8 { return p.table.excess(entry) }

// Bytes returns the memory that the Placer takes besides its table and index.
func (p *Placer) Bytes() uint64 {
	return uint64(4*(len(p.low)+len(p.high)) + 16*len(p.regions))
}
