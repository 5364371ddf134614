package pdb

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"npuzzle/puzzle"
)

// Partition divides the tiles of a goal into patterns whose estimates add up.
type Partition struct {
	name   string
	goal   puzzle.Board
	groups [][]uint8 // goal cells of each pattern's tiles, ascending
}

// ParsePartition reads the partition of a goal's tiles: the number of tiles in
// each pattern, such as "6-6-3", or a drawing of the goal with a letter for each
// tile that names its pattern, such as "a a b/a c b/c c .", rows separated by
// "/". In a drawing ".", "_" or "0" stands for the blank and for tiles that are
// in no pattern.
//
// What numbers stand for: 7-8, 6-6-3 and 5-5-5 on 4x4 and 6-6-6-6 on 5x5, for a
// goal with the blank in a corner, are standard shapes, turned so that their
// blank is in that corner. In all other cases the goal is turned or reflected so
// that its blank comes as far to the top left as it can, its cells are cut into
// groups of these sizes row by row, alternately to the right and to the left,
// and then any two tiles change groups as long as that makes the groups more
// compact: lowers the sum of squared distances within them.
func ParsePartition(text string, goal puzzle.Board) (Partition, error) {
	if goal == (puzzle.Board{}) {
		return Partition{}, errors.New("pdb: no goal; expected a board")
	}
	p := Partition{goal: goal}
	var err error
	if sizes, numbers := groupSizes(text); numbers {
		err = p.fromSizes(sizes)
	} else {
		err = p.fromDrawing(text)
	}
	if err != nil {
		return Partition{}, &PartitionError{fmt.Errorf("pdb: partition %.60q: %w", text, err)}
	}
	for _, group := range p.groups {
		if err := checkTiles(goal.Size(), len(group)); err != nil {
			return Partition{}, &PartitionError{err}
		}
	}
	return p, nil
}

// PartitionError says why a text is no partition of a goal's tiles.
type PartitionError struct{ Err error }

// Error returns one line with what was expected.
func (e *PartitionError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *PartitionError) Unwrap() error { return e.Err }

// groupSizes reads numbers with "-" between.
func groupSizes(text string) ([]int, bool) {
	var sizes []int
	for field := range strings.SplitSeq(text, "-") {
		n, err := strconv.ParseUint(field, 10, 8)
		if err != nil {
			return nil, false
		}
		sizes = append(sizes, int(n))
	}
	return sizes, true
}

func (p *Partition) fromSizes(sizes []int) error {
	sum := 0
	for _, n := range sizes {
		if n == 0 {
			return fmt.Errorf("a pattern of 0 tiles; expected 1 to %d", MaxTiles)
		}
		sum += n
	}
	if tiles := p.goal.Size().Cells() - 1; sum != tiles {
		return fmt.Errorf("%d tiles; expected numbers that add up to the %d of %v", sum, tiles, p.goal.Size())
	}
	way := blankToTopLeft(p.goal)
	var turned [][]uint8 // the groups as the image sees them
	if shape := standardShape(p.goal.Size(), sizes, way.to[p.goal.Blank()]); shape.drawing != "" {
		p.name = shape.name
		turned = drawnGroups(strings.ReplaceAll(shape.drawing, "/", ""))
	} else {
		p.name = joinSizes(sizes)
		turned = compactGroups(way.size, way.to[p.goal.Blank()], sizes)
	}
	for _, group := range turned {
		cells := make([]uint8, len(group))
		for i, cell := range group {
			cells[i] = uint8(slices.Index(way.to, cell))
		}
		slices.Sort(cells)
		p.groups = append(p.groups, cells)
	}
	return nil
}

func joinSizes(sizes []int) string {
	fields := make([]string, len(sizes))
	for i, n := range sizes {
		fields[i] = strconv.Itoa(n)
	}
	return strings.Join(fields, "-")
}

// blankToTopLeft returns the symmetry of a goal's size that brings its blank to
// the lowest cell.
func blankToTopLeft(goal puzzle.Board) symmetry {
	var best symmetry
	for _, s := range symmetries(goal.Size()) {
		if s.size == goal.Size() && (best.to == nil || s.to[goal.Blank()] < best.to[goal.Blank()]) {
			best = s
		}
	}
	return best
}

func (p *Partition) fromDrawing(text string) error {
	size := p.goal.Size()
	rows := strings.Split(strings.Map(func(r rune) rune {
		if r == ' ' || r == '\t' {
			return -1
		}
		return r
	}, text), "/")
	if len(rows) != size.Rows {
		return fmt.Errorf("%d rows; expected numbers such as 5-5-5 or a drawing of %v: a letter for each tile, rows separated by a slash", len(rows), size)
	}
	letters := map[rune]rune{} // as they are renamed, by first appearance
	var drawing strings.Builder
	for row, line := range rows {
		if n := len([]rune(line)); n != size.Cols {
			return fmt.Errorf("row %d has %d cells; expected %d", row+1, n, size.Cols)
		}
		for col, r := range []rune(line) {
			switch {
			case strings.ContainsRune("._0", r):
				drawing.WriteByte('.')
				continue
			case !unicode.IsLetter(r):
				return fmt.Errorf("row %d, column %d: %q; expected a letter, or a dot for no pattern", row+1, col+1, r)
			case row*size.Cols+col == p.goal.Blank():
				return fmt.Errorf("row %d, column %d: %q on the goal cell of the blank; expected a dot", row+1, col+1, r)
			}
			if _, known := letters[r]; !known {
				letters[r] = letterOf(len(letters))
			}
			drawing.WriteRune(letters[r])
		}
	}
	if len(letters) == 0 {
		return fmt.Errorf("no pattern; expected a letter for each tile")
	}
	p.groups = drawnGroups(drawing.String())
	p.name = drawGroups(size, p.groups)
	return nil
}

// letterOf returns the letter of a pattern: a to z, A to Z, then those of the
// block Latin Extended.
func letterOf(group int) rune {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if group < len(letters) {
		return rune(letters[group])
	}
	return rune('\u0100' + group - len(letters))
}

// drawnGroups returns the cells of each letter of a drawing without separators.
// The letters are those of letterOf.
func drawnGroups(drawing string) [][]uint8 {
	var groups [][]uint8
	for {
		var cells []uint8
		for cell, r := range []rune(drawing) {
			if r == letterOf(len(groups)) {
				cells = append(cells, uint8(cell))
			}
		}
		if cells == nil {
			return groups
		}
		groups = append(groups, cells)
	}
}

// drawGroups is the reverse of drawnGroups, with rows separated by "/".
func drawGroups(size puzzle.Size, groups [][]uint8) string {
	var text strings.Builder
	for cell := range size.Cells() {
		if cell > 0 && cell%size.Cols == 0 {
			text.WriteByte('/')
		}
		letter := '.'
		for group, cells := range groups {
			if slices.Contains(cells, uint8(cell)) {
				letter = letterOf(group)
			}
		}
		text.WriteRune(letter)
	}
	return text.String()
}

// String returns the partition as ParsePartition reads it.
func (p Partition) String() string { return p.name }

// Short returns the partition as String does or, where that is long, its
// beginning and the number of patterns.
func (p Partition) Short() string {
	const long, beginning = 60, 20
	name := []rune(p.name)
	if len(name) <= long {
		return p.name
	}
	return fmt.Sprintf("%s... (%d patterns)", string(name[:beginning]), len(p.groups))
}

// label names the partition and its size.
func (p Partition) label() string { return fmt.Sprintf("%s of %v", p.Short(), p.goal.Size()) }

// Drawing draws the partition on its goal; see ParsePartition.
func (p Partition) Drawing() string { return drawGroups(p.goal.Size(), p.groups) }

// Goal returns the goal whose tiles are divided.
func (p Partition) Goal() puzzle.Board { return p.goal }

// Patterns returns the patterns whose tables the partition needs, each once:
// patterns that turn into one another share a table.
func (p Partition) Patterns() []Pattern {
	var patterns []Pattern
	for _, group := range p.groups {
		pattern, _ := newPattern(p.goal.Size(), group, uint8(p.goal.Blank()))
		if !slices.Contains(patterns, pattern) {
			patterns = append(patterns, pattern)
		}
	}
	return patterns
}

// has tells whether the partition needs a pattern's table.
func (p Partition) has(pattern Pattern) bool {
	return slices.ContainsFunc(p.groups, func(group []uint8) bool {
		if len(group) != pattern.Tiles() {
			return false
		}
		found, _ := newPattern(p.goal.Size(), group, uint8(p.goal.Blank()))
		return found == pattern
	})
}

// strength orders partitions: the number of placements that its patterns have
// together, which the largest of them governs.
func (p Partition) strength() float64 {
	sum := 0.0
	for _, group := range p.groups {
		sum += placements(p.goal.Size(), len(group))
	}
	return sum
}

// Reflected returns the partition seen in a mirror that leaves the goal's blank
// in its cell, and whether there is one that differs. Its estimates are those of
// the reflected board, and its tables are the partition's own. Of the mirrors
// that would do it takes the first: of square boards, the main diagonal.
func (p Partition) Reflected() (Partition, bool) {
	all := symmetries(p.goal.Size())
	for _, s := range append(all[4:], all[1:4]...) {
		if s.size != p.goal.Size() || s.to[p.goal.Blank()] != uint8(p.goal.Blank()) {
			continue
		}
		image := Partition{p.name, p.goal, nil}
		same := true
		for _, group := range p.groups {
			cells := make([]uint8, len(group))
			for i, cell := range group {
				cells[i] = s.to[cell]
			}
			slices.Sort(cells)
			image.groups = append(image.groups, cells)
			same = same && slices.ContainsFunc(p.groups, func(other []uint8) bool { return slices.Equal(other, cells) })
		}
		if !same {
			return image, true
		}
	}
	return Partition{}, false
}
