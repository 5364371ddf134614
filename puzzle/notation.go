package puzzle

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"npuzzle/internal/units"
)

// Notation is a way to write the moves of a plan.
type Notation string

// The notations. In each of them the letters U, D, L and R mean up, down, left and right.
// The examples show one plan for 1 2 3/4 5 6/7 8 0: the blank moves up twice, then left.
const (
	BlankNotation Notation = "blank" // directions of the blank: U U L
	TileNotation  Notation = "tile"  // directions of the tiles: D D R
	// directions of the tiles, repeats counted, without spaces: D2R
	SlidysimNotation Notation = "slidysim"
	NumbersNotation  Notation = "numbers" // numbers of the tiles: 6 3 2
)

// NotationNames lists the notations.
var NotationNames = []string{
	string(BlankNotation), string(TileNotation), string(SlidysimNotation), string(NumbersNotation),
}

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

// FormatPlan writes the moves of a plan that begins on a board. An illegal move slides no tile. So
// in NumbersNotation, it and the moves after it are written as the directions of tiles.
func FormatPlan(start Board, moves []Move, n Notation) string {
	if n != NumbersNotation {
		return FormatMoves(moves, n)
	}
	var words []string
	board := start
	for i, m := range moves {
		next, legal := board.Move(m)
		if !legal {
			words = append(words, FormatMoves(moves[i:], TileNotation))
			break
		}
		words = append(words, strconv.Itoa(next.At(board.Blank())))
		board = next
	}
	return strings.Join(words, " ")
}

// FormatMoves writes moves. In NumbersNotation, it writes the directions of the tiles, because only
// a board tells which tiles the moves slide; see [FormatPlan].
func FormatMoves(moves []Move, n Notation) string {
	var letters []string
	for _, move := range moves {
		if n != BlankNotation {
			move = move.Opposite()
		}
		letters = append(letters, move.String())
	}
	if n != SlidysimNotation {
		return strings.Join(letters, " ")
	}
	var b strings.Builder
	for i := 0; i < len(letters); {
		end := i + 1 // of the letters that are the same
		for end < len(letters) && letters[end] == letters[i] {
			end++
		}
		b.WriteString(letters[i])
		if end-i > 1 {
			b.WriteString(strconv.Itoa(end - i))
		}
		i = end
	}
	return b.String()
}

// ParseMoves reads the moves of a plan: letters, words such as "right", or arrows such as
// → or >. In every notation, a move may be followed by a count (U2 is U U). Spaces, commas,
// semicolons, brackets and quotes may separate moves. Upper and lower case are equal.
func ParseMoves(text string, n Notation) ([]Move, error) {
	moves := []Move{}
	rest := strings.TrimLeftFunc(text, separatesMoves)
	for rest != "" {
		m, length := firstMove(rest)
		if length == 0 {
			_, size := utf8.DecodeRuneInString(rest)
			return nil, fmt.Errorf("move %d: %q is not a move; expected U, D, L or R", len(moves)+1,
				rest[:size])
		}
		if n != BlankNotation {
			m = m.Opposite()
		}
		rest = rest[length:]
		after := strings.TrimLeft(rest, "0123456789")
		count := 1
		if digits := rest[:len(rest)-len(after)]; digits != "" {
			var err error
			count, err = strconv.Atoi(digits)
			if err != nil || count < 1 || count > maxMoves-len(moves) {
				return nil, fmt.Errorf("move %d: %.20q is not a count of moves; expected 1 to %d",
					len(moves)+1, digits, maxMoves-len(moves))
			}
		}
		if count > maxMoves-len(moves) {
			return nil, fmt.Errorf("move %d: too many moves; expected at most %d", len(moves)+1,
				maxMoves)
		}
		moves = append(moves, slices.Repeat([]Move{m}, count)...)
		rest = strings.TrimLeftFunc(after, separatesMoves)
	}
	return moves, nil
}

// separatesMoves reports whether a character stands between the moves of a plan.
func separatesMoves(c rune) bool {
	return unicode.IsSpace(c) || strings.ContainsRune(",;[](){}'\"", c)
}

// moveWords are the ways to write each move, apart from its letter.
var moveWords = [4][]string{
	Up:    {"up", "↑", "⬆", "^"},
	Down:  {"down", "↓", "⬇", "v"},
	Left:  {"left", "←", "⬅", "<"},
	Right: {"right", "→", "➡", ">"},
}

// emojiStyle may follow an arrow, and asks for it to be shown as an emoji.
const emojiStyle = "\ufe0f"

// firstMove returns the move with which a text begins, and the number of bytes of the move.
// The number is 0 if the text does not begin with a move. A word is preferred to its first
// letter, since no word goes on with the letter of a move.
func firstMove(text string) (m Move, length int) {
	for move, words := range moveWords {
		for _, word := range words {
			if hasPrefix(text, word) {
				length = len(word)
				if strings.HasPrefix(text[length:], emojiStyle) {
					length += len(emojiStyle)
				}
				return Move(move), length
			}
		}
	}
	letter := strings.Index(moveLetters, strings.ToUpper(text[:1]))
	if letter < 0 {
		return 0, 0
	}
	return Move(letter), 1
}

// Plan is a plan as a person writes it: moves, or the numbers of the tiles that move. Only
// a board tells which moves the numbers mean.
type Plan struct {
	moves []Move
	tiles []int // nil if the plan has moves
}

// A TileError reports a tile that a plan moves although it is not beside the blank.
type TileError struct {
	Move int // number of the move in the plan, from 1
	Tile int
}

// Error returns a line such as "move 3: tile 5 is not beside the blank".
func (e *TileError) Error() string {
	return fmt.Sprintf("move %d: tile %d is not beside the blank", e.Move, e.Tile)
}

// ParsePlan reads a plan: moves as ParseMoves reads them, or a list of numbers of tiles.
func ParsePlan(text string, n Notation) (Plan, error) {
	tiles, ok := tileNumbers(text)
	if !ok {
		moves, err := ParseMoves(text, n)
		return Plan{moves: moves}, err
	}
	if len(tiles) > maxMoves {
		return Plan{}, fmt.Errorf("%d moves; expected at most %d", len(tiles), maxMoves)
	}
	return Plan{tiles: tiles}, nil
}

// tileNumbers returns the numbers in a text, and reports whether it is a list of numbers.
func tileNumbers(text string) (tiles []int, ok bool) {
	for _, word := range strings.FieldsFunc(text, separatesMoves) {
		tile, err := strconv.ParseUint(word, 10, 31)
		if err != nil {
			return nil, false
		}
		tiles = append(tiles, int(tile))
	}
	return tiles, tiles != nil
}

// On returns the moves of the plan on a board. It does not check whether they are legal. If
// the plan has numbers of tiles and one of them is not beside the blank, On returns the
// moves before it and a *TileError.
func (p Plan) On(start Board) ([]Move, error) {
	if p.tiles == nil {
		return p.moves, nil
	}
	moves := []Move{}
	board := start
	for i, tile := range p.tiles {
		m, next, ok := board.moveOf(tile)
		if !ok {
			return moves, &TileError{Move: i + 1, Tile: tile}
		}
		moves = append(moves, m)
		board = next
	}
	return moves, nil
}

// moveOf returns the move that slides a tile and the board after it, and reports whether
// the tile is beside the blank.
func (b Board) moveOf(tile int) (m Move, next Board, ok bool) {
	for _, m := range DefaultOrder {
		next, legal := b.Move(m)
		if legal && b.At(next.Blank()) == tile {
			return m, next, true
		}
	}
	return 0, b, false
}

// MultiTileMoves returns the length of a plan in the multi-tile metric (MTM), which is
// the number of maximal runs of equal moves. In this metric, sliding several tiles
// together along a line is one move. In the single-tile metric, the length is the number
// of moves.
func MultiTileMoves(moves []Move) int {
	return len(slices.Compact(slices.Clone(moves)))
}
