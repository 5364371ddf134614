package puzzle

import (
	"fmt"
	"strconv"
	"strings"

	"npuzzle/internal/units"
)

// Notation is a way to write the moves of a plan.
type Notation string

// The notations. In all of them a letter is a direction: up, down, left or right.
const (
	BlankNotation    Notation = "blank"    // directions of the blank: U U L
	TileNotation     Notation = "tile"     // directions of the tile: D D R
	SlidysimNotation Notation = "slidysim" // directions of the tile, counted and without spaces: D2R
)

// NotationNames lists the notations.
var NotationNames = []string{string(BlankNotation), string(TileNotation), string(SlidysimNotation)}

// ParseNotation reads the name of a notation.
func ParseNotation(text string) (Notation, error) {
	name, ok := units.FindName(text, NotationNames)
	if !ok {
		return "", units.UnknownName("notation", text, NotationNames)
	}
	return Notation(name), nil
}

// maxMoves is the longest plan that ParseMoves reads. It bounds the memory that a short
// text such as U999999999 takes.
const maxMoves = 1_000_000

// FormatMoves writes the moves of a plan.
func FormatMoves(moves []Move, n Notation) string {
	var b strings.Builder
	for i := 0; i < len(moves); {
		m, count := moves[i], 1
		if n == SlidysimNotation {
			count = run(moves[i:])
		} else if i > 0 {
			b.WriteByte(' ')
		}
		i += count
		if n != BlankNotation {
			m = m.Opposite()
		}
		b.WriteString(m.String())
		if count > 1 {
			b.WriteString(strconv.Itoa(count))
		}
	}
	return b.String()
}

// ParseMoves reads the moves of a plan. In every notation a letter may be followed by a
// count (U2 is U U), and moves may be separated by spaces or commas.
func ParseMoves(text string, n Notation) ([]Move, error) {
	moves := []Move{}
	for i := 0; i < len(text); {
		if strings.IndexByte(" ,\t\r\n", text[i]) >= 0 {
			i++
			continue
		}
		letter := strings.IndexByte(moveLetters, text[i]&^0x20) // upper case
		if letter < 0 {
			return nil, fmt.Errorf("move %d: %q is not a move; expected U, D, L or R", len(moves)+1, text[i:i+1])
		}
		i++
		digits := i
		for i < len(text) && '0' <= text[i] && text[i] <= '9' {
			i++
		}
		count := 1
		if digits < i {
			var err error
			if count, err = strconv.Atoi(text[digits:i]); err != nil || count < 1 || count > maxMoves-len(moves) {
				return nil, fmt.Errorf("move %d: %.20q is not a count of moves; expected 1 to %d",
					len(moves)+1, text[digits:i], maxMoves-len(moves))
			}
		}
		m := Move(letter)
		if n != BlankNotation {
			m = m.Opposite()
		}
		for range count {
			moves = append(moves, m)
		}
	}
	return moves, nil
}

// MultiTileMoves returns the length of a plan in the multi-tile metric (MTM), in which
// tiles that slide together in one line count as one move: the number of maximal runs of
// equal moves. The length of the plan itself is its length in the single-tile metric.
func MultiTileMoves(moves []Move) int {
	count := 0
	for i := 0; i < len(moves); i += run(moves[i:]) {
		count++
	}
	return count
}

// run returns how many moves at the beginning are equal.
func run(moves []Move) int {
	n := 1
	for n < len(moves) && moves[n] == moves[0] {
		n++
	}
	return n
}
