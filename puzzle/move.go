package puzzle

import (
	"fmt"
	"strings"
)

// Move is the direction in which the blank moves.
type Move uint8

// The four moves, in the default order of successors.
const (
	Up Move = iota
	Down
	Left
	Right
)

const moveLetters = "UDLR"

// String returns the move's letter: U, D, L or R.
func (m Move) String() string { return moveLetters[m : m+1] }

// Opposite returns the move that undoes m. It is also the direction in which the
// tile moves when the blank moves m.
func (m Move) Opposite() Move { return m ^ 1 }

// Order is the order in which a state's successors are generated.
type Order [4]Move

// DefaultOrder is up, down, left, right.
var DefaultOrder = Order{Up, Down, Left, Right}

// ParseOrder reads an order such as "ULRD". Upper and lower case are equal.
func ParseOrder(text string) (Order, error) {
	var o Order
	seen := 0
	for i, letter := range strings.ToUpper(text) {
		m := strings.IndexRune(moveLetters, letter)
		if m < 0 || i >= len(o) {
			seen = 0
			break
		}
		o[i] = Move(m)
		seen |= 1 << m
	}
	if seen != 1<<len(o)-1 {
		return Order{}, fmt.Errorf("%.20q is not an order of successors; "+
			"expected each of U, D, L, R once, such as ULRD", text)
	}
	return o, nil
}

// String returns the order as four letters.
func (o Order) String() string {
	return o[0].String() + o[1].String() + o[2].String() + o[3].String()
}
