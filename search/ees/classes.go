package ees

import (
	"cmp"
	"slices"

	"npuzzle/internal/flat"
	"npuzzle/puzzle"
)

// class holds the open states with equal h and d.
type class[B flat.Board] struct {
	h, d puzzle.Cost
	open []entry[B] // a heap, ordered by g
}

// entry is an open state. It is obsolete once a cheaper path to its board is found.
type entry[B flat.Board] struct {
	board B
	g     puzzle.Cost
}

// f returns the f of the first state.
func (c *class[B]) f() puzzle.Cost { return c.open[0].g + c.h }

// classes has all classes, in the order of d and then of h.
type classes[B flat.Board] struct {
	sorted []*class[B]
	byName map[[2]puzzle.Cost]*class[B] // by h and d

	held    uint64 // capacity of all heaps, in entries
	largest int    // maximum capacity of a heap
}

// of returns the class of the given estimates.
func (c *classes[B]) of(h, d puzzle.Cost) *class[B] {
	name := [2]puzzle.Cost{h, d}
	known, ok := c.byName[name]
	if ok {
		return known
	}
	added := &class[B]{h: h, d: d}
	c.byName[name] = added
	at, _ := slices.BinarySearchFunc(c.sorted, added, func(a, b *class[B]) int {
		return cmp.Or(cmp.Compare(a.d, b.d), cmp.Compare(a.h, b.h))
	})
	c.sorted = slices.Insert(c.sorted, at, added)
	return added
}

// push adds an entry to a class.
func (c *classes[B]) push(to *class[B], e entry[B]) {
	before := cap(to.open)
	to.open = append(to.open, e)
	c.held += uint64(cap(to.open) - before)
	c.largest = max(c.largest, cap(to.open))
	child := len(to.open) - 1
	for child > 0 {
		parent := (child - 1) / 2
		if to.open[parent].g <= e.g {
			break
		}
		to.open[child] = to.open[parent]
		child = parent
	}
	to.open[child] = e
}

// pop removes the entry of a class with the smallest g.
func (c *class[B]) pop() entry[B] {
	first := c.open[0]
	last := len(c.open) - 1
	moved := c.open[last]
	c.open = c.open[:last]
	if last == 0 {
		return first
	}
	parent := 0
	for {
		child := 2*parent + 1
		if child >= last {
			break
		}
		if child+1 < last && c.open[child+1].g < c.open[child].g {
			child++
		}
		if moved.g <= c.open[child].g {
			break
		}
		c.open[parent] = c.open[child]
		parent = child
	}
	c.open[parent] = moved
	return first
}
