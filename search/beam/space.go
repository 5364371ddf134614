package beam

import (
	"unsafe"

	"npuzzle/heuristics"
	"npuzzle/internal/machine"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// space is what the searches of a run share: the moves, the distances to the goal and the score.
type space struct {
	cells     int
	graph     *puzzle.Graph
	costs     [4]int32             // of the moves
	distances []int32              // least cost from a cell to the goal of a tile: [tile*cells + cell]
	keys      []uint64             // random number of each tile on each cell; the blank is tile 0
	goal      uint64               // sum of the keys of all tiles on their goal cells, without the blank
	scores    []heuristics.Changes // one for each worker
	workers   int
}

// newSpace returns the space of a problem, for a number of workers.
func newSpace(p search.Problem, order puzzle.Order, e heuristics.Estimator, workers int, seed uint64) (*space, error) {
	size := p.Goal.Size()
	s := &space{
		cells: size.Cells(), graph: puzzle.NewGraph(size, order), workers: workers,
		distances: make([]int32, size.Cells()*size.Cells()), keys: make([]uint64, size.Cells()*size.Cells()),
	}
	distances, err := heuristics.Manhattan.For(p.Goal, p.Costs)
	if err != nil {
		return nil, err
	}
	tiles := make([]uint8, s.cells)
	rng := puzzle.NewRand(seed, 0)
	for tile, target := range p.Goal.Positions() {
		for cell := range s.cells {
			tiles[cell] = uint8(tile)
			s.distances[tile*s.cells+cell] = int32(distances.Estimate(tiles))
			s.keys[tile*s.cells+cell] = rng.Uint64()
			tiles[cell] = 0
		}
		if tile != 0 {
			s.goal ^= s.keys[tile*s.cells+int(target)]
		}
	}
	for _, move := range puzzle.DefaultOrder {
		s.costs[move] = int32(p.Costs.Of(move))
	}
	for range workers {
		s.scores = append(s.scores, heuristics.ChangesOf(e))
	}
	return s, nil
}

// parallel calls f for each task on the workers; see search.Parallel. No result may depend on the worker that
// runs a task.
func (s *space) parallel(tasks int, f func(worker, task int) bool) bool {
	return search.Parallel(s.workers, tasks, f)
}

// memory counts the bytes of a run, and frees the slices of a search.
type memory struct {
	limit, bytes, peak uint64 // limit 0: none
	fixed              uint64 // bytes that no search frees
	free               []func()
}

func newMemory(limit, fixed uint64) memory {
	return memory{limit: limit, bytes: fixed, peak: fixed, fixed: fixed}
}

// allows reports whether there is room for more bytes.
func (m *memory) allows(bytes uint64) bool { return m.limit == 0 || m.bytes+bytes <= m.limit }

// count counts bytes, and reports false if there is no room for them.
func (m *memory) count(bytes uint64) bool {
	if !m.allows(bytes) {
		return false
	}
	m.bytes += bytes
	m.peak = max(m.peak, m.bytes)
	return true
}

// take returns a slice that release frees.
func take[T any](m *memory, n int) []T {
	slice := machine.Alloc[T](n)
	var element T
	m.count(uint64(n) * uint64(unsafe.Sizeof(element)))
	m.free = append(m.free, func() { machine.Free(slice) })
	return slice
}

// release frees all slices.
func (m *memory) release() {
	for _, free := range m.free {
		free()
	}
	m.free, m.bytes = nil, m.fixed
}
