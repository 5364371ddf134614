package ga_test

import (
	"fmt"
	"math"
	"math/rand"

	"github.com/MaxHalford/eaopt"

	"npuzzle/ga"
)

// point is a genome of three coordinates. Its fitness is the distance from (1, 2, 3).
type point [3]float64

func (p *point) Evaluate() (float64, error) {
	sum := 0.0
	for i, x := range p {
		sum += (x - float64(i+1)) * (x - float64(i+1))
	}
	return math.Sqrt(sum), nil
}

func (p *point) Mutate(rng *rand.Rand) { p[rng.Intn(len(p))] += rng.NormFloat64() / 10 }

func (p *point) Crossover(mate eaopt.Genome, rng *rand.Rand) {
	q := mate.(*point)
	i := rng.Intn(len(p))
	p[i], q[i] = q[i], p[i]
}

func (p *point) Clone() eaopt.Genome {
	clone := *p
	return &clone
}

// The models work on every genome of eaopt.
func ExampleModPairs() {
	minimizer, err := eaopt.GAConfig{
		NPops:        2,
		PopSize:      50,
		NGenerations: 200,
		HofSize:      1,
		Model:        ga.ModPairs{Rates: ga.Rates{Crossover: 0.5, Mutation: 0.5}},
		Migrator:     ga.MigRing{NMigrants: 1},
		MigFrequency: 10,
		RNG:          rand.New(rand.NewSource(1)),
	}.NewGA()
	if err != nil {
		fmt.Println(err)
		return
	}
	err = minimizer.Minimize(func(rng *rand.Rand) eaopt.Genome {
		return &point{rng.Float64(), rng.Float64(), rng.Float64()}
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	best := minimizer.HallOfFame[0].Genome.(*point)
	fmt.Printf("%.1f\n", *best)
	// Output: [1.0 2.0 3.0]
}
