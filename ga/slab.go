package ga

import "npuzzle/internal/machine"

// largePages is from how many bytes on a slab is made of large pages: a gigabyte
// in small ones takes the system a tenth of a second to take back, which an
// interrupt would wait for.
const largePages = 1 << 26

// slab returns n zero values without pointers, which last until the run releases
// its slabs. The collector must not count them: it would let as much garbage pile
// up as it counts.
func slab[T any](r *run, n int) []T {
	values := machine.Alloc[T](n)
	if machine.SliceBytes[T](n) >= largePages {
		machine.AdviseLarge(values)
	}
	r.slabs = append(r.slabs, func() { machine.Free(values) })
	return values
}

// release gives the slabs back. Nothing of the evolutions may be used any more.
func (r *run) release() {
	for _, free := range r.slabs {
		free()
	}
}
