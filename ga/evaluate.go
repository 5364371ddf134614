package ga

import (
	"errors"

	"github.com/MaxHalford/eaopt"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// errStop ends a phase, because the objective is reached, the context has ended, or the budget is
// used up.
var errStop = errors.New("ga: the evolution has ended")

const (
	// pollEvery is the number of genes after which a scorer checks the context again. It
	// decodes this number of genes in about a tenth of a millisecond.
	pollEvery = 8192

	// overhead is the time that a chromosome takes besides decoding, as a number of genes.
	overhead = 50

	// chunk is the number of chromosomes that a worker takes at a time.
	chunk = 8
)

// workerGenes is the number of genes that are worth another worker. A worker decodes them in about
// half a millisecond. To start a worker for less takes as long as it saves, and more processor time:
// with populations of 100 to 400 on 5x5, two workers took 10 to 30 % more of it. Tests have a
// smaller number, so that they evaluate on several workers.
var workerGenes = 32768

// evaluate evaluates the individuals that are not evaluated, in order, and counts evaluations and
// states. It stops after the first chromosome that reaches the objective, before the first for
// which the budget does not suffice, and soon after the context has ended. In these cases it returns
// errStop. Unless the context ends, its results do not depend on the number of workers.
func (e *evolution) evaluate(individuals eaopt.Individuals) error {
	if e.run.ctx.Err() != nil {
		return errStop
	}
	e.waiting = e.waiting[:0]
	for i := range individuals {
		if !individuals[i].Evaluated {
			e.waiting = append(e.waiting, &individuals[i])
		}
	}
	affordable := e.waiting[:e.affordable(e.waiting)]

	// Chunks are taken in order and then scored whole, so that every chromosome before the first
	// solution is scored.
	chunks := (len(affordable) + chunk - 1) / chunk
	whole := e.run.meter.Parallel(e.workersFor(affordable), chunks, func(worker, i int) bool {
		end := min((i+1)*chunk, len(affordable))
		return e.scorers[worker].scoreAll(affordable[i*chunk : end])
	})

	for _, individual := range affordable {
		if !individual.Evaluated { // the context has ended
			continue
		}
		c := chromosomeOf(*individual)
		e.countEvaluation()
		e.spend(e.rules.States(c.score.decoded))
		cost := puzzle.Cost(e.position.depth + c.score.decoded)
		e.stats.MaxCost = max(e.stats.MaxCost, cost)
		if c.score.solved {
			e.solution = c.clone()
			return errStop
		}
	}
	if !whole || len(affordable) < len(e.waiting) {
		return errStop
	}
	return nil
}

// scoreAll evaluates individuals. It reports false, and stops, if one reaches the objective or the
// context has ended.
func (s *scorer) scoreAll(individuals []*eaopt.Individual) bool {
	for _, individual := range individuals {
		c := chromosomeOf(*individual)
		c.scorer = s
		if err := individual.Evaluate(); err != nil {
			return false
		}
		if c.score.solved || s.ended(overhead) {
			return false
		}
	}
	return true
}

// workersFor returns the number of workers that evaluate individuals.
func (e *evolution) workersFor(individuals []*eaopt.Individual) int {
	if len(e.scorers) == 1 {
		return 1
	}
	genes := 0
	for _, individual := range individuals {
		genes += len(chromosomeOf(*individual).genes)
	}
	return min(len(e.scorers), 1+genes/workerGenes)
}

// affordable returns the number of individuals, in order, for which the budget suffices.
func (e *evolution) affordable(individuals []*eaopt.Individual) int {
	most := min(uint64(len(individuals)), e.budget.evaluations)
	states := uint64(0)
	for i, individual := range individuals[:most] {
		states += e.rules.States(len(chromosomeOf(*individual).genes))
		if states > e.budget.states {
			return i
		}
	}
	return int(most)
}

// limit returns the status of an evolution that a limit of states or evaluations has ended.
func (e *evolution) limit() search.Status {
	if e.budget.evaluations == 0 {
		return search.EvaluationLimit
	}
	return search.NodeLimit
}

// countEvaluation counts a chromosome that has been evaluated.
func (e *evolution) countEvaluation() {
	e.stats.Evaluated++
	e.budget.evaluations--
}

// spend counts states that the evolution has generated.
func (e *evolution) spend(states uint64) {
	e.stats.Generated += states
	e.budget.states -= min(states, e.budget.states)
}
