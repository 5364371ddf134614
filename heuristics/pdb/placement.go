package pdb

import "math/bits"

// Placement is a placement of a pattern's tiles and its entry in one word: the
// mask of the cells that they occupy, above the order, above the excess.
type Placement uint64

const (
	excessBits = 4
	orderBits  = 32
	maskShift  = excessBits + orderBits
	// placedCells is the most cells of a board that a Placement has room for.
	placedCells = 64 - maskShift
)

// Excess returns the entry of the placement: half of the moves that its tiles
// need beyond the Manhattan distance.
func (p Placement) Excess() uint8 { return uint8(p & (1<<excessBits - 1)) }

// With returns the placement with another excess.
func (p Placement) With(excess uint8) Placement {
	return p&^(1<<excessBits-1) | Placement(excess)
}

// Placer moves tiles in the placements of one table, with few instructions and
// no branches. It is read-only and safe for concurrent use.
type Placer struct {
	table  *Table
	stride uint64
	// The number of a set is what its cells below lowCells add, and what the
	// others add on top of so many.
	low     []uint32 // by the mask of the cells below
	high    []uint32 // by the mask of the others, above it how many are below
	turns   [16 * 16]*Turn
	regions []setRegions // by set
}

// setRegions tells the regions of a set from one another: the region of a cell
// is the first one plus the number that the cell's bits in the planes make.
type setRegions struct {
	first  uint32
	planes [3]uint32
}

const (
	lowCells = 14
	highBits = placedCells - lowCells
	// placedRegions is the most regions of a set that the planes can tell apart.
	placedRegions = 8
)

// Placer returns the Placer of the table, or nil if the board has more than 28
// cells or its sets more than eight regions. It is made once, in O(sets·cells)
// time and 16 bytes a set.
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
	p := &Placer{table: t, stride: x.stride, regions: make([]setRegions, x.Sets())}
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
			turn := x.Turn(from, to)
			if turn.change == nil {
				turn = &noTurn
			}
			p.turns[from<<4|to] = turn
		}
	}
	return p
}

// partOfSet returns what some cells add to the number of a set, given as a mask
// above a first one, so many more being below it. It does not matter what it
// returns for masks of more than the tiles.
func (x *Index) partOfSet(mask uint64, first, below int) (sum uint32) {
	for ; mask != 0 && below < x.tiles; mask &= mask - 1 {
		below++
		sum += uint32(x.choose[first+bits.TrailingZeros64(mask)][below])
	}
	return sum
}

// noTurn leaves every order as it is.
var noTurn = Turn{newDivisor(1), newDivisor(1), []uint32{0}}

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
	return (mask<<maskShift | Placement(order)<<excessBits).With(v.Table.Excess(x.First(set, v.Cell[at[0]]) + order))
}

// Move returns the placement after the tile on a cell has gone to the blank's,
// and the number of its set. Its excess is still the old one. Cells are the
// table's: see View.
func (p *Placer) Move(now Placement, from, to uint8) (Placement, uint32) {
	mask := uint64(now >> maskShift)
	place := bits.OnesCount64(mask & (1<<(from&63) - 1))
	mask ^= 1<<(from&63) | 1<<(to&63)
	order := p.turns[(place<<4|bits.OnesCount64(mask&(1<<(to&63)-1)))&255].Apply(uint32(now >> excessBits))
	below := mask & (1<<lowCells - 1)
	set := p.low[below] + p.high[uint64(bits.OnesCount64(below))<<highBits|mask>>lowCells]
	return Placement(mask)<<maskShift | Placement(order)<<excessBits | now&(1<<excessBits-1), set
}

// Entry returns the entry of a placement, given its set and the blank's cell.
func (p *Placer) Entry(now Placement, set uint32, blank uint8) uint64 {
	r := &p.regions[set]
	region := r.first + r.planes[0]>>(blank&31)&1 + r.planes[1]>>(blank&31)&1<<1 + r.planes[2]>>(blank&31)&1<<2
	return uint64(region)*p.stride + uint64(uint32(now>>excessBits))
}

// Touch reads the memory in which an entry is, so that it is near when Excess
// looks there. Touching many one after the other lets the processor fetch them
// all at the same time. TouchSet does so for a set's regions. Blocks that no
// look-up has checked yet are left to Excess.
func (p *Placer) Touch(entry uint64) uint8 {
	if at := entry >> 1; p.table.isSound(at >> blockShift) {
		return p.table.packed[at]
	}
	return 0
}

// TouchSet reads the memory that Entry looks at: see Touch.
func (p *Placer) TouchSet(set uint32) uint32 { return p.regions[set].first }

// Excess is the table's.
func (p *Placer) Excess(entry uint64) uint8 { return p.table.Excess(entry) }

// Bytes returns what the Placer takes besides its table and index.
func (p *Placer) Bytes() uint64 {
	return uint64(4*(len(p.low)+len(p.high)) + 16*len(p.regions))
}
