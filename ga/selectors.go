package ga

import (
	"errors"
	"math/rand"

	"github.com/MaxHalford/eaopt"

	"npuzzle/internal/random"
)

// drawer is a selector that draws one individual after another, with replacement, without copies.
// The individuals are sorted by fitness.
type drawer interface {
	draw(indis eaopt.Individuals, rng *rand.Rand) int
}

// SelTournament is an eaopt.Selector. It selects the fittest of random individuals, which are drawn
// with replacement. So both parents may be the same individual. (In eaopt, no individual is
// selected twice.)
//
// eaopt.SelTournament copies the list of all individuals for each tournament, so a generation takes
// quadratic time. It returns the index 0 for a winner that was drawn first, whatever its index is.
type SelTournament struct {
	NContestants uint // number of random individuals, at least 1
}

// Apply implements eaopt.Selector. The individuals must be sorted by fitness.
func (s SelTournament) Apply(
	n uint, indis eaopt.Individuals, rng *rand.Rand,
) (eaopt.Individuals, []int, error) {
	return drawn(s, n, indis, rng)
}

// Validate implements eaopt.Selector.
func (s SelTournament) Validate() error {
	if s.NContestants < 1 {
		return errors.New("ga: a tournament of 0 contestants; expected at least 1")
	}
	return nil
}

// draw returns the smallest of the random indices, because the individuals are sorted.
func (s SelTournament) draw(indis eaopt.Individuals, rng *rand.Rand) int {
	winner := random.Below(rng, len(indis))
	for range s.NContestants - 1 {
		winner = min(winner, random.Below(rng, len(indis)))
	}
	return winner
}

// SelRoulette is an eaopt.Selector. The probability of an individual is proportional to the
// difference between the largest fitness and its own, plus 1.
//
// eaopt.SelRoulette adds up fractions. Their sum can be below 1, and then it can select an index
// behind the last individual. SelRoulette accepts a random individual with a probability
// proportional to its weight, and otherwise draws another one (stochastic acceptance, Lipowski and
// Lipowska 2012).
type SelRoulette struct{}

// Apply implements eaopt.Selector. The individuals must be sorted by fitness.
func (s SelRoulette) Apply(
	n uint, indis eaopt.Individuals, rng *rand.Rand,
) (eaopt.Individuals, []int, error) {
	return drawn(s, n, indis, rng)
}

// Validate implements eaopt.Selector.
func (s SelRoulette) Validate() error { return nil }

func (s SelRoulette) draw(indis eaopt.Individuals, rng *rand.Rand) int {
	worst := indis[len(indis)-1].Fitness
	largest := worst - indis[0].Fitness + 1
	for {
		i := random.Below(rng, len(indis))
		weight := worst - indis[i].Fitness + 1
		if rng.Float64()*largest < weight {
			return i
		}
	}
}

// drawn implements Apply for a selector that draws with replacement.
func drawn(
	s drawer, n uint, indis eaopt.Individuals, rng *rand.Rand,
) (eaopt.Individuals, []int, error) {
	if len(indis) == 0 {
		return nil, nil, errors.New("ga: no individuals to select from")
	}
	selected := make(eaopt.Individuals, n)
	indexes := make([]int, n)
	for i := range selected {
		indexes[i] = s.draw(indis, rng)
		selected[i] = indis[indexes[i]].Clone(rng)
	}
	return selected, indexes, nil
}
