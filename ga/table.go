package ga

import "npuzzle/search"

// Table lists the settings of the solver, in the order in which they are shown. Each is a field of
// Settings. The setting control is hidden, because only experiment files set it.
var Table = []search.Setting{
	{
		Name: "population", Low: 2, High: maxPopulation, Log: true,
		Search: "10..500",
		Usage:  "begin each phase with `N` random chromosomes",
		Meaning: "Each phase begins with this number of random chromosomes, and every generation has the same " +
			"number. With several islands, each island has this number.",
	},
	{
		Name: "generations", Low: 1, High: maxGenerations, Log: true,
		Search:  "5..1000",
		Usage:   "end each phase after at most `N` generations",
		Meaning: "A phase has at most this number of generations.",
	},
	{
		Name: "phases", Low: 1, High: maxGenerations, Log: true,
		Usage: "stop after `N` x G generations (G is --generations)",
		Meaning: "All phases together have at most phases * generations generations. At this limit, the solver " +
			"gives up. If phases end early, there can be more phases than this number. With subgoals, the limit " +
			"applies to each subgoal.",
	},
	{
		Name: "phase-mode", Words: []string{Continue, Restart},
		Search: "continue|restart",
		Meaning: "With continue, each phase starts from the scored board of the fittest chromosome of the " +
			"previous phase. If 30 phases in a row do not lower the smallest estimate that a scored board has had, " +
			"the next phase starts where the first phase started. With restart, every phase starts where the first " +
			"phase started.",
	},
	{
		Name: "stagnation", High: maxGenerations, Log: true,
		Search: "2..100",
		Meaning: "A phase ends after this number of generations in a row without a better fitness. With 0, " +
			"stagnation never ends a phase.",
	},
	{
		Name: "record",
		Meaning: "With true, the solver records the boards on the path of the fittest chromosome of each phase. " +
			"In later phases, only boards that are not recorded can be the scored board. A chromosome without such " +
			"a board gets a very large fitness. This forces the solver out of local minima. Each subgoal has a " +
			"record of its own.",
	},
	{
		Name: "model", Words: []string{Pairs, Generational, SteadyState, DownToSize, Ring, MutationOnly},
		Search: "pairs|generational|ring",
		Meaning: "How a generation replaces the population. With pairs, the population is divided into random " +
			"pairs, the fitter chromosome of each pair survives, and children of the survivors replace the " +
			"others. This is the model of ga-vs-astar, but its program rounds up both numbers of children, so " +
			"that 50 chromosomes become 51. With the other models, there are as many children as chromosomes. " +
			"With generational, the children replace the population. With steady-state, each child replaces the " +
			"least fit chromosome at once, if the child is at least as fit. With down-to-size, the fittest of " +
			"population and children survive. With ring, each chromosome has a child with the next chromosome in " +
			"a ring, and the fitter of the two survives. With mutation-only, each chromosome has a mutant, and " +
			"the fitter of the two survives.",
	},
	{
		Name: "selector", Words: []string{Tournament, Roulette, Elitism},
		Needs: "model=generational or model=steady-state or model=down-to-size",
		Meaning: "How parents are selected. With tournament, a parent is the fittest of several random " +
			"chromosomes. With roulette, the probability of a chromosome is proportional to the difference " +
			"between its fitness and the largest one, plus 1. With elitism, the two fittest chromosomes are the " +
			"parents of all children.",
	},
	{
		Name: "tournament-size", Low: 1, High: maxTournament, Log: true, Needs: "selector=tournament",
		Meaning: "A tournament has this number of random chromosomes, drawn with replacement.",
	},
	{
		Name: "elites", High: maxPopulation, Log: true, Needs: "model=pairs or model=generational",
		Meaning: "This number of the fittest chromosomes always survives. It must be less than the population. " +
			"The other models never lose the fittest chromosome.",
	},
	{
		Name: "islands", Low: 1, High: maxIslands, Log: true,
		Meaning: "There is this number of populations, which evolve apart from each other.",
	},
	{
		Name: "migration", Low: 1, High: maxGenerations, Log: true, Needs: "islands!=1",
		Meaning: "Before every generation whose number is a multiple of this one, a copy of the fittest " +
			"chromosome of each island replaces the least fit chromosome of the next island. After the last " +
			"island comes the first.",
	},
	{
		Name: "target", Words: []string{BestBoard, EndBoard},
		Meaning: "With best-board, the fitness is computed for each board of a path after the first, and the " +
			"scored board is the one with the smallest fitness. With end-board, the scored board is the last board " +
			"of the path.",
	},
	{
		Name: "genes", Low: 1, High: maxGenes, Auto: true, Log: true,
		Search: "5..200",
		Meaning: "A random chromosome has this number of genes. Crossover can lengthen a chromosome to at most " +
			"twice this number. With auto, the number depends on the number of rows r: it is n(n-1)/2 with n = r*r, " +
			"but at least 1. The maximum length is then five times this number, but at least 100.",
	},
	{
		Name: "decoding", Words: []string{Ordered, Ranked},
		Search: "ordered|ranked",
		Meaning: "The legal moves, without the move that undoes the previous one, are numbered from 0. A gene " +
			"selects one of them. With ordered, they are in " +
			"the order of their directions, by default up, down, left, right. With ranked, they are sorted by the " +
			"estimates of the boards that they lead to, and move 0 leads to the smallest estimate. Improvement " +
			"always uses ranked.",
	},
	{
		// Outside the range, a rank may get none of a gene's 2^32 values.
		Name: "greed", Low: 0.1, High: 100, Log: true, Needs: "decoding=ranked or improve=true",
		Search: "1..30",
		Meaning: "If moves are ranked, gene x selects move floor(n * x^greed) of n moves. With greed 1, all moves " +
			"are equally likely. A larger greed favours moves to boards with small estimates. If moves are ordered, " +
			"all moves are equally likely.",
	},
	{
		Name: "crossover", High: 1, Needs: "model!=mutation-only",
		Search: "0..1",
		Usage:  "make `F`/(F + --mutation) of children by crossover",
		Meaning: "The fraction crossover / (crossover + mutation) of the children is made by crossover. Such a " +
			"child has genes of two parents.",
	},
	{
		Name: "crossover-kind", Words: []string{Splice, OnePoint, TwoPoint, Uniform}, Needs: "crossover!=0",
		Meaning: "Which genes of its parents a child has. With splice (cut and splice), it has the first genes of " +
			"one parent and the last genes of the other, each cut at a random position of its own, so lengths " +
			"change. With one-point, both are cut at the same position. With two-point, it has the genes of one " +
			"parent, but between two random positions those of the other. With uniform, it has each gene of " +
			"either parent with equal probability.",
	},
	{
		Name: "mutation", High: 1, Needs: "model!=mutation-only",
		Usage: "make `F`/(F + --crossover) of children by mutation",
		Meaning: "The fraction mutation / (crossover + mutation) of the children is made by mutation. Such a " +
			"child is a copy of its parent with one gene replaced. Crossover and mutation cannot both be 0.",
	},
	{
		Name: "subgoals", Words: []string{search.NoSubgoals, search.ByLine},
		Usage: "first solve `PARTS`: lines (rows, columns) or none",
		Meaning: "With lines, a board is solved one outer row or column at a time. Each such row or column is a " +
			"subgoal. The last subgoal is the rest of the board: at most 3x3 in astar and idastar, which place the " +
			"tiles of rows and columns one by one, and at most 5x5 in ga, which solves boards of up to 5x5 as a " +
			"whole. The plan is never proven to be optimal. In ga, with the heuristics max-sort, " +
			"walking-distance and pdb, which need all tiles of a board, there are " +
			"no subgoals. With linear-conflict, the solver uses Manhattan distance while a side of the unsolved " +
			"part has 8 or more cells. With none, a board is solved as a whole.",
	},
	{
		Name: "improve",
		Meaning: "With true, the solver looks for shorter plans after the first plan. With false, it stops at the " +
			"first plan.",
	},
	{
		Name: "windows", Needs: "improve=true",
		Meaning: "With true, improvement also uses the search IDA*. IDA* replaces windows by paths that are not " +
			"longer, and looks for short paths to the goal from boards that earlier generations reached.",
	},
	{
		Name: "patience", High: maxGenerations, Auto: true, Log: true, Needs: "improve=true",
		Meaning: "Improvement ends after this number of generations in a row without a shorter plan. With 0, " +
			"patience never ends improvement. The value auto means 0 if a time limit or a node limit is set, and 50 " +
			"otherwise.",
	},
	{
		Name: "control", Hidden: true,
		Words: []string{NoControl, RandomPlans, HillClimbing, HeadlessChicken, WindowsAlone, WeightedAStar},
		Meaning: "A control replaces evolution or a part of it, in experiments that measure what evolution adds. " +
			"docs/genetic.md describes the controls.",
	},
}
