package config

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"npuzzle/bench"
	"npuzzle/internal/files"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/puzzle/korf"
)

// groups reads the list of puzzles. Each entry makes one or more groups. If two groups have
// the same name, the error names the line of the later entry. For example, two entries
// without names may make groups with the same name.
func (r *reader) groups(n *yaml.Node) error {
	entries, err := r.list(n, "puzzles")
	if err != nil {
		return err
	}
	named := map[string]bool{}
	for _, entry := range entries {
		groups, err := r.entry(entry)
		if err != nil {
			return err
		}
		for _, g := range groups {
			if named[g.Name] {
				return r.fault(entry, "puzzles %q appear twice; expected a name of their own, such as name: %s again",
					g.Name, g.Name)
			}
			named[g.Name] = true
		}
		r.e.Groups = append(r.e.Groups, groups...)
	}
	return nil
}

// entry has the values of one entry in the list of puzzles. The entry must have exactly one of
// the keys count, boards, file and set. This key is the source of the boards.
type entry struct {
	node      *yaml.Node    // of the whole entry
	name      string        // of the groups; "" for a name made from size, file or set
	sizes     []puzzle.Size // of drawn boards
	count     int           // number of boards to draw for each size, walk and fraction
	walks     []int         // numbers of random moves from the goal
	misplaced []float64     // fractions of misplaced tiles
	seed      uint64        // of drawn boards; by default the seed of the experiment
	goal      string        // for puzzle.Goal; "" for the default goal
	costs     puzzle.Costs  // of the blank's moves
	nodeLimit uint64        // of each trial; 0 for the limit of the experiment
	boards    []*yaml.Node  // given boards; each node is a text with one or more boards
	file      string        // name of a file of boards
	set       string        // name of a set of published boards
	numbers   []int         // numbers of the boards in the set; nil for all
}

// uses maps each source of boards to the other keys that an entry with this source may have.
// The keys name, move-costs and node-limit are always allowed.
var uses = map[string][]string{
	"count":  {"size", "walk", "misplaced", "seed", "goal"},
	"boards": {"goal"},
	"file":   {"goal"},
	"set":    {"numbers"},
}

// entry reads one entry of the list of puzzles and returns its groups.
func (r *reader) entry(n *yaml.Node) ([]bench.Group, error) {
	e := entry{node: n, seed: r.e.Seed}
	fields := map[string]field{
		"name":       value(r, "name", &e.name, word),
		"size":       values(r, "size", &e.sizes, puzzle.ParseSize),
		"count":      value(r, "count", &e.count, units.Whole(1, 1_000_000_000)),
		"walk":       values(r, "walk", &e.walks, units.Whole(0, 10_000_000)),
		"misplaced":  values(r, "misplaced", &e.misplaced, units.Decimal(0, 1)),
		"seed":       value(r, "seed", &e.seed, units.ParseCount),
		"goal":       value(r, "goal", &e.goal, anything),
		"move-costs": func(n *yaml.Node) error { return r.costs(n, &e.costs) },
		"node-limit": value(r, "node-limit", &e.nodeLimit, units.ParseCount),
		"boards":     func(n *yaml.Node) (err error) { e.boards, err = r.list(n, "boards"); return err },
		"file":       value(r, "file", &e.file, word),
		"set":        value(r, "set", &e.set, units.OneOf("korf-15", "korf-24")),
		"numbers":    values(r, "numbers", &e.numbers, units.Whole(1, 100)),
	}
	what, source := "an entry of puzzles", ""
	for _, key := range keys(n) {
		switch {
		case uses[key.Value] == nil:
		case source != "":
			return nil, r.fault(key, "%s and %s in one entry; expected one of them", source, key.Value)
		default:
			source = key.Value
			what = "an entry with " + source
			allowed := append([]string{"name", "move-costs", "node-limit", source}, uses[source]...)
			maps.DeleteFunc(fields, func(name string, _ field) bool { return !slices.Contains(allowed, name) })
		}
	}
	if err := r.mapping(n, what, fields); err != nil {
		return nil, err
	}
	switch source {
	case "count":
		return r.drawn(e)
	case "boards":
		return r.written(e)
	case "file":
		return r.filed(e)
	case "set":
		return r.published(e)
	}
	return nil, r.fault(n, "nothing to draw or read; expected count with size, boards, file or set")
}

// costs reads move costs: a list of four numbers, or one text with four numbers separated by
// commas.
func (r *reader) costs(n *yaml.Node, to *puzzle.Costs) error {
	list, err := r.list(n, "move-costs")
	if err != nil {
		return err
	}
	var parts []string
	for _, n := range list {
		text, err := r.scalar(n, "move-costs")
		if err != nil {
			return err
		}
		parts = append(parts, text)
	}
	joined := &yaml.Node{Kind: yaml.ScalarNode, Value: strings.Join(parts, ","), Line: n.Line}
	return value(r, "move-costs", to, puzzle.ParseCosts)(joined)
}

// goalOf returns the goal of an entry for boards of the given size.
func (r *reader) goalOf(e entry, size puzzle.Size) (puzzle.Board, error) {
	goal, err := puzzle.Goal(cmp.Or(e.goal, puzzle.BlankLast), size)
	if err != nil {
		return goal, r.fault(last(e.node, "goal"), "%v", err)
	}
	return goal, nil
}

// drawn returns groups of random boards: one group for each combination of a size and a way
// of drawing. If there are several groups, their names contain the size and the way of drawing.
func (r *reader) drawn(e entry) ([]bench.Group, error) {
	if len(e.sizes) == 0 {
		return nil, r.fault(e.node, "count without a size; expected size: ROWSxCOLS such as 3x3")
	}
	if len(e.walks) > 0 && len(e.misplaced) > 0 {
		return nil, r.fault(last(e.node, "walk", "misplaced"), "walk and misplaced in one entry; expected one of them")
	}
	// A drawing is a way of drawing boards. Its name becomes a part of the group's name.
	type drawing struct {
		name     string
		scramble bench.Scramble
	}
	var how []drawing
	for _, n := range e.walks {
		how = append(how, drawing{fmt.Sprintf(" walk %d", n), bench.Scramble{Walk: &n}})
	}
	for _, share := range e.misplaced {
		how = append(how, drawing{fmt.Sprintf(" misplaced %v", share), bench.Scramble{Misplaced: &share}})
	}
	if how == nil {
		how = []drawing{{}} // draws uniformly
	}
	if len(e.sizes) > maxGroups/len(how) {
		return nil, r.fault(e.node, "more than %d sizes, walks and shares together; expected shorter lists", maxGroups)
	}
	var groups []bench.Group
	for _, size := range e.sizes {
		goal, err := r.goalOf(e, size)
		if err != nil {
			return nil, err
		}
		for _, d := range how {
			name := size.String() + d.name
			switch {
			case e.name != "" && len(e.sizes)*len(how) == 1:
				name = e.name
			case e.name != "":
				name = e.name + " " + name
			}
			groups = append(groups, bench.Group{
				Name: name, Goal: goal, Costs: e.costs, NodeLimit: e.nodeLimit,
				Count: e.count, Seed: e.seed, Scramble: d.scramble,
			})
		}
	}
	return groups, nil
}

// written returns groups of the boards that are written in the experiment file. Each value
// is a text with one or more boards.
func (r *reader) written(e entry) ([]bench.Group, error) {
	var boards []puzzle.Board
	for _, n := range e.boards {
		text, err := r.scalar(n, "boards")
		if err != nil {
			return nil, err
		}
		// The text of a block scalar begins on the line after its node. The node is at | or >.
		before := n.Line - 1
		if n.Style == yaml.LiteralStyle || n.Style == yaml.FoldedStyle {
			before = n.Line
		}
		more, err := readBoards(strings.NewReader(text), r.file, before)
		if err != nil {
			return nil, err
		}
		boards = append(boards, more...)
	}
	return r.bySize(e, cmp.Or(e.name, "boards"), boards)
}

// filed returns groups of the boards in another file. The file has any format that
// puzzle.Reader reads.
func (r *reader) filed(e entry) ([]bench.Group, error) {
	if r.alone {
		return nil, r.fault(last(e.node, "file"), "file %.60q cannot be read from here; expected boards", e.file)
	}
	path := e.file
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(r.file), path)
	}
	f, err := files.Open(path)
	if err != nil {
		if cause, ok := errors.AsType[*os.PathError](err); ok {
			err = cause.Err
		}
		return nil, r.fault(last(e.node, "file"), "%s: %v; expected a file of boards", path, err)
	}
	defer f.Close()
	boards, err := readBoards(files.Limit(f, files.MaxData), path, 0)
	if err != nil {
		return nil, err
	}
	return r.bySize(e, cmp.Or(e.name, stem(e.file)), boards)
}

// readBoards reads the boards of a text. The text is a part of a file, and before is the
// number of lines that precede the text in this file. If a text is not a board, the error
// is an *Error with the line in the file.
func readBoards(in io.Reader, file string, before int) ([]puzzle.Board, error) {
	var boards []puzzle.Board
	reader := puzzle.NewReader(in, puzzle.Size{})
	for {
		board, err := reader.Next()
		if parse, ok := errors.AsType[*puzzle.ParseError](err); ok {
			// Error already has the line in the file, so the message omits the line in the text.
			at := *parse
			at.Board, at.Line = 0, 0
			return nil, &Error{file, before + parse.Line, at.Error()}
		}
		if err == io.EOF {
			return boards, nil
		}
		if err != nil {
			return nil, &Error{file, 0, err.Error()}
		}
		boards = append(boards, board)
	}
}

// bySize returns one group for each size of the boards, in the order in which the sizes first
// appear. If there are several groups, the name of each contains its size. If boards cannot
// reach their goal, bySize adds a warning with their number and the first of them.
func (r *reader) bySize(e entry, name string, boards []puzzle.Board) ([]bench.Group, error) {
	if len(boards) == 0 {
		return nil, r.fault(last(e.node, "boards", "file"), "no board; expected one such as 1 2 3/4 5 6/7 0 8")
	}
	at := map[puzzle.Size]int{}
	var unsolvable []puzzle.Board
	var groups []bench.Group
	for _, board := range boards {
		size := board.Size()
		i, there := at[size]
		if !there {
			goal, err := r.goalOf(e, size)
			if err != nil {
				return nil, err
			}
			i = len(groups)
			at[size] = i
			groups = append(groups, bench.Group{Name: name, Goal: goal, Costs: e.costs, NodeLimit: e.nodeLimit})
		}
		groups[i].Boards = append(groups[i].Boards, board)
		if !puzzle.Solvable(board, groups[i].Goal) {
			unsolvable = append(unsolvable, board)
		}
	}
	if n := len(unsolvable); n > 0 {
		r.warnings = append(r.warnings, &Error{r.file, last(e.node, "boards", "file").Line,
			fmt.Sprintf("no moves lead from %s to the goal: %d of %d boards count as unsolvable",
				unsolvable[0], n, len(boards))})
	}
	if len(groups) > 1 {
		for i := range groups {
			groups[i].Name += " " + groups[i].Goal.Size().String()
		}
	}
	return groups, nil
}

// published returns a group of boards that Korf published. If every move costs 1, the group
// has the published optimal lengths as well. The lengths are valid only for the goal with the
// blank first, so the entry cannot set another goal.
func (r *reader) published(e entry) ([]bench.Group, error) {
	instances := korf.Fifteen()
	if e.set == "korf-24" {
		instances = korf.TwentyFour()
	}
	goal, err := puzzle.Goal(puzzle.BlankFirst, instances[0].Board.Size())
	if err != nil {
		return nil, err
	}
	numbers := e.numbers
	if numbers == nil {
		for _, instance := range instances {
			numbers = append(numbers, instance.Number)
		}
	}
	g := bench.Group{Name: e.name, Goal: goal, Costs: e.costs, NodeLimit: e.nodeLimit}
	if g.Name == "" {
		g.Name = e.set
	}
	for _, n := range numbers {
		if n > len(instances) {
			return nil, r.fault(last(e.node, "numbers"), "number %d of %s; expected at most %d",
				n, e.set, len(instances))
		}
		g.Boards = append(g.Boards, instances[n-1].Board)
		if e.costs.Unit() {
			g.Known = append(g.Known, instances[n-1].Optimal)
		}
	}
	return []bench.Group{g}, nil
}
