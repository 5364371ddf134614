package ga

import (
	"cmp"
	"errors"
	"slices"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// sort sorts chromosomes by fitness. The sort is stable.
func sort(chromosomes []*chromosome) {
	slices.SortStableFunc(chromosomes, byFitness)
}

func byFitness(a, b *chromosome) int { return cmp.Compare(a.score.fitness, b.score.fitness) }

// errStop ends a phase, because the objective is reached, the context has ended, or
// the quota or the evaluations are used up.
var errStop = errors.New("ga: the evolution has ended")

const (
	// pollEvery is the number of genes after which a scorer checks the context again. It
	// decodes this number of genes in about a tenth of a millisecond.
	pollEvery = 8192

	// overhead is the time that a chromosome takes besides decoding, as a number of genes.
	overhead = 50

	// chunk is the number of chromosomes that a worker takes at a time.
	chunk = 8

	// workerGenes is the number of genes that are worth another worker. A worker decodes them in
	// about a tenth of a millisecond. To start a worker for less takes longer than it saves.
	workerGenes = 8192
)

// evaluate scores chromosomes in order, and counts evaluations and states. It stops after the first
// chromosome that reaches the objective, before the first for which the quota or the evaluations do
// not suffice, and soon after the context has ended. In these cases it returns errStop. Unless the
// context ends, its results do not depend on the number of workers.
func (e *evolution) evaluate(chromosomes []*chromosome) error {
	n := e.affordable(chromosomes)
	// Chunks are taken in order and then scored whole, so that every chromosome before the first
	// solution is scored.
	workers := e.workersFor(chromosomes[:n])
	all := e.run.meter.Parallel(workers, (n+chunk-1)/chunk, func(worker, i int) bool {
		w := e.workers[worker]
		for _, c := range chromosomes[i*chunk : min((i+1)*chunk, n)] {
			c.score = w.score(&e.origin, c.genes)
			if c.score.solved || c.score.decoded == 0 || w.ended(overhead) {
				return false
			}
		}
		return true
	})

	for _, c := range chromosomes[:n] {
		if c.score.decoded == 0 { // not scored, because the context has ended
			continue
		}
		e.countEvaluation()
		e.spend(e.rules.states(c.score.decoded))
		e.stats.MaxCost = max(e.stats.MaxCost, puzzle.Cost(e.depth+c.score.decoded))
		if c.score.solved {
			e.solution = c.Clone().(*chromosome)
			break
		}
	}
	if !all || n < len(chromosomes) {
		return errStop
	}
	return nil
}

// workersFor returns the number of workers that evaluate chromosomes.
func (e *evolution) workersFor(chromosomes []*chromosome) int {
	genes := 0
	for _, c := range chromosomes {
		genes += len(c.genes)
	}
	return min(len(e.workers), 1+genes/workerGenes)
}

// affordable returns the number of chromosomes, in order, for which the quota and the evaluations
// suffice.
func (e *evolution) affordable(chromosomes []*chromosome) int {
	most := min(uint64(len(chromosomes)), e.evaluations)
	states := uint64(0)
	for i, c := range chromosomes[:most] {
		states += e.rules.states(len(c.genes))
		if states > e.quota {
			return i
		}
	}
	return int(most)
}

// limit returns the status of an evolution that a limit of states or evaluations has ended.
func (e *evolution) limit() search.Status {
	if e.evaluations == 0 {
		return search.EvaluationLimit
	}
	return search.NodeLimit
}

// countEvaluation counts a chromosome that has been evaluated.
func (e *evolution) countEvaluation() {
	e.stats.Evaluated++
	e.evaluations--
}

// spend counts states that the evolution has generated.
func (e *evolution) spend(states uint64) {
	e.stats.Generated += states
	e.quota -= min(states, e.quota)
}
