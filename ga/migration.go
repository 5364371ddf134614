package ga

import (
	"errors"
	"math/rand"

	"github.com/MaxHalford/eaopt"
)

// MigRing is an eaopt.Migrator. The fittest individuals of each population are copied over the
// least fit ones of the next. After the last population comes the first.
//
// eaopt.MigRing exchanges random individuals, has no exchange between the last population and the
// first, and leaves the populations unsorted.
type MigRing struct {
	NMigrants uint // number of individuals that each population sends
}

// Apply implements eaopt.Migrator. The populations must be sorted by fitness. They are sorted
// afterwards.
func (m MigRing) Apply(pops eaopt.Populations, _ *rand.Rand) {
	for i := range pops {
		senders := pops[i].Individuals
		receivers := pops[(i+1)%len(pops)].Individuals

		// At most half of a population is sent, and at most half is replaced, so no individual
		// migrates twice.
		n := min(int(m.NMigrants), len(senders)/2, len(receivers)/2)
		for k := range n {
			become(&receivers[len(receivers)-1-k], senders[k])
		}
	}
	for i := range pops {
		pops[i].Individuals.SortByFitness()
	}
}

// Validate implements eaopt.Migrator.
func (m MigRing) Validate() error {
	if m.NMigrants == 0 {
		return errors.New("ga: no migrants; expected at least 1")
	}
	return nil
}
