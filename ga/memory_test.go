//go:build unix

package ga

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/internal/slow"
	"npuzzle/search"
)

// A run of any length keeps below 64 MB on 4x4 with a population of 1,000: what the collector lets
// the heap grow to, which has all that the run accounts for, and 16 MB for the program itself.
// cmd/npuzzle looks at a process.
func TestMemoryOfALargePopulation(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long under the race detector, which also changes the memory")
	}
	for _, preset := range PresetNames() {
		for _, genes := range []int{Auto, 120} {
			t.Run(fmt.Sprintf("%s/%d", preset, genes), func(t *testing.T) {
				s := &Solver{Settings: presetOf(preset), Heuristic: heuristics.LinearConflict, Workers: 2}
				s.Population, s.Genes, s.Patience = 1000, genes, 0
				var most uint64
				s.Observer = func(search.Progress) {
					var m runtime.MemStats
					runtime.ReadMemStats(&m)
					most = max(most, m.NextGC)
				}
				limits := search.Limits{Generated: 2_000_000}
				if slow.Asked() {
					limits.Generated = 5_000_000
				}
				runtime.GC() // of what other tests have left
				r, err := s.Solve(context.Background(), hard(t), limits)
				require.NoError(t, err)
				require.NotZero(t, most)
				assert.Less(t, r.Bytes, uint64(32<<20))
				assert.Less(t, most, uint64((64-16)<<20))
			})
		}
	}
}
