package heuristics

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"npuzzle/puzzle"
)

// mostRests bounds the work of counting: 6 lines of 6 cells have 924 rests.
const mostRests = 1000

// states returns how many states a walk has and true or, where counting them
// would take long, the number of a smaller walk, which is less, and false.
//
// A state says how many of a line's tiles belong to each line: a matrix of which
// the sums of the rows and of the columns are given. They are counted line after
// line, by what is left of each target; targets of which as much is left are
// alike. In lines of one cell the tiles cannot pass each other: there is a state
// for each place of the blank.
func (w walk) states() (count *big.Int, exact bool) {
	if w.width == 1 {
		return big.NewInt(int64(w.lines)), true
	}
	small := w
	for new(big.Int).Binomial(int64(small.lines+small.width), int64(small.lines)).Cmp(big.NewInt(mostRests)) > 0 {
		if small.lines >= small.width {
			small.lines--
		} else {
			small.width--
		}
	}
	// Lines can be exchanged, so the blank's line, at the goal or now, makes no
	// difference to the number.
	small.blank = 0
	c := walkCounter{small, map[walkRest]*big.Int{}}
	var rest walkRest
	for target := range small.lines {
		rest[target] = uint8(small.places(target, small.blank))
	}
	count = new(big.Int).Mul(big.NewInt(int64(small.lines)), c.count(0, rest))
	return count, small.lines == w.lines && small.width == w.width
}

// walkRest is how many tiles of each target have no line yet, in descending
// order.
type walkRest [puzzle.MaxSide]uint8

// walkCounter counts the states in which the blank is in its goal line.
type walkCounter struct {
	walk
	known map[walkRest]*big.Int // the rest tells the line, too
}

// count returns in how many ways the lines from one on can take what is left.
func (c *walkCounter) count(line int, rest walkRest) *big.Int {
	if line == c.lines {
		return big.NewInt(1) // as many tiles as places: nothing is left
	}
	slices.SortFunc(rest[:c.lines], func(a, b uint8) int { return int(b) - int(a) })
	if known := c.known[rest]; known != nil {
		return known
	}
	after := map[walkRest]int64{} // the rests after this line, and in how many ways
	c.fill(rest, 0, c.places(line, c.blank), after)
	sum, term := new(big.Int), new(big.Int)
	for next, ways := range after {
		sum.Add(sum, term.Mul(big.NewInt(ways), c.count(line+1, next)))
	}
	c.known[rest] = sum
	return sum
}

// fill goes through the ways in which a line takes so many tiles of the targets
// from one on.
func (c *walkCounter) fill(rest walkRest, target, places int, after map[walkRest]int64) {
	if target == c.lines {
		if places == 0 {
			slices.SortFunc(rest[:c.lines], func(a, b uint8) int { return int(b) - int(a) })
			after[rest]++
		}
		return
	}
	left := int(rest[target])
	for n := range min(left, places) + 1 {
		rest[target] = uint8(left - n)
		c.fill(rest, target+1, places-n, after)
	}
}

// statesText writes a number of states: whole up to fifteen digits.
func statesText(states *big.Int, exact bool) string {
	text := states.String()
	if len(text) > 15 {
		text = fmt.Sprintf("%.2e", new(big.Float).SetInt(states))
	} else {
		var groups []string
		for len(text) > 3 {
			groups, text = append(groups, text[len(text)-3:]), text[:len(text)-3]
		}
		slices.Reverse(groups)
		text = strings.Join(append([]string{text}, groups...), ",")
	}
	if !exact {
		return "more than " + text
	}
	return text
}
