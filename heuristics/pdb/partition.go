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
	name     string
	goal     puzzle.Board
	groups   [][]uint8 // goal cells of each pattern's tiles, ascending
	patterns []Pattern // that tables are needed for
}

// ParsePartition reads the partition of a goal's tiles. The text is the number
// of tiles in each pattern, such as "6-6-3", or a drawing of the goal in which
// the letter of a tile names its pattern, such as "a a b/a c b/c c .", rows
// separated by "/". In a drawing ".", "_" or "0" stands for the blank and for
// tiles in no pattern.
//
// Numbers stand for these patterns: 7-8, 6-6-3 and 5-5-5 on 4x4 and 6-6-6-6 on
// 5x5, for a goal with the blank in a corner, are the shapes of the literature,
// turned so that their blank is in that corner. For everything else, the goal is
// turned or reflected so that its blank comes to the lowest cell possible. The
// cells are cut into groups of the given sizes along a path that goes through
// the rows alternately to the right and to the left. Then two tiles of different
// groups are exchanged as long as that lowers the sum of squared distances
// within groups.
func ParsePartition(text string, goal puzzle.Board) (Partition, error) {
	p, err := Partition{goal: goal}, error(nil)
	if sizes, numbers := groupSizes(text); numbers {
		p.name, p.groups, err = sizedGroups(sizes, goal)
	} else if p.groups, err = drawnGroups(text, goal.Size(), goal.Blank()); err == nil {
		p.name = p.Drawing()
	}
	for _, group := range p.groups {
		if err == nil {
			err = checkTiles(goal.Size(), len(group))
		}
	}
	if err != nil {
		return Partition{}, &RequestError{fmt.Errorf("pdb: partition %.60q: %w", text, err)}
	}
	for _, group := range p.groups {
		pattern, _ := newPattern(goal, group)
		p.patterns = append(p.patterns, pattern)
	}
	slices.SortFunc(p.patterns, Pattern.compare)
	p.patterns = slices.Compact(p.patterns)
	return p, nil
}

// RequestError says why a request cannot be met: a text is no partition of a
// goal's tiles, or the directory of a store is a file.
type RequestError struct{ error }

// Unwrap returns the reason.
func (e *RequestError) Unwrap() error { return e.error }

// groupSizes reads numbers separated by "-".
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

// join writes numbers separated by "-".
func join[T int | uint8](numbers []T) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(numbers), "[]"), " ", "-")
}

// drawnGroups reads a drawing of a goal: the cells of each letter, in the order
// in which the letters first appear.
func drawnGroups(text string, size puzzle.Size, blank int) ([][]uint8, error) {
	rows := strings.Split(strings.NewReplacer(" ", "", "\t", "").Replace(text), "/")
	if len(rows) != size.Rows {
		return nil, fmt.Errorf("%d rows; expected numbers such as 5-5-5 or a drawing of %v:"+
			" a letter for each tile, rows separated by a slash", len(rows), size)
	}
	var groups [][]uint8
	groupOf := map[rune]int{}
	for row, line := range rows {
		letters := []rune(line)
		if len(letters) != size.Cols {
			return nil, fmt.Errorf("row %d has %d cells; expected %d", row+1, len(letters), size.Cols)
		}
		for col, r := range letters {
			cell, wrong := row*size.Cols+col, ""
			switch {
			case strings.ContainsRune("._0", r):
				continue
			case !unicode.IsLetter(r):
				wrong = "; expected a letter, or a dot for no pattern"
			case cell == blank:
				wrong = " on the goal cell of the blank; expected a dot"
			}
			if wrong != "" {
				return nil, fmt.Errorf("row %d, column %d: %q%s", row+1, col+1, r, wrong)
			}
			if _, known := groupOf[r]; !known {
				groupOf[r], groups = len(groups), append(groups, nil)
			}
			groups[groupOf[r]] = append(groups[groupOf[r]], uint8(cell))
		}
	}
	if groups == nil {
		return nil, errors.New("no pattern; expected a letter for each tile")
	}
	return groups, nil
}

// Drawing draws the partition on its goal; see ParsePartition. The letters are a
// to z, A to Z, then those of the Unicode block Latin Extended.
func (p Partition) Drawing() string {
	letters := []rune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	for r := '\u0100'; len(letters) < len(p.groups); r++ {
		letters = append(letters, r)
	}
	size := p.goal.Size()
	cells := slices.Repeat([]rune{'.'}, size.Cells())
	for group, of := range p.groups {
		for _, cell := range of {
			cells[cell] = letters[group]
		}
	}
	var rows []string
	for row := range slices.Chunk(cells, size.Cols) {
		rows = append(rows, string(row))
	}
	return strings.Join(rows, "/")
}

// String returns the partition as ParsePartition reads it.
func (p Partition) String() string { return p.name }

// Short returns the name of the partition or, if that is long, its beginning and
// the number of patterns.
func (p Partition) Short() string {
	const long, beginning = 40, 20
	name := []rune(p.name)
	if len(name) <= long {
		return p.name
	}
	return fmt.Sprintf("%s... (%d patterns)", string(name[:beginning]), len(p.groups))
}

// Goal returns the goal whose tiles are divided.
func (p Partition) Goal() puzzle.Board { return p.goal }

// Patterns returns the patterns whose tables the partition needs, each once, in
// an order that does not depend on the goal.
func (p Partition) Patterns() []Pattern { return slices.Clone(p.patterns) }

// sameTables tells whether two partitions need the same tables.
func (p Partition) sameTables(q Partition) bool { return slices.Equal(p.patterns, q.patterns) }

// strength orders partitions by the number of placements of all patterns
// together, which the largest pattern dominates.
func (p Partition) strength() float64 {
	sum := 0.0
	for _, group := range p.groups {
		sum += placements(p.goal.Size(), len(group))
	}
	return sum
}

// reflected returns the image of the partition in a mirror that leaves the
// goal's blank in its cell, and whether there is an image that differs. The
// image needs the same tables. Its estimate of a board is the partition's
// estimate of the reflected board. On square boards the main diagonal is tried
// first.
func (p Partition) reflected() (Partition, bool) {
	size, blank := p.goal.Size(), p.goal.Blank()
	all := symmetries(size)
	for _, s := range append(all[4:], all[1:4]...) {
		if s.size != size || int(s.to[blank]) != blank {
			continue
		}
		image, same := Partition{p.name, p.goal, nil, p.patterns}, true
		for _, group := range p.groups {
			cells := s.image(group)
			image.groups = append(image.groups, cells)
			same = same && slices.ContainsFunc(p.groups, func(other []uint8) bool { return slices.Equal(other, cells) })
		}
		if !same {
			return image, true
		}
	}
	return Partition{}, false
}
