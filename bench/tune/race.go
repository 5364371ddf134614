package tune

import (
	"cmp"
	"math"
	"slices"

	"npuzzle/bench/stats"
	"npuzzle/puzzle"
)

const (
	// significance is the level of the tests that eliminate configurations.
	significance = 0.05

	// Of the budget that the test does not need, these shares are used up when the races, the
	// comparison of the configurations left, and the path have ended. The test gets at most
	// testShare of the whole budget.
	raceShare  = 0.8
	finalShare = 0.9
	pathShare  = 1
	testShare  = 0.25

	// mostOld is the maximum number of blocks of earlier races in a race.
	mostOld = 8

	// longer is the number of blocks by which each race under accuracy is longer than the one
	// before, up to mostShareBlocks: a cost of 0 or 1 tells less than a length, and late races
	// compare configurations that are all good. On a planted problem with 400 to 2,000 trials, 64
	// to 69 % of the races then eliminate a configuration, instead of 37 to 62 %, and winners are
	// as good.
	longer          = 8
	mostShareBlocks = 200

	// mostConfigurations is the maximum number of configurations of random search and of a grid.
	mostConfigurations = 10_000
)

// race finds configurations by iterated racing. The first race has the default configuration and
// configurations that are spread over the space. Each later race has the best configurations so far
// (the elites) and new ones that a model of all costs so far predicts to be good. In a race, all
// configurations run on one block after another: first on a new block, then on those of earlier
// races, on which the elites have run. From block number Blocks on, each block ends with the
// elimination of the configurations that a test finds worse than the best. An elite is eliminated
// only when the others have run on all blocks that it has run on. Races go on until their share of
// the budget is used up. They do not depend on the budget, so a larger one continues them.
//
// Source: M. López-Ibáñez and others, "The irace package: Iterated racing for automatic algorithm
// configuration", Operations Research Perspectives 3 (2016), pages 43-58. There, new configurations
// are drawn near to elites without a model.
func (t *tuning) race() error {
	t.elites = t.all[:1:1]
	for number := 1; ; number++ {
		alive := slices.Clone(t.elites)
		if number == 1 && t.racers != nil {
			alive = append(alive, t.racers...)
		} else {
			alive = append(alive, t.fresh(number)...)
		}
		if len(alive) == 1 && number > 1 { // the space has no other configuration
			return nil
		}
		if err := t.runRace(number, alive); err != nil {
			return err
		}
	}
}

// mostElites returns the maximum number of elites.
func (t *tuning) mostElites() int { return 2 + int(math.Log2(float64(len(t.Space.Dimensions)))) }

// raceSize returns the number of new configurations of a race.
func (s Space) raceSize(number int) int {
	if number == 1 {
		return 6 + 2*len(s.Dimensions)
	}
	return 6 + len(s.Dimensions)
}

// fresh draws the new configurations of a race. After the first race, each is the best one by
// coefficients that are drawn from a model of all costs so far (Thompson 1933), and the first by
// the most probable coefficients. So configurations are spread as widely as the best settings are
// uncertain.
func (t *tuning) fresh(number int) (list []*Configuration) {
	rng := puzzle.NewRand(t.Seed, sampling|uint64(number))
	n := t.Space.raceSize(number)
	points := t.Space.uniform(n, rng)
	var m model
	if number > 1 {
		m = t.fit()
	}
	for tries := 0; len(list) < n && tries < 3*n; tries++ {
		point := points[tries%n]
		if number > 1 {
			weights := m.weights
			if tries > 0 {
				weights = m.draw(rng)
			}
			point = t.Space.least(weights, rng)
		}
		if c := t.add(point); c != nil {
			list = append(list, c)
		}
	}
	return list
}

// runRace runs a race, and makes the best configurations so far the elites.
func (t *tuning) runRace(number int, alive []*Configuration) error {
	blocks, old := t.raceBlocks(number)
	var left []int // configurations after each block
	var err error
	for i, block := range blocks {
		err = t.evaluate(alive, block, raceShare)
		if err != nil {
			break
		}
		alive = t.merged(alive)
		mayEliminate := i+1 >= t.Blocks
		if mayEliminate {
			elitesToo := i > old // the others have run on the old blocks, too
			alive = t.eliminate(alive, elitesToo)
		}
		left = append(left, len(alive))
		t.report("race", best(alive), len(alive))
		if mayEliminate && i >= old && len(alive) <= t.mostElites() {
			break
		}
	}
	if left != nil {
		t.outcome.Races = append(t.outcome.Races, left)
	}
	if ended(err) == nil {
		t.rank(func(c *Configuration) bool { return len(common(c)) >= t.Blocks*len(t.Kinds) })
	}
	return err
}

// raceBlocks returns the blocks of a race in the order in which they run: a new one, the old ones,
// which earlier races have run on, and more new ones. It also returns the number of old ones.
func (t *tuning) raceBlocks(number int) (blocks []int, old int) {
	least := 2 * t.Blocks // number of blocks
	most := mostOld
	if t.Objective == Accuracy {
		most += longer * (number - 1)
		least = max(least, min(most, mostShareBlocks))
	}
	earlier := puzzle.NewRand(t.Seed, ordering|uint64(number)).Perm(t.blocks)
	old = min(len(earlier), most)
	next := t.blocks // the next new block
	blocks = append(blocks, next)
	next++
	blocks = append(blocks, earlier[:old]...)
	for len(blocks) < max(old+t.Blocks, least) {
		blocks = append(blocks, next)
		next++
	}
	return blocks, old
}

// rank makes the best of the configurations that meet a condition the elites. A model predicts
// their costs, so that a configuration that was lucky on few boards does not lead.
func (t *tuning) rank(enough func(*Configuration) bool) {
	var list []*Configuration
	for _, c := range t.all {
		if enough(c) {
			list = append(list, c)
		}
	}
	if len(list) < 2 {
		return
	}
	costs := t.fit().costs
	slices.SortStableFunc(list, func(a, b *Configuration) int {
		return cmp.Compare(costs[a], costs[b])
	})
	t.elect(list)
}

// elect makes the first configurations of a list the elites.
func (t *tuning) elect(list []*Configuration) {
	t.elites = list[:min(t.mostElites(), len(list))]
}

// eliminate returns the configurations without those that a test finds worse than the best:
// Friedman's test of the ranks within each observation, and if it finds a difference, Conover's
// comparisons with the configuration of the smallest rank sum. Elites are compared only if the
// others have run on all of their blocks.
//
// Source: M. Birattari and others, "A racing algorithm for configuring metaheuristics", GECCO 2002.
func (t *tuning) eliminate(list []*Configuration, elitesToo bool) (left []*Configuration) {
	observations := common(list...)
	if len(observations) < 2 || len(list) < 2 {
		return list
	}
	var table [][]float64 // costs, by observation and configuration
	for _, observation := range observations {
		var row []float64
		for _, c := range list {
			row = append(row, c.costs[observation])
		}
		table = append(table, row)
	}
	sums, apart := stats.Friedman(table)
	least := slices.Min(sums)
	for i, c := range list {
		if sums[i]-least <= apart || !elitesToo && slices.Contains(t.elites, c) {
			left = append(left, c)
		}
	}
	return left
}

// merged returns the configurations without those that did the same as an earlier one in all
// trials.
func (t *tuning) merged(list []*Configuration) (distinct []*Configuration) {
	observations := common(list...)
	if len(observations) < t.Blocks*len(t.Kinds) {
		return list
	}
	for _, c := range list {
		didSame := func(other *Configuration) bool { return c.didSame(other, observations) }
		if i := slices.IndexFunc(distinct, didSame); i >= 0 {
			distinct[i].Same = append(distinct[i].Same, c.Name)
			continue
		}
		distinct = append(distinct, c)
	}
	return distinct
}

// didSame reports whether two configurations did the same in all trials of some observations.
func (c *Configuration) didSame(other *Configuration, observations []int) bool {
	for _, observation := range observations {
		if c.traces[observation] != other.traces[observation] {
			return false
		}
	}
	return true
}

// sample runs the default configuration and others on the same blocks, one configuration after
// another, and makes the best ones the elites. In a grid, all configurations then run on more
// blocks, until the share of the budget is used up. So all cells of a grid have the same boards.
func (t *tuning) sample() error {
	if t.points == nil {
		t.points = t.samplePoints()
	}
	done, err := t.runSamples()
	if err == nil && t.Method == Grid {
		err = t.moreBlocks(done)
	}
	if ended(err) != nil {
		return err
	}
	if len(done) > 0 {
		distinct := t.merged(done)
		t.elect(sorted(distinct, common(done...)))
	}
	return err
}

// runSamples runs the default configuration, the others of the pilot and those of the points on the
// first blocks. It returns the configurations that have run on all of these blocks.
func (t *tuning) runSamples() (done []*Configuration, err error) {
	waiting := append(t.all[:1:1], t.first...)
	for len(waiting) > 0 {
		c := waiting[0]
		waiting = waiting[1:]
		if err := t.evaluateBlocks(c); err != nil {
			return done, err
		}
		done = append(done, c)
		t.report(t.Method, best(done), len(waiting)+len(t.points))
	}
	for len(t.points) > 0 {
		c := t.add(t.points[0])
		t.points = t.points[1:]
		if c == nil { // the values do not fit together, or the configuration is not new
			continue
		}
		if err := t.evaluateBlocks(c); err != nil {
			return done, err
		}
		done = append(done, c)
		t.report(t.Method, best(done), len(t.points))
	}
	return done, nil
}

// evaluateBlocks runs a configuration on the first blocks.
func (t *tuning) evaluateBlocks(c *Configuration) error {
	for block := range t.Blocks {
		if err := t.evaluate([]*Configuration{c}, block, raceShare); err != nil {
			return err
		}
	}
	return nil
}

// mostGridBlocks is the maximum number of blocks of each cell of a grid.
const mostGridBlocks = 200

// moreBlocks runs all cells of a grid on one more block after another, while all cells can have it.
func (t *tuning) moreBlocks(cells []*Configuration) error {
	for block := t.Blocks; block < mostGridBlocks; block++ {
		if t.left(raceShare) < len(cells)*len(t.Kinds) {
			return errSpent
		}
		// One after another, because evaluate stops slow configurations of a list early.
		for _, c := range cells {
			if err := t.evaluate([]*Configuration{c}, block, 1); err != nil {
				return err
			}
		}
		t.report(t.Method, best(cells), len(cells))
	}
	return nil
}
