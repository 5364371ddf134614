package pdb

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"npuzzle/puzzle"
)

// indexKey is what an index depends on.
type indexKey struct {
	size  puzzle.Size
	tiles int
}

// indexes are those of some tables, which share them.
type indexes map[indexKey]*Index

func (all indexes) of(p Pattern) *Index { return all[indexKey{p.size, p.Tiles()}] }

// bytes returns what they take.
func (all indexes) bytes() uint64 {
	sum := uint64(0)
	for _, x := range all {
		sum += x.indexBytes()
	}
	return sum
}

// smallIndexes are made although the memory allowed is less, for the sake of an
// exact figure in the refusal that follows.
const smallIndexes = 64 << 20

// add makes the indexes of some patterns, each once, unless they are far too
// large for the memory allowed.
func (all indexes) add(ctx context.Context, what string, patterns []Pattern, o BuildOptions) error {
	wanted := map[indexKey]*Ranking{}
	held, most, sets := all.bytes(), uint64(0), uint64(0)
	for _, p := range patterns {
		key := indexKey{p.size, p.Tiles()}
		if all[key] != nil || wanted[key] != nil {
			continue
		}
		r, err := NewRanking(p.size, p.Tiles())
		if err != nil {
			return err
		}
		wanted[key] = r
		held, sets = held+r.indexBytes(), sets+r.Sets()
		// Each set has one region at least; how many there are the index tells.
		most = max(most, r.breadthFirstBytes(r.Sets()))
	}
	if o.Memory > 0 && held > max(o.Memory, smallIndexes) {
		return &NoRoomError{What: what, Need: held + most, AtLeast: true, Limit: o.Memory}
	}
	done := uint64(0)
	for key, r := range wanted {
		x, err := NewIndex(ctx, r, o.workers(), func(of uint64) {
			o.observe(Progress{Tables: len(patterns), Sets: done + of, TotalSets: sets})
		})
		if err != nil {
			return fmt.Errorf("pdb: building %s: %w", what, err)
		}
		all[key] = x
		done += r.Sets()
	}
	return nil
}

// fits refuses to search for the tables of some patterns, one after another, if
// that and the indexes take more than the memory allowed.
func (all indexes) fits(what string, patterns []Pattern, o BuildOptions) error {
	most := uint64(0)
	for _, p := range patterns {
		x := all.of(p)
		most = max(most, x.breadthFirstBytes(x.regions()))
	}
	if need := all.bytes() + most; o.Memory > 0 && most > 0 && need > o.Memory {
		return &NoRoomError{What: what, Need: need, Limit: o.Memory}
	}
	return nil
}

// NoRoomError says that a build was refused: it would not fit in the memory or
// on the disk.
type NoRoomError struct {
	What        string // is built
	Need, Limit uint64 // bytes
	AtLeast     bool   // more may be needed
	Dir         string // of the disk, or "" if it is the memory
}

// Error returns one line with the figures.
func (e *NoRoomError) Error() string {
	switch {
	case e.Dir != "":
		return fmt.Sprintf("pdb: building %s takes %s of disk; %s has %s free", e.What, bytesText(e.Need, math.Ceil), e.Dir, bytesText(e.Limit, math.Floor))
	case e.AtLeast:
		return fmt.Sprintf("pdb: building %s takes at least %s of memory; %s are allowed", e.What, bytesText(e.Need, math.Ceil), bytesText(e.Limit, math.Floor))
	}
	return fmt.Sprintf("pdb: building %s takes %s of memory; %s are allowed", e.What, bytesText(e.Need, math.Ceil), bytesText(e.Limit, math.Floor))
}

// bytesText writes a number of bytes with four digits, so rounded that what is
// needed is enough and what is free is there.
func bytesText(bytes uint64, round func(float64) float64) string {
	x, unit := float64(bytes)/1e6, " MB"
	if bytes >= 1e9 {
		x, unit = x/1e3, " GB"
	}
	digits := 0
	for scale := x; scale < 1000 && digits < 3; scale *= 10 {
		digits++
	}
	power := math.Pow10(digits)
	return strconv.FormatFloat(round(x*power)/power, 'f', -1, 64) + unit
}
