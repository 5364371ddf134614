package ga

import "npuzzle/search"

// Table lists the settings of the solver, in the order in which they are shown. Each is a field of
// Settings. The setting control is hidden, because only experiment files set it.
var Table = []search.Setting{
	{
		Name: "population", Low: 2, High: maxPopulation, Log: true,
		Usage:   "begin each phase with `N` random chromosomes",
		Meaning: "Each phase begins with this number of random chromosomes.",
	},
	{
		Name: "generations", Low: 1, High: maxGenerations, Log: true,
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
		Meaning: "With continue, each phase starts from the scored board of the fittest chromosome of the " +
			"previous phase. If 30 phases in a row do not lower the smallest estimate that a scored board has had, " +
			"the next phase starts where the first phase started. With restart, every phase starts where the first " +
			"phase started.",
	},
	{
		Name: "stagnation", High: maxGenerations, Log: true,
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
		Name: "target", Words: []string{BestBoard, EndBoard},
		Meaning: "With best-board, the fitness is computed for each board of a path after the first, and the " +
			"scored board is the one with the smallest fitness. With end-board, the scored board is the last board " +
			"of the path.",
	},
	{
		Name: "genes", Low: 1, High: maxGenes, Auto: true, Log: true,
		Meaning: "A random chromosome has this number of genes. Crossover can lengthen a chromosome to at most " +
			"twice this number. With auto, the number depends on the number of rows r: it is n(n-1)/2 with n = r*r, " +
			"but at least 1. The maximum length is then five times this number, but at least 100.",
	},
	{
		Name: "decoding", Words: []string{Ordered, Ranked},
		Meaning: "The legal moves, without the move that undoes the previous one, are numbered from 0. A gene " +
			"selects one of them. With ordered, they are in " +
			"the order of their directions, by default up, down, left, right. With ranked, they are sorted by the " +
			"estimates of the boards that they lead to, and move 0 leads to the smallest estimate. Improvement " +
			"always uses ranked.",
	},
	{
		// Outside the range, a rank may get none of a gene's 2^32 values.
		Name: "greed", Low: 0.1, High: 100, Log: true, Needs: "decoding=ranked or improve=true",
		Meaning: "If moves are ranked, gene x selects move floor(n * x^greed) of n moves. With greed 1, all moves " +
			"are equally likely. A larger greed favours moves to boards with small estimates. If moves are ordered, " +
			"all moves are equally likely.",
	},
	{
		Name: "crossover", High: 1,
		Usage: "make `F`/(F + --mutation) of children by crossover",
		Meaning: "The fraction crossover / (crossover + mutation) of the children is made by crossover. Such a " +
			"child has the first genes of one survivor and the last genes of another.",
	},
	{
		Name: "mutation", High: 1,
		Usage: "make `F`/(F + --crossover) of children by mutation",
		Meaning: "The fraction mutation / (crossover + mutation) of the children is made by mutation. Such a child " +
			"is a copy of a survivor with one gene replaced. Crossover and mutation cannot both be 0.",
	},
	{
		Name: "subgoals", Words: []string{NoSubgoals, ByLine},
		Meaning: "With lines, boards with more than 5 rows or columns are solved one outer row or column at a time. " +
			"Each such row or column is a subgoal. The last subgoal is the rest of the board, at most 5x5. For " +
			"such boards, only the heuristic linear-conflict is accepted. The solver itself uses Manhattan distance " +
			"while a side of the unsolved part has 8 or more cells. With none, a board is solved as a whole.",
	},
	{
		Name: "improve",
		Meaning: "With true, the solver looks for shorter plans after the first plan. With false, it stops at the " +
			"first plan.",
	},
	{
		Name: "windows", Needs: "improve=true",
		Meaning: "With true, improvement also uses the search IDA*. IDA* replaces windows by paths that are not " +
			"longer, and looks for short paths to the goal from boards that earlier generations reached. If improve " +
			"is false, windows has no effect.",
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
