package puzzle

import (
	"cmp"
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

// UnmarshalText reads an order such as "ULRD". Upper and lower case are equal. An error leaves the
// order unchanged.
func (o *Order) UnmarshalText(text []byte) error {
	var order Order
	valid := len(text) == len(order)
	for i := 0; valid && i < len(order); i++ {
		m := strings.IndexByte(moveLetters, text[i]&^0x20) // clears the bit of lower case
		valid = m >= 0
		order[i] = Move(m)
	}
	if !valid || order == (Order{}) || order.Check() != nil {
		return fmt.Errorf("%.20q is not an order of successors; expected each of U, D, L, R "+
			"once, such as ULRD", text)
	}
	*o = order
	return nil
}

// Check returns an error unless the order has each of the four moves once, or is the zero Order,
// which stands for DefaultOrder.
func (o Order) Check() error {
	seen := 0
	for _, m := range o {
		seen |= 1 << m
	}
	if seen != 1<<len(o)-1 && o != (Order{}) {
		return fmt.Errorf("order of successors %d is invalid; expected each of the four moves once",
			o)
	}
	return nil
}

// String returns the order as four letters. The zero Order means the default order.
func (o Order) String() string {
	o = cmp.Or(o, DefaultOrder)
	return o[0].String() + o[1].String() + o[2].String() + o[3].String()
}
