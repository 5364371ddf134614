package puzzle

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"npuzzle/internal/lists"
	"npuzzle/internal/units"
)

// Notation is a way to write the moves of a plan.
type Notation string

// The notations. In each of them the letters U, D, L and R mean up, down, left and right.
// The examples show one plan: the blank moves up twice, then left.
const (
	BlankNotation    Notation = "blank"    // directions of the blank: U U L
	TileNotation     Notation = "tile"     // directions of the tiles: D D R
	SlidysimNotation Notation = "slidysim" // directions of the tiles, repeats counted, without spaces: D2R
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

// maxMoves is the length of the longest plan that ParseMoves reads. It bounds the memory
// for a short text such as U999999999.
const maxMoves = 1_000_000

// FormatMoves writes the moves of a plan.
func FormatMoves(moves []Move, n Notation) string {
	if n != BlankNotation {
		moves = lists.Map(moves, Move.Opposite)
	}
	letters := lists.Map(moves, Move.String)
	if n != SlidysimNotation {
		return strings.Join(letters, " ")
	}
	var b strings.Builder
	for i, end := 0, 0; i < len(letters); i = end {
		for end < len(letters) && letters[end] == letters[i] {
			end++
		}
		b.WriteString(letters[i])
		if end-i > 1 {
			b.WriteString(strconv.Itoa(end - i))
		}
	}
	return b.String()
}

// ParseMoves reads the moves of a plan. In every notation, a letter may be followed by a
// count (U2 is U U), and spaces or commas may separate moves. Upper and lower case are
// equal.
func ParseMoves(text string, n Notation) ([]Move, error) {
	const separators = " ,\t\r\n"
	moves := []Move{}
	for rest := strings.TrimLeft(text, separators); rest != ""; {
		letter := strings.IndexByte(moveLetters, rest[0]&^0x20) // clears the bit of lower case
		if letter < 0 {
			return nil, fmt.Errorf("move %d: %q is not a move; expected U, D, L or R", len(moves)+1, rest[:1])
		}
		after := strings.TrimLeft(rest[1:], "0123456789")
		count := 1
		if digits := rest[1 : len(rest)-len(after)]; digits != "" {
			var err error
			if count, err = strconv.Atoi(digits); err != nil || count < 1 || count > maxMoves-len(moves) {
				return nil, fmt.Errorf("move %d: %.20q is not a count of moves; expected 1 to %d",
					len(moves)+1, digits, maxMoves-len(moves))
			}
		}
		m := Move(letter)
		if n != BlankNotation {
			m = m.Opposite()
		}
		moves = append(moves, slices.Repeat([]Move{m}, count)...)
		rest = strings.TrimLeft(after, separators)
	}
	return moves, nil
}

// MultiTileMoves returns the length of a plan in the multi-tile metric (MTM), which is
// the number of maximal runs of equal moves. In this metric, sliding several tiles
// together along a line is one move. In the single-tile metric, the length is the number
// of moves.
func MultiTileMoves(moves []Move) int {
	return len(slices.Compact(slices.Clone(moves)))
}
