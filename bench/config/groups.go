package config

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"npuzzle/bench"
	"npuzzle/internal/files"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// groups reads the list of puzzles. Each entry makes one or more groups. If two groups have
// the same name, the error names the line of the later entry. For example, two entries
// without names may make groups with the same name.
func (r *reader) groups(o object) {
	taken := map[string]bool{}
	for _, entry := range o.list("puzzles") {
		err := r.part(func() {
			for _, g := range r.entry(entry) {
				r.take(entry, taken, "puzzles", g.Name)
				r.e.Groups = append(r.e.Groups, g)
			}
		})
		if err != nil && !r.hasKey(entry, "file") {
			r.leaveOut(err)
		}
	}
}

// hasKey reports whether a mapping has a key.
func (r *reader) hasKey(n *yaml.Node, key string) bool {
	if n.Kind != yaml.MappingNode {
		return false
	}
	content := r.merged(n)
	for i := 0; i < len(content); i += 2 {
		if content[i].Value == key {
			return true
		}
	}
	return false
}

// take notes a name. It is an error if the name is taken.
func (r *reader) take(n *yaml.Node, taken map[string]bool, list, name string) {
	if taken[name] {
		r.fail(n, "%q appears twice in %s; expected a name of its own, such as name: %s again",
			name, list, name)
	}
	taken[name] = true
}

// sources are the keys that say where the boards of an entry come from.
var sources = []string{"count", "boards", "file", "set"}

// uses maps each source to the keys that an entry with this source may have.
// The keys name, move-costs and node-limit are always allowed.
var uses = map[string][]string{
	"count":  {"count", "size", "walk", "misplaced", "seed", "goal"},
	"boards": {"boards", "goal"},
	"file":   {"file", "goal"},
	"set":    {"set", "numbers"},
}

// entry reads one entry of the list of puzzles and returns its groups. The entry must have exactly
// one source.
func (r *reader) entry(n *yaml.Node) []bench.Group {
	allowed := []string{"name", "move-costs", "node-limit"}
	known := slices.Clone(allowed)
	for _, keys := range uses {
		known = append(known, keys...)
	}
	o := r.object(n, "an entry of puzzles", known...)
	var given []string
	for _, name := range sources {
		if o.keys[name] != nil {
			given = append(given, name)
		}
	}
	switch {
	case len(given) == 0:
		r.fail(n, "nothing to draw or read; expected count with size, boards, file or set")
	case len(given) > 1:
		r.fail(o.last(given[:2]...), "%s and %s in one entry; expected one of them", given[0],
			given[1])
	}
	source := given[0]
	o = r.object(n, "an entry with "+source, append(allowed, uses[source]...)...)
	g := bench.Group{
		Name:      one(o, "name", "", word),
		Costs:     r.costs(o),
		NodeLimit: one(o, "node-limit", 0, units.ParseCount),
	}
	switch source {
	case "count":
		return r.drawn(o, g)
	case "boards":
		return r.byGoal(o, g, "boards", r.written(o))
	case "file":
		return r.byGoal(o, g, stem(one(o, "file", "", word)), r.filed(o))
	}
	return []bench.Group{r.standard(o, g)}
}

// costs reads move costs: a list of four numbers, or one text with four numbers separated by
// commas.
func (r *reader) costs(o object) (costs puzzle.Costs) {
	if parts := many(o, "move-costs", anything); parts != nil {
		costs = parsed(r, o.values["move-costs"], "move-costs", strings.Join(parts, ","),
			puzzle.ParseCosts)
	}
	return costs
}

// goal returns the goal of an entry for boards of the given size.
func (r *reader) goal(o object, size puzzle.Size) puzzle.Board {
	goal, err := puzzle.Goal(one(o, "goal", puzzle.BlankLast, anything), size)
	if err != nil {
		r.fail(o.last("goal"), "%v", err)
	}
	return goal
}

// drawn returns groups of random boards: one group for each combination of a size and a way
// of drawing. If there are several groups, their names contain the size and the way of drawing.
func (r *reader) drawn(o object, g bench.Group) []bench.Group {
	sizes := many(o, "size", puzzle.ParseSize)
	walks := many(o, "walk", units.Whole(0, 10_000_000))
	fractions := many(o, "misplaced", units.Decimal(0, 1))
	if len(sizes) == 0 {
		r.fail(o.Node, "count without a size; expected size: ROWSxCOLS such as 3x3")
	}
	if len(walks) > 0 && len(fractions) > 0 {
		r.fail(o.last("walk", "misplaced"), "walk and misplaced in one entry; expected one of them")
	}
	var ways []bench.Scramble
	for _, moves := range walks {
		ways = append(ways, bench.Scramble{Walk: &moves})
	}
	for _, share := range fractions {
		ways = append(ways, bench.Scramble{Misplaced: &share})
	}
	if ways == nil {
		ways = []bench.Scramble{{}} // draws uniformly
	}
	if len(sizes) > maxGroups/len(ways) { // their product is too large
		r.fail(o.Node, "more than %d sizes, walks and shares together; expected shorter lists",
			maxGroups)
	}
	g.Count = one(o, "count", 0, units.Whole(1, 1_000_000_000))
	g.Seed = one(o, "seed", r.e.Seed, units.ParseCount)
	var groups []bench.Group
	for _, size := range sizes {
		for _, way := range ways {
			next := g
			next.Goal = r.goal(o, size)
			next.Scramble = way
			if g.Name == "" || len(sizes)*len(ways) > 1 {
				next.Name = strings.TrimSpace(g.Name + " " + size.String())
				if way != (bench.Scramble{}) {
					next.Name += " " + way.String()
				}
			}
			groups = append(groups, next)
		}
	}
	return groups
}

// written returns the boards that are written in the experiment file. Each value is a text with
// one or more boards.
func (r *reader) written(o object) (boards []listedBoard) {
	for _, n := range o.list("boards") {
		// The text of a block scalar begins on the line after its node. The node is at | or >.
		linesBefore := n.Line - 1
		if isBlock(n) {
			linesBefore = n.Line
		}
		list, err := readBoards(strings.NewReader(r.scalar(n, "boards")), r.file, linesBefore)
		if err != nil && n.Style&yaml.FoldedStyle != 0 {
			err.Reason += "; > joins the lines of a text, and | keeps them"
			err.Line = n.Line
		}
		if err != nil {
			panic(err)
		}
		boards = append(boards, list...)
	}
	return boards
}

// filed returns the boards in another file. The file has any format that puzzle.Reader reads.
func (r *reader) filed(o object) []listedBoard {
	path := one(o, "file", "", word)
	if r.alone {
		r.fail(o.last("file"), "file %.60q cannot be read from here; expected boards", path)
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(r.file), path)
	}
	f, err := files.Open(path)
	if err != nil {
		if cause, ok := errors.AsType[*os.PathError](err); ok {
			err = cause.Err
		}
		r.fail(o.last("file"), "%s: %v; expected a file of boards", path, err)
	}
	defer f.Close()
	boards, wrong := readBoards(files.Limit(f, files.MaxData), path, 0)
	if wrong != nil {
		panic(wrong)
	}
	return boards
}

// listedBoard is a board of a text. A file may have millions, so boards with the same goal share
// it.
type listedBoard struct {
	start puzzle.Board
	goal  *puzzle.Board // nil if the text gives none
}

// readBoards reads the boards of a text, and the goals that the text gives. The text is a part
// of a file, and before is the number of lines that precede the text in this file. The error
// has the line in the file.
func readBoards(in io.Reader, file string, before int) ([]listedBoard, *Error) {
	var boards []listedBoard
	var shared *puzzle.Board // the goal of the last board that has one
	reader := puzzle.NewReader(in, puzzle.Size{})
	for {
		start, goal, err := reader.Next()
		if parse, ok := errors.AsType[*puzzle.ParseError](err); ok {
			// Error already has the line in the file, so the message omits the line in the text.
			at := *parse
			at.Board = 0
			at.Line = 0
			return nil, &Error{file, before + parse.Line, at.Error()}
		}
		if err == io.EOF {
			return boards, nil
		}
		if err != nil {
			return nil, &Error{file, 0, err.Error()}
		}
		if goal == (puzzle.Board{}) {
			boards = append(boards, listedBoard{start: start})
			continue
		}
		if shared == nil || *shared != goal {
			shared = &goal
		}
		boards = append(boards, listedBoard{start: start, goal: shared})
	}
}

// byGoal returns one group for each goal of the boards, in the order in which the goals first
// appear. Boards of several sizes have several goals. The key goal applies to all boards.
// Without it, each board has the goal that its text gives, or the default.
//
// If there are several groups, the name of each contains its size, and its goal if another
// group has the same size. If boards cannot reach their goal, byGoal adds a warning with their
// number and the first of them.
func (r *reader) byGoal(
	o object, g bench.Group, name string, boards []listedBoard,
) (groups []bench.Group) {
	source := o.last("boards", "file")
	if len(boards) == 0 {
		r.fail(source, "no board; expected one such as 1 2 3/4 5 6/7 0 8")
	}
	g.Name = cmp.Or(g.Name, name)
	var unsolvable []puzzle.Board
	for _, p := range boards {
		var goal puzzle.Board
		if p.goal == nil || o.values["goal"] != nil {
			goal = r.goal(o, p.start.Size())
		} else {
			goal = *p.goal
		}
		i := slices.IndexFunc(groups, func(known bench.Group) bool { return known.Goal == goal })
		if i < 0 {
			i = len(groups)
			groups = append(groups, g)
			groups[i].Goal = goal
		}
		groups[i].Boards = append(groups[i].Boards, p.start)
		if !puzzle.Solvable(p.start, goal) {
			unsolvable = append(unsolvable, p.start)
		}
	}
	if n := len(unsolvable); n > 0 {
		r.warn(source, "no moves lead from %s to the goal: %d of %d boards count as unsolvable",
			unsolvable[0], n, len(boards))
	}
	if len(groups) == 1 {
		return groups
	}
	ofSize := map[puzzle.Size]int{} // number of groups
	for _, g := range groups {
		ofSize[g.Goal.Size()]++
	}
	for i := range groups {
		goal := groups[i].Goal
		groups[i].Name += " " + goal.Size().String()
		if ofSize[goal.Size()] > 1 {
			groups[i].Name += " " + goalName(goal, i+1)
		}
	}
	return groups
}

// goalName returns a name for a goal: its own, or the given number.
func goalName(goal puzzle.Board, number int) string {
	name := puzzle.GoalText(goal)
	if slices.Contains(puzzle.GoalNames, name) {
		return name
	}
	return fmt.Sprintf("goal %d", number)
}

// standard returns a group of the boards of a standard set. If a move cost differs from 1, their
// optimal costs are not known. The set has a goal, so the entry cannot set another one.
func (r *reader) standard(o object, g bench.Group) bench.Group {
	set := one(o, "set", bench.Group{}, bench.Set)
	boards := set.Boards
	known := set.Known
	set.Boards = nil
	set.Known = nil
	numbers := many(o, "numbers", units.Whole(1, 100))
	if o.values["numbers"] == nil {
		for i := range boards {
			numbers = append(numbers, i+1)
		}
	}
	for _, n := range numbers {
		if n > len(boards) {
			r.fail(o.last("numbers"), "number %d of %s; expected at most %d", n, set.Name, len(boards))
		}
		set.Boards = append(set.Boards, boards[n-1])
		if known != nil && g.Costs.Unit() {
			set.Known = append(set.Known, known[n-1])
		}
	}
	set.Name = cmp.Or(g.Name, set.Name)
	set.Costs = g.Costs
	set.NodeLimit = g.NodeLimit
	return set
}
