package api

import "npuzzle/ga"

// Setting describes a setting of the genetic solver. The descriptions come from the table of package
// ga. Values are texts, in the form that experiment files and --set read.
type Setting struct {
	Name     string            `json:"name"`
	Kind     string            `json:"kind"`              // int, float64, bool or string
	Values   string            `json:"values"`            // description of the values
	Choices  []string          `json:"choices,omitempty"` // list of the values, if there are few
	Defaults map[string]string `json:"defaults"`          // default value by preset
	Meaning  string            `json:"meaning"`           // explanation in sentences
}

// meanings maps the name of each setting to its explanation for users. The command settings and the
// page show these texts. docs/genetic.md describes the solver in full.
var meanings = map[string]string{
	"population":  "Each phase begins with this number of random chromosomes.",
	"generations": "A phase has at most this number of generations.",
	"phases": "All phases together have at most phases * generations generations. At this limit, the solver " +
		"gives up. If phases end early, there can be more phases than this number. With subgoals, the limit applies " +
		"to each subgoal.",
	"phase-mode": "With continue, each phase starts from the scored board of the fittest chromosome of the " +
		"previous phase. If 30 phases in a row do not lower the smallest estimate that a scored board has had, the " +
		"next phase starts where the first phase started. With restart, every phase starts where the first phase " +
		"started.",
	"stagnation": "A phase ends after this number of generations in a row without a better fitness. With 0, " +
		"stagnation never ends a phase.",
	"record": "With true, the solver records the boards on the path of the fittest chromosome of each phase. " +
		"In later phases, only boards that are not recorded can be the scored board. A chromosome without such " +
		"a board gets a very large fitness. This forces the solver out of local minima. Each subgoal has a record " +
		"of its own.",
	"target": "With best-board, the fitness is computed for each board of a path after the first, and the scored " +
		"board is the one with the smallest fitness. With end-board, the scored board is the last board of the path.",
	"genes": "A random chromosome has this number of genes. Crossover can lengthen a chromosome to at most twice " +
		"this number. With auto, the number depends on the number of rows r: it is n(n-1)/2 with n = r*r, but at " +
		"least 1. The maximum length is then five times this number, but at least 100.",
	"decoding": "The legal moves, without the move that undoes the previous one, are numbered from 0. A gene " +
		"selects one of them. With ordered, they are in " +
		"the order of their directions, by default up, down, left, right. With ranked, they are sorted by the " +
		"estimates of the boards that they lead to, and move 0 leads to the smallest estimate. Improvement " +
		"always uses ranked.",
	"greed": "If moves are ranked, gene x selects move floor(n * x^greed) of n moves. With greed 1, all moves are " +
		"equally likely. A larger greed favours moves to boards with small estimates. If moves are ordered, all " +
		"moves are equally likely.",
	"crossover": "The fraction crossover / (crossover + mutation) of the children is made by crossover. Such a " +
		"child has the first genes of one survivor and the last genes of another.",
	"mutation": "The fraction mutation / (crossover + mutation) of the children is made by mutation. Such a child " +
		"is a copy of a survivor with one gene replaced. Crossover and mutation cannot both be 0.",
	"subgoals": "With lines, boards with more than 5 rows or columns are solved one outer row or column at a time. " +
		"Each such row or column is a subgoal. The last subgoal is the rest of the board, at most 5x5. For " +
		"such boards, only the heuristic linear-conflict is accepted. The solver itself uses Manhattan distance " +
		"while a side of the unsolved part has 8 or more cells. With none, a board is solved as a whole.",
	"improve": "With true, the solver looks for shorter plans after the first plan. With false, it stops at the " +
		"first plan.",
	"windows": "With true, improvement also uses the search IDA*. IDA* replaces windows by paths that are not " +
		"longer, and looks for short paths to the goal from boards that earlier generations reached. If improve " +
		"is false, windows has no effect.",
	"patience": "Improvement ends after this number of generations in a row without a shorter plan. With 0, " +
		"patience never ends improvement. The value auto means 0 if a time limit or a node limit is set, and 50 " +
		"otherwise.",
}

// Settings returns the descriptions of the settings of the genetic solver, in the order of the table
// of package ga. The setting control is missing, because only experiment files take it.
func Settings() []Setting {
	var all []Setting
	for _, row := range ga.Table() {
		s := Setting{
			Name: row.Name, Kind: row.Kind().String(), Values: row.Range(), Choices: row.Values,
			Defaults: map[string]string{}, Meaning: meanings[row.Name],
		}
		for _, name := range ga.PresetNames() {
			preset, err := ga.Preset(name)
			if err != nil {
				panic(err) // never happens, because PresetNames returned the name
			}
			s.Defaults[name] = preset.Get(row.Name)
		}
		all = append(all, s)
	}
	return all
}
