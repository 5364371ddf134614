package pdb

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"npuzzle/puzzle"
)

// Partition divides the tiles of a goal into patterns without a common tile. Their
// estimates can be added up.
type Partition struct {
	name     string
	goal     puzzle.Board
	groups   [][]uint8 // goal cells of each pattern's tiles, ascending
	patterns []Pattern // patterns of the groups, sorted, without duplicates
}

// ParsePartition parses a partition of a goal's tiles. The text is either a list of
// numbers or a drawing. A list gives the number of tiles in each pattern, such as
// "6-6-3". A drawing has a letter for each tile of the goal, such as "a a b/a c b/c c .".
// Rows are separated by "/", and tiles with the same letter form a pattern. The blank and
// tiles in no pattern are written as ".", "_" or "0".
//
// A list means the shapes of the literature for 7-8, 6-6-3 and 5-5-5 on 4x4 and 6-6-6-6
// on 5x5, if the blank of the goal is in a corner. The shapes are turned to this corner.
// For other lists, sizes and goals, the patterns are computed. First, the goal is rotated
// or reflected so that its blank gets the lowest cell number possible. Then a path
// through the rows, alternately to the right and to the left, is cut into groups of the
// given sizes. Finally, pairs of tiles of different groups are exchanged as long as an
// exchange lowers the sum of squared distances within groups.
func ParsePartition(text string, goal puzzle.Board) (Partition, error) {
	p, err := readPartition(text, goal)
	if err != nil {
		return Partition{}, &RequestError{error: fmt.Errorf("pdb: partition %.60q: %w", text, err)}
	}
	for _, group := range p.groups {
		pattern, _ := newPattern(goal, group)
		p.patterns = append(p.patterns, pattern)
	}
	slices.SortFunc(p.patterns, Pattern.compare)
	p.patterns = slices.Compact(p.patterns)
	return p, nil
}

// readPartition reads the name and the groups of a partition. It returns an error if the pattern of
// a group is too large.
func readPartition(text string, goal puzzle.Board) (Partition, error) {
	p := Partition{goal: goal}
	sizes, numbers := groupSizes(text)
	if numbers {
		name, groups, err := sizedGroups(sizes, goal)
		if err != nil {
			return p, err
		}
		p.name = name
		p.groups = groups
	} else {
		groups, err := drawnGroups(text, goal.Size(), goal.Blank())
		if err != nil {
			return p, err
		}
		p.groups = groups
		p.name = p.Drawing()
	}
	for _, group := range p.groups {
		if err := checkTiles(goal.Size(), len(group)); err != nil {
			return p, err
		}
	}
	return p, nil
}

// RequestError means that a request is wrong: a text is not a partition of a goal's
// tiles, or the directory of a store is a file.
type RequestError struct{ error }

// Unwrap returns the reason.
func (e *RequestError) Unwrap() error { return e.error }

// groupSizes parses numbers separated by "-". It returns false if the text is not of this
// form.
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

// drawnGroups parses a drawing of a goal. It returns the cells of each letter, in the
// order in which the letters first appear.
func drawnGroups(text string, size puzzle.Size, blank int) ([][]uint8, error) {
	rows := strings.Split(strings.NewReplacer(" ", "", "\t", "").Replace(text), "/")
	if len(rows) != size.Rows {
		return nil, fmt.Errorf(
			"expected numbers such as 5-5-5, or a drawing of %v with %d rows separated by "+
				"slashes, which has a letter for each tile", size, size.Rows)
	}
	var groups [][]uint8
	groupOf := map[rune]int{}
	for row, line := range rows {
		letters := []rune(line)
		if len(letters) != size.Cols {
			return nil, fmt.Errorf("row %d has %d cells; expected %d", row+1, len(letters),
				size.Cols)
		}
		for col, r := range letters {
			cell := row*size.Cols + col
			wrong := ""
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
				groupOf[r] = len(groups)
				groups = append(groups, nil)
			}
			groups[groupOf[r]] = append(groups[groupOf[r]], uint8(cell))
		}
	}
	if groups == nil {
		return nil, errors.New("no pattern; expected a letter for each tile")
	}
	return groups, nil
}

// Drawing returns the partition as a drawing, which ParsePartition parses. The letters
// are a to z, A to Z, then the letters of Unicode from U+0100 on.
func (p Partition) Drawing() string {
	letters := []rune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	for r := '\u0100'; len(letters) < len(p.groups); r++ {
		letters = append(letters, r)
	}
	size := p.goal.Size()
	cells := slices.Repeat([]rune{'.'}, size.Cells())
	for group, members := range p.groups {
		for _, cell := range members {
			cells[cell] = letters[group]
		}
	}
	var rows []string
	for row := range slices.Chunk(cells, size.Cols) {
		rows = append(rows, string(row))
	}
	return strings.Join(rows, "/")
}

// String returns the name of the partition, which ParsePartition parses.
func (p Partition) String() string { return p.name }

// Short returns the name of the partition. If the name is long, Short returns its
// beginning and the number of patterns.
func (p Partition) Short() string {
	const maxLength = 40
	const beginning = 20
	name := []rune(p.name)
	if len(name) <= maxLength {
		return p.name
	}
	return fmt.Sprintf("%s... (%d patterns)", string(name[:beginning]), len(p.groups))
}

// Goal returns the goal whose tiles the partition divides.
func (p Partition) Goal() puzzle.Board { return p.goal }

// Tables returns the number of tables that the partition needs.
func (p Partition) Tables() int { return len(p.patterns) }

// Has reports whether a file has the name of a table of the partition. The file may be
// damaged.
func (p Partition) Has(f File) bool {
	name := filepath.Base(f.Path)
	return slices.ContainsFunc(p.patterns, func(pattern Pattern) bool {
		return pattern.fileName() == name
	})
}

// sameTables reports whether two partitions need the same tables.
func (p Partition) sameTables(q Partition) bool { return slices.Equal(p.patterns, q.patterns) }

// strength returns the total number of placements of all groups, which is dominated by
// the largest group. Best opens the partition with the greatest strength.
func (p Partition) strength() float64 {
	sum := 0.0
	for _, group := range p.groups {
		sum += placements(p.goal.Size(), len(group))
	}
	return sum
}

// reflected returns an image of the partition under a rotation or a reflection that maps
// the blank's goal cell to itself. It returns false if all images equal the partition.
// The image needs the same tables. Its estimate of a board equals the partition's
// estimate of the board's image. On square boards, the reflection in the main diagonal is
// tried first.
func (p Partition) reflected() (Partition, bool) {
	size := p.goal.Size()
	blank := p.goal.Blank()
	turns := symmetries(size)
	for _, s := range append(turns[4:], turns[1:4]...) {
		if s.size != size || int(s.to[blank]) != blank {
			continue
		}
		image := Partition{name: p.name, goal: p.goal, patterns: p.patterns}
		same := true
		for _, group := range p.groups {
			cells := s.image(group)
			image.groups = append(image.groups, cells)
			same = same && slices.ContainsFunc(p.groups, func(other []uint8) bool {
				return slices.Equal(other, cells)
			})
		}
		if !same {
			return image, true
		}
	}
	return Partition{}, false
}
