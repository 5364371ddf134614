package api

import (
	"context"
	"fmt"

	"npuzzle/bench"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/setting"
	"npuzzle/solvers"
)

// BoardRequest asks for the board that a text describes, in any form that puzzle.Parse reads.
type BoardRequest struct {
	Text string `json:"text" about:"a board in any text form"`
	Size string `json:"size,omitempty" about:"such as 3x4; needed if the text does not determine the size"`
	Goal string `json:"goal,omitempty" about:"a name or a board; if missing, that of the text"`

	DefaultGoal string `json:"default_goal,omitempty" about:"goal without both, if it fits; or else blank-last"`
}

// Board describes a board. Tiles are numbered from 1, and 0 is the blank.
type Board struct {
	Board    puzzle.Board `json:"board" about:"the board as text, such as 1 2/3 0"`
	Goal     puzzle.Board `json:"goal" about:"the goal as text"`
	GoalName string       `json:"goal_name" about:"name of the goal, or its text if it has none"`
	Rows     int          `json:"rows"`
	Cols     int          `json:"cols"`
	Tiles    []int        `json:"tiles" about:"numbers of the tiles, row by row; 0 is the blank"`
	Target   []int        `json:"target" about:"tiles of the goal, row by row"`
	Solvable bool         `json:"solvable" about:"whether moves lead to the goal"`
	Why      string       `json:"why,omitempty" about:"why not, in a sentence"`
}

// Board parses a board and describes it.
func (a *API) Board(r BoardRequest) (Board, error) {
	var size puzzle.Size
	if r.Size != "" {
		parsed, err := puzzle.ParseSize(r.Size)
		if err != nil {
			return Board{}, &RequestError{Err: err}
		}
		size = parsed
	}
	start, goal, err := a.read(r.Text, size, r.Goal, r.DefaultGoal)
	if err != nil {
		return Board{}, err
	}
	return describe(start, goal), nil
}

// read parses a board and its goal. The goal is the one that goalText names, or else the one
// in the text of the board, or else the default if it fits the size.
func (a *API) read(
	text string, size puzzle.Size, goalText, byDefault string,
) (start, goal puzzle.Board, err error) {
	start, goal, err = puzzle.ParseWithGoal(text, size)
	if err != nil {
		return start, goal, &RequestError{Err: err}
	}
	switch {
	case goalText != "":
	case goal != puzzle.Board{}:
		goalText = puzzle.GoalText(goal)
	default:
		if _, err := puzzle.Goal(byDefault, start.Size()); err == nil {
			goalText = byDefault
		}
	}
	goal, err = a.goal(goalText, start.Size())
	return start, goal, err
}

// goal parses a goal for a size.
func (a *API) goal(text string, size puzzle.Size) (puzzle.Board, error) {
	if a.MaxCells > 0 && size.Cells() > a.MaxCells {
		return puzzle.Board{},
			wrong("size %v has %d cells; expected at most %d", size, size.Cells(), a.MaxCells)
	}
	if text == "" {
		text = puzzle.BlankLast
	}
	goal, err := puzzle.Goal(text, size)
	if err != nil {
		return goal, &RequestError{Err: err}
	}
	return goal, nil
}

func describe(start, goal puzzle.Board) Board {
	size := start.Size()
	b := Board{
		Board:    start,
		Goal:     goal,
		GoalName: puzzle.GoalText(goal),
		Rows:     size.Rows,
		Cols:     size.Cols,
		Tiles:    numbers(start),
		Target:   numbers(goal),
		Solvable: puzzle.Solvable(start, goal),
	}
	if !b.Solvable {
		b.Why = whyUnsolvable(start, goal)
	}
	return b
}

func numbers(b puzzle.Board) []int {
	var tiles []int
	for _, tile := range b.Tiles() {
		tiles = append(tiles, int(tile))
	}
	return tiles
}

// whyUnsolvable explains by parity why no moves lead to the goal. See puzzle.Solvable.
func whyUnsolvable(start, goal puzzle.Board) string {
	size := start.Size()
	if size.Rows == 1 || size.Cols == 1 {
		return "On a board of one line, tiles never pass each other, and these stand in another " +
			"order than in the goal."
	}
	swaps := puzzle.Swaps(start.Tiles(), goal.Positions())
	steps := size.Distance(start.Blank(), goal.Blank())
	return fmt.Sprintf("Every move swaps the blank with a tile and takes the blank one step. The "+
		"tiles need an %s number of swaps (%d), but the blank needs an %s number of steps (%d), "+
		"so no moves lead to the goal.",
		parity(swaps), swaps, parity(steps), steps)
}

func parity(n int) string {
	if n%2 == 0 {
		return "even"
	}
	return "odd"
}

// ShuffleRequest asks for a random board: after a random walk of legal moves, or drawn
// uniformly from all solvable boards.
type ShuffleRequest struct {
	Size string `json:"size" about:"such as 3x4"`
	Goal string `json:"goal,omitempty" about:"a name or a board; blank-last if missing"`
	Walk *int   `json:"walk,omitempty" about:"number of random moves from the goal; a uniform draw if missing"`
	Seed uint64 `json:"seed" about:"the same seed gives the same board"`
}

// maxWalk is the maximum number of moves of a shuffle.
const maxWalk = 1_000_000

// Shuffle draws a random board. It is the first board that "npuzzle generate" draws with the
// same size, goal, walk and seed.
func (a *API) Shuffle(r ShuffleRequest) (Board, error) {
	size, err := puzzle.ParseSize(r.Size)
	if err != nil {
		return Board{}, &RequestError{Err: err}
	}
	goal, err := a.goal(r.Goal, size)
	if err != nil {
		return Board{}, err
	}
	if r.Walk != nil && (*r.Walk < 0 || *r.Walk > maxWalk) {
		return Board{}, wrong("walk %d is out of range; expected 0 to %d", *r.Walk, maxWalk)
	}
	group := bench.Group{Goal: goal, Count: 1, Seed: r.Seed, Scramble: bench.Scramble{Walk: r.Walk}}
	for p, err := range group.Draw() {
		if err != nil {
			return Board{}, &RequestError{Err: err}
		}
		return describe(p.Start, goal), nil
	}
	panic("api: no board drawn")
}

// EstimateRequest asks for the estimates of boards of one size.
type EstimateRequest struct {
	Boards    []string `json:"boards" about:"up to 1000 boards of one size"`
	Goal      string   `json:"goal,omitempty" about:"a name or a board; if missing, the first board's or blank-last"`
	Heuristic string   `json:"heuristic,omitempty" about:"name; the default heuristic if missing"`
}

// maxEstimates is the maximum number of boards of one request.
const maxEstimates = 1000

// Estimates holds the estimates of boards, in the order of the request.
type Estimates struct {
	Heuristic string `json:"heuristic" about:"name of the heuristic"`
	Estimates []int  `json:"estimates" about:"in the order of the boards"`
}

// Estimate computes the estimates of boards: how many moves they are away from the goal.
func (a *API) Estimate(ctx context.Context, r EstimateRequest) (Estimates, error) {
	if len(r.Boards) == 0 || len(r.Boards) > maxEstimates {
		return Estimates{}, wrong("%s; expected 1 to %d",
			units.Plural(len(r.Boards), "board", "boards"), maxEstimates)
	}
	first, goal, err := a.read(r.Boards[0], puzzle.Size{}, r.Goal, "")
	if err != nil {
		return Estimates{}, err
	}
	if r.Heuristic == "" {
		r.Heuristic = solvers.DefaultHeuristic
	}
	h, err := solvers.ParseHeuristic(r.Heuristic)
	if err != nil {
		return Estimates{}, &RequestError{Err: err}
	}
	h, err = a.prepare(ctx, h, goal)
	if err != nil {
		return Estimates{}, err
	}
	estimator, err := h.For(goal, puzzle.Costs{})
	if err != nil {
		return Estimates{}, &RequestError{Err: err}
	}
	answer := Estimates{Heuristic: h.Name()}
	for _, text := range r.Boards {
		board, err := puzzle.Parse(text, first.Size())
		if err != nil {
			return Estimates{}, &RequestError{Err: err}
		}
		answer.Estimates = append(answer.Estimates, int(estimator.Estimate(board.Tiles())))
	}
	return answer, nil
}

// Description lists the algorithms, heuristics, settings and limits that the page can offer.
type Description struct {
	Algorithms       []Algorithm        `json:"algorithms"`
	Heuristics       []string           `json:"heuristics"`
	HeuristicAbout   map[string]string  `json:"heuristic_about" about:"what the heuristics estimate, in a sentence"`
	DefaultHeuristic string             `json:"default_heuristic"`
	Goals            []string           `json:"goals" about:"goals with a name"`
	Presets          []string           `json:"presets" about:"of the genetic solver"`
	DefaultPreset    string             `json:"default_preset" about:"of the genetic solver"`
	Settings         []setting.Row      `json:"settings" about:"settings of the solvers"`
	Statistics       []search.Statistic `json:"statistics" about:"numbers that solvers report"`
	MaxCells         int                `json:"max_cells" about:"cells of a board; 0 for no bound"`
	MaxTime          float64            `json:"max_time" about:"time of a search in seconds; 0 for no bound"`
	MaxMemory        uint64             `json:"max_memory" about:"memory of a search in bytes; 0 for no bound"`
	MaxWorkers       int                `json:"max_workers" about:"threads of a search; 0 for no bound"`
}

// Algorithm describes a solver of package solvers.
type Algorithm struct {
	Name      string   `json:"name"`
	Label     string   `json:"label" about:"name for people, such as Weighted A*"`
	About     string   `json:"about" about:"what it does, in one line"`
	Informed  bool     `json:"informed" about:"whether it takes a heuristic"`
	Takes     []string `json:"takes" about:"names of the settings that it takes"`
	Heuristic string   `json:"heuristic" about:"name of the default heuristic"`
	Reports   []string `json:"reports" about:"keys of the statistics in a Record that it reports"`

	// The other fields are its search.Capabilities with its default settings.
	Optimal     bool `json:"optimal" about:"whether its plans are cheapest plans if the heuristic is admissible"`
	UnitCosts   bool `json:"unit_costs" about:"whether it needs move costs of 1"`
	Anytime     bool `json:"anytime" about:"whether it goes on after its first plan, for shorter ones"`
	Endless     bool `json:"endless" about:"whether only a limit or a proof ends it"`
	Evaluates   bool `json:"evaluates" about:"whether it evaluates plans, which evaluation_limit limits"`
	Generations bool `json:"generations" about:"whether its progress has generations of a population"`
}

// Describe returns the description of this API.
func (a *API) Describe(struct{}) (Description, error) {
	d := Description{
		HeuristicAbout:   map[string]string{},
		DefaultHeuristic: solvers.DefaultHeuristic,
		Goals:            puzzle.GoalNames,
		Presets:          ga.PresetNames(),
		DefaultPreset:    ga.DefaultPreset,
		Settings:         Settings(),
		Statistics:       search.Statistics,
		MaxCells:         a.MaxCells,
		MaxTime:          a.MaxTime.Seconds(),
		MaxMemory:        a.MaxMemory,
		MaxWorkers:       a.MaxThread,
	}
	for _, name := range solvers.HeuristicNames() {
		h, err := solvers.ParseHeuristic(name)
		needsNoFiles := err == nil && !heuristics.ReadsFiles(h)
		if a.Library != nil || needsNoFiles {
			d.Heuristics = append(d.Heuristics, name)
			d.HeuristicAbout[name] = solvers.DescribeHeuristic(name)
		}
	}
	for _, name := range solvers.Names() {
		d.Algorithms = append(d.Algorithms, algorithmOf(solvers.Default(name)))
	}
	return d, nil
}

// algorithmOf describes the solver with the given settings.
func algorithmOf(s solvers.Settings) Algorithm {
	about := solvers.Describe(s.Algorithm)
	capabilities := s.Capabilities()
	a := Algorithm{
		Name:        s.Algorithm,
		Label:       about.Label,
		About:       about.About,
		Informed:    s.Informed(),
		Heuristic:   s.Heuristic.Name(),
		Optimal:     capabilities.Optimal,
		UnitCosts:   capabilities.UnitCosts,
		Anytime:     capabilities.Anytime,
		Endless:     capabilities.Endless,
		Evaluates:   capabilities.Evaluates(),
		Generations: capabilities.Generations,
	}
	for _, setting := range append(solvers.SettingNames(), solvers.PresetSetting) {
		if s.Takes(setting) {
			a.Takes = append(a.Takes, setting)
		}
	}
	for _, row := range search.Statistics {
		if capabilities.Reports(row.Name) {
			a.Reports = append(a.Reports, row.Name)
		}
	}
	return a
}
