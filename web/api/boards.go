package api

import (
	"context"
	"fmt"
	"slices"

	"npuzzle/bench"
	"npuzzle/ga"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

// BoardRequest asks for the board that a text describes.
type BoardRequest struct {
	Text string `json:"text"`           // in any form that puzzle.Parse reads
	Size string `json:"size,omitempty"` // such as 3x4; needed if the text does not determine the size
	Goal string `json:"goal,omitempty"` // a name or a board; "" for blank-last
}

// Board describes a board. Tiles are numbered from 1, and 0 is the blank.
type Board struct {
	Board    puzzle.Board `json:"board"` // such as "1 2/3 0"
	Goal     puzzle.Board `json:"goal"`
	Rows     int          `json:"rows"`
	Cols     int          `json:"cols"`
	Tiles    []int        `json:"tiles"`  // row by row
	Target   []int        `json:"target"` // the tiles of the goal, row by row
	Solvable bool         `json:"solvable"`
	Why      string       `json:"why,omitempty"` // why the board is not solvable, in a sentence
}

// Board parses a board and describes it.
func (a *API) Board(r BoardRequest) (Board, error) {
	var size puzzle.Size
	if r.Size != "" {
		var err error
		if size, err = puzzle.ParseSize(r.Size); err != nil {
			return Board{}, &RequestError{err}
		}
	}
	start, goal, err := a.read(r.Text, size, r.Goal)
	if err != nil {
		return Board{}, err
	}
	return describe(start, goal), nil
}

// read parses a board and its goal.
func (a *API) read(text string, size puzzle.Size, goalText string) (start, goal puzzle.Board, err error) {
	if start, err = puzzle.Parse(text, size); err != nil {
		return start, goal, &RequestError{err}
	}
	goal, err = a.goal(goalText, start.Size())
	return start, goal, err
}

// goal parses a goal for a size.
func (a *API) goal(text string, size puzzle.Size) (puzzle.Board, error) {
	if a.MaxCells > 0 && size.Cells() > a.MaxCells {
		return puzzle.Board{}, wrong("size %v has %d cells; expected at most %d", size, size.Cells(), a.MaxCells)
	}
	if text == "" {
		text = puzzle.BlankLast
	}
	goal, err := puzzle.Goal(text, size)
	if err != nil {
		return goal, &RequestError{err}
	}
	return goal, nil
}

func describe(start, goal puzzle.Board) Board {
	size := start.Size()
	b := Board{
		Board: start, Goal: goal, Rows: size.Rows, Cols: size.Cols,
		Tiles: numbers(start), Target: numbers(goal), Solvable: puzzle.Solvable(start, goal),
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
		return "On a board of one line, tiles never pass each other, and these stand in another order than in the goal."
	}
	swaps := puzzle.Swaps(start.Tiles(), goal.Positions())
	from, to := start.Blank(), goal.Blank()
	steps := abs(from/size.Cols-to/size.Cols) + abs(from%size.Cols-to%size.Cols)
	return fmt.Sprintf("Every move swaps the blank with a tile and takes the blank one step. The tiles need an %s"+
		" number of swaps (%d), but the blank needs an %s number of steps (%d), so no moves lead to the goal.",
		parity(swaps), swaps, parity(steps), steps)
}

func parity(n int) string {
	if n%2 == 0 {
		return "even"
	}
	return "odd"
}

func abs(n int) int { return max(n, -n) }

// ShuffleRequest asks for a random board: after a random walk of legal moves, or drawn
// uniformly from all solvable boards.
type ShuffleRequest struct {
	Size string `json:"size"`
	Goal string `json:"goal,omitempty"`
	Walk *int   `json:"walk,omitempty"` // number of moves; nil for a uniform draw
	Seed uint64 `json:"seed"`
}

// maxWalk is the maximum number of moves of a shuffle.
const maxWalk = 1_000_000

// Shuffle draws a random board. It is the first board that "npuzzle generate" draws with the
// same size, goal, walk and seed.
func (a *API) Shuffle(r ShuffleRequest) (Board, error) {
	size, err := puzzle.ParseSize(r.Size)
	if err != nil {
		return Board{}, &RequestError{err}
	}
	goal, err := a.goal(r.Goal, size)
	if err != nil {
		return Board{}, err
	}
	if r.Walk != nil && (*r.Walk < 0 || *r.Walk > maxWalk) {
		return Board{}, wrong("walk %d is out of range; expected 0 to %d", *r.Walk, maxWalk)
	}
	for p, err := range (bench.Scramble{Walk: r.Walk}).Draw(goal, 1, r.Seed) {
		if err != nil {
			return Board{}, &RequestError{err}
		}
		return describe(p.Start, goal), nil
	}
	panic("api: no board drawn")
}

// EstimateRequest asks for the estimates of boards of one size.
type EstimateRequest struct {
	Boards    []string `json:"boards"`
	Goal      string   `json:"goal,omitempty"`
	Heuristic string   `json:"heuristic,omitempty"` // name; "" for the default heuristic
}

// maxEstimates is the maximum number of boards of one request.
const maxEstimates = 1000

// Estimates holds the estimates of boards, in the order of the request.
type Estimates struct {
	Heuristic string `json:"heuristic"`
	Estimates []int  `json:"estimates"`
}

// Estimate computes the estimates of boards: how many moves they are away from the goal.
func (a *API) Estimate(ctx context.Context, r EstimateRequest) (Estimates, error) {
	if len(r.Boards) == 0 || len(r.Boards) > maxEstimates {
		return Estimates{}, wrong("%s; expected 1 to %d", units.Plural(len(r.Boards), "board", "boards"), maxEstimates)
	}
	first, goal, err := a.read(r.Boards[0], puzzle.Size{}, r.Goal)
	if err != nil {
		return Estimates{}, err
	}
	if r.Heuristic == "" {
		r.Heuristic = solvers.DefaultHeuristic
	}
	h, err := solvers.ParseHeuristic(r.Heuristic)
	if err != nil {
		return Estimates{}, &RequestError{err}
	}
	if h, err = a.prepare(ctx, h, goal); err != nil {
		return Estimates{}, err
	}
	estimator, err := h.For(goal, puzzle.Costs{})
	if err != nil {
		return Estimates{}, &RequestError{err}
	}
	answer := Estimates{Heuristic: h.Name()}
	for _, text := range r.Boards {
		board, err := puzzle.Parse(text, first.Size())
		if err != nil {
			return Estimates{}, &RequestError{err}
		}
		answer.Estimates = append(answer.Estimates, int(estimator.Estimate(board.Tiles())))
	}
	return answer, nil
}

// Description lists the algorithms, heuristics, settings and limits that the page can offer.
type Description struct {
	Algorithms       []Algorithm `json:"algorithms"`
	Heuristics       []string    `json:"heuristics"`
	DefaultHeuristic string      `json:"default_heuristic"`
	Goals            []string    `json:"goals"`
	Presets          []string    `json:"presets"`
	Settings         []Setting   `json:"settings"`    // settings of the genetic solver
	MaxCells         int         `json:"max_cells"`   // cells of a board; 0 for no bound
	MaxTime          float64     `json:"max_time"`    // time of a search in seconds; 0 for no bound
	MaxMemory        uint64      `json:"max_memory"`  // memory of a search in bytes; 0 for no bound
	MaxWorkers       int         `json:"max_workers"` // threads of a search; 0 for no bound
}

// Algorithm describes a solver of package solvers.
type Algorithm struct {
	Name     string   `json:"name"`
	Informed bool     `json:"informed"` // whether it takes a heuristic
	Takes    []string `json:"takes"`    // names of the settings that it takes
}

// Describe returns the description of this API.
func (a *API) Describe() Description {
	d := Description{
		DefaultHeuristic: solvers.DefaultHeuristic,
		Goals:            puzzle.GoalNames,
		Presets:          ga.PresetNames(),
		Settings:         Settings(),
		MaxCells:         a.MaxCells,
		MaxTime:          a.MaxTime.Seconds(),
		MaxMemory:        a.MaxMemory,
		MaxWorkers:       a.MaxThread,
	}
	for _, name := range solvers.HeuristicNames() {
		if a.Library != nil || name != "pdb" {
			d.Heuristics = append(d.Heuristics, name)
		}
	}
	for _, name := range solvers.Names() {
		s := solvers.Settings{Algorithm: name}
		takes := slices.DeleteFunc(solvers.SettingNames(), func(setting string) bool { return !s.Takes(setting) })
		d.Algorithms = append(d.Algorithms, Algorithm{name, s.Informed(), takes})
	}
	return d
}
