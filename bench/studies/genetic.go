package studies

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// crossed and mutated are the numbers of children by crossover and by mutation for every 10
// winners. Both are rounded up.
const (
	crossed = 9
	mutated = 1
)

// geneticReplica imitates the GA of "ga-vs-astar". Its settings are those of the preset "study".
// Its chromosomes are lists of float genes. Unlike that preset, it does not test the first board: a
// board that is drawn solved counts as solved only if the best plan of a phase leads back to the
// goal. Before, the study had lists of boards as chromosomes. In this form, crossover joins two
// plans at a board that both visit, and mutation adds a random move.
type geneticReplica struct {
	settings solvers.Settings
	Memoise  bool // keep each computed move in a table
	Boards   bool // a chromosome is the list of boards that the plan visits
}

// setting returns a setting that is a number.
func (g geneticReplica) setting(name string) uint64 {
	number, err := strconv.ParseUint(g.settings.Get(name), 10, 64)
	must(name, err)
	return number
}

// individual is a plan, given by genes or by the boards that it visits.
type individual struct {
	genes   []float64
	path    []puzzle.Board // boards from the start to the end, if chromosomes are lists of boards
	end     puzzle.Board
	fitness int // ten times the study's fitness
}

// Solve implements search.Solver.
func (g geneticReplica) Solve(
	ctx context.Context, p search.Problem, _ search.Limits,
) (search.Result, error) {
	result := search.Result{Status: search.Exhausted}
	estimator, err := g.settings.Heuristic.For(p.Goal, p.Costs)
	if err != nil {
		return result, err
	}
	r := &geneticRun{
		replica:   g,
		start:     p.Start,
		estimator: estimator,
		random:    puzzle.NewRand(g.setting("seed"), 0),
		known:     map[step]puzzle.Board{},
		stats:     &result.Stats,
	}
	for range g.setting("phases") {
		best := r.phase(ctx)
		if stopped := search.Interrupted(ctx); stopped != "" {
			result.Status = stopped
			return result, nil
		}
		if best.end == p.Goal {
			result.Moves = r.moves(best)
			search.Finish(p, &result)
			break
		}
	}
	return result, nil
}

// step is a board and a move from it.
type step struct {
	board puzzle.Board
	move  puzzle.Move
}

// geneticRun is one run of a replica.
type geneticRun struct {
	replica   geneticReplica
	start     puzzle.Board
	estimator heuristics.Estimator
	random    *rand.Rand
	stats     *search.Stats

	// known has the boards after moves already computed, if the replica keeps them.
	known map[step]puzzle.Board
}

// phase evolves a new population from the first board, and returns its fittest plan. If the context
// ends, the phase ends early.
func (r *geneticRun) phase(ctx context.Context) individual {
	cells := r.start.Size().Rows * r.start.Size().Rows
	var population []individual
	for range r.replica.setting("population") {
		population = append(population, r.draw(cells*(cells-1)/2))
	}
	for range r.replica.setting("generations") {
		if search.Interrupted(ctx) != "" {
			break
		}
		population = r.next(population)
	}
	return fittest(population)
}

// fittest returns the individual with the smallest fitness; of several, the first.
func fittest(population []individual) individual {
	return slices.MinFunc(population, func(a, b individual) int { return a.fitness - b.fitness })
}

// next returns the next generation: the fitter individual of each random pair, and their children.
func (r *geneticRun) next(population []individual) []individual {
	r.random.Shuffle(len(population), func(i, j int) {
		population[i], population[j] = population[j], population[i]
	})
	var winners []individual
	for pair := range slices.Chunk(population[:len(population)/2*2], 2) {
		winners = append(winners, fittest(pair))
	}
	n := len(winners)
	next := slices.Clone(winners)
	for range (crossed*n + 9) / 10 {
		next = append(next, r.cross(winners[r.random.IntN(n)], winners[r.random.IntN(n)]))
	}
	for range (mutated*n + 9) / 10 {
		next = append(next, r.mutate(winners[r.random.IntN(n)]))
	}
	return next
}

// draw returns a random plan with the given number of moves.
func (r *geneticRun) draw(moves int) individual {
	plan := individual{path: []puzzle.Board{r.start}, genes: make([]float64, moves)}
	for i := range plan.genes {
		plan.genes[i] = r.random.Float64()
	}
	if r.replica.Boards {
		for range moves {
			plan.path = r.extend(plan.path)
		}
	}
	return r.scored(plan)
}

// extend adds a random move to a path. The move does not undo the last move.
func (r *geneticRun) extend(path []puzzle.Board) []puzzle.Board {
	previous := puzzle.Board{}
	if len(path) > 1 {
		previous = path[len(path)-2]
	}
	_, ends := r.successors(path[len(path)-1], previous)
	return append(path, ends[r.random.IntN(len(ends))])
}

// successors returns the legal moves from a board, except one that leads to the previous board, and
// their ends.
func (r *geneticRun) successors(
	board, previous puzzle.Board,
) (moves []puzzle.Move, ends []puzzle.Board) {
	for _, move := range puzzle.DefaultOrder {
		end := r.move(board, move)
		if end != (puzzle.Board{}) && end != previous {
			moves = append(moves, move)
			ends = append(ends, end)
		}
	}
	return moves, ends
}

// cross joins the beginning of one plan and the end of another.
func (r *geneticRun) cross(a, b individual) individual {
	if r.replica.Boards {
		return r.crossAtBoard(a, b)
	}
	beginning := a.genes[:r.random.IntN(len(a.genes))]
	end := b.genes[r.random.IntN(len(b.genes)):]
	return r.scored(individual{genes: slices.Concat(beginning, end)})
}

// crossAtBoard joins two plans at a random board that both visit. They have at least the start in
// common.
func (r *geneticRun) crossAtBoard(a, b individual) individual {
	var common []int // indices in the path of a
	for i, board := range a.path {
		if slices.Contains(b.path, board) {
			common = append(common, i)
		}
	}
	i := common[r.random.IntN(len(common))]
	k := slices.Index(b.path, a.path[i])
	return r.scored(individual{path: slices.Concat(a.path[:i], b.path[k:])})
}

// mutate returns a copy with one gene replaced by a random one, or with one more random move.
func (r *geneticRun) mutate(a individual) individual {
	if r.replica.Boards {
		return r.scored(individual{path: r.extend(slices.Clone(a.path))})
	}
	genes := slices.Clone(a.genes)
	genes[r.random.IntN(max(len(genes)-1, 1))] = r.random.Float64()
	return r.scored(individual{genes: genes})
}

// scored sets the end and the fitness of a plan.
func (r *geneticRun) scored(plan individual) individual {
	length := len(plan.genes)
	if r.replica.Boards {
		length = len(plan.path) - 1
		plan.end = plan.path[length]
	} else {
		plan.end = r.start
		for _, move := range r.moves(plan) {
			plan.end = r.move(plan.end, move)
		}
	}
	r.stats.Evaluated++
	plan.fitness = 9*int(r.estimator.Estimate(plan.end.Tiles())) + length
	return plan
}

// moves returns the moves of a plan.
func (r *geneticRun) moves(plan individual) (moves []puzzle.Move) {
	board := r.start
	previous := puzzle.Board{}
	for i := range max(len(plan.genes), len(plan.path)-1) {
		legal, ends := r.successors(board, previous)
		choice := 0
		if r.replica.Boards {
			choice = slices.Index(ends, plan.path[i+1])
		} else {
			choice = int(plan.genes[i] * float64(len(ends)))
			// crossover of lists of boards can make a plan that undoes its last move
			previous = board
		}
		moves = append(moves, legal[choice])
		board = ends[choice]
	}
	return moves
}

// move returns the board after a move, or the zero Board if the move is not legal. It looks the
// move up if it was computed before.
func (r *geneticRun) move(board puzzle.Board, move puzzle.Move) puzzle.Board {
	if end, known := r.known[step{board: board, move: move}]; known {
		return end
	}
	r.stats.Generated++
	end, legal := board.Move(move)
	if !legal {
		end = puzzle.Board{}
	}
	if r.replica.Memoise {
		r.known[step{board: board, move: move}] = end
	}
	return end
}
