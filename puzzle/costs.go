package puzzle

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"npuzzle/internal/units"
)

// Cost is the cost of a plan, or a bound on it, in units of 1/Scale. Costs.Scale returns
// the Scale. Under unit costs, the cost of a plan is its number of moves.
type Cost int

const (
	costDecimals = 4       // maximum number of decimals of the cost of a move
	maxScale     = 10_000  // scale of costs with costDecimals decimals
	maxMoveCost  = 1000000 // maximum cost of a move, in scaled units
)

// Costs holds the cost of each of the four moves. The zero Costs are unit costs: every
// move costs 1.
type Costs struct {
	units [4]Cost // cost of each Move, in scaled units; 0 means 1
	scale Cost    // number of scaled units in a cost of 1; 0 means 1
}

// ParseCosts reads the costs of up, down, left and right, such as "0.1,0.2,0.3,0.4". Each cost
// must be above 0 and have at most four decimals. Costs stores the costs as the smallest
// integers with a common scale. An error names the invalid cost.
func ParseCosts(text string) (Costs, error) {
	fields := strings.Split(text, ",")
	if len(fields) != 4 {
		return Costs{}, fmt.Errorf("%.40q: %s; expected four, U,D,L,R, such as 0.1,0.2,0.3,0.4",
			text, units.Plural(len(fields), "move cost", "move costs"))
	}
	c := Costs{scale: maxScale}
	// the greatest common divisor: small costs keep the tables of the searches small
	common := c.scale
	for i, field := range fields {
		field = strings.TrimSpace(field)
		fields[i] = field
		cost, err := strconv.ParseFloat(field, 64)
		if err != nil {
			return Costs{}, fmt.Errorf(
				"move cost %d, %.20q, is not a number; expected a decimal such as 0.5",
				i+1, field)
		}
		units := math.Round(cost * maxScale)
		const rounding = 1e-12 // cost*maxScale is seldom an exact integer
		whole := math.Abs(cost*maxScale-units) <= rounding*units
		if !whole || units < 1 || units > maxMoveCost*maxScale {
			return Costs{}, outOfRange(i, field)
		}
		c.units[i] = Cost(units)
		common = GCD(common, c.units[i])
	}
	c.scale /= common
	for i, field := range fields {
		if c.units[i] /= common; c.units[i] > maxMoveCost {
			return Costs{}, outOfRange(i, field)
		}
	}
	if c.scale == 1 && c.units == [4]Cost{1, 1, 1, 1} {
		return Costs{}, nil
	}
	return c, nil
}

func outOfRange(i int, cost string) error {
	return fmt.Errorf("move cost %d, %.20s, is out of range; expected a number above 0 with at "+
		"most %d decimals "+
		"(and at most %d when multiplied by the power of ten that makes all costs whole numbers)",
		i+1, cost, costDecimals, maxMoveCost)
}

// GCD returns the greatest common divisor of two costs, of which at least one is positive.
func GCD(a, b Cost) Cost {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Of returns the cost of one move, in scaled units.
func (c Costs) Of(m Move) Cost { return max(c.units[m], 1) }

// Cheapest returns the smallest cost of a move, in scaled units.
func (c Costs) Cheapest() Cost { return min(c.Of(Up), c.Of(Down), c.Of(Left), c.Of(Right)) }

// Dearest returns the largest cost of a move, in scaled units.
func (c Costs) Dearest() Cost { return max(c.Of(Up), c.Of(Down), c.Of(Left), c.Of(Right)) }

// Scale returns the number of scaled units in a cost of 1.
func (c Costs) Scale() Cost { return max(c.scale, 1) }

// Unit reports whether every move costs 1.
func (c Costs) Unit() bool { return c == Costs{} }

// Total returns the cost of a plan, in scaled units.
func (c Costs) Total(moves []Move) Cost {
	var sum Cost
	for _, m := range moves {
		sum += c.Of(m)
	}
	return sum
}

// Format writes a cost in the unit of the costs given to ParseCosts. With a scale of 10, it
// writes 6 scaled units as "0.6".
func (c Costs) Format(cost Cost) string {
	if c.Scale() == 1 {
		return strconv.Itoa(int(cost))
	}
	return strconv.FormatFloat(c.Float(cost), 'f', -1, 64)
}

// Float converts a cost from scaled units to the unit of the costs given to ParseCosts.
func (c Costs) Float(cost Cost) float64 { return float64(cost) / float64(c.Scale()) }

// Units is the inverse of Float: it converts a cost to scaled units. It rounds down, after adding
// 1e-7 units against rounding errors of the product.
func (c Costs) Units(cost float64) Cost {
	const rounding = 1e-7 // the product may be just below a whole number
	return Cost(cost*float64(c.Scale()) + rounding)
}

// String returns the four costs in the form that ParseCosts reads.
func (c Costs) String() string {
	var costs []string
	for _, move := range DefaultOrder {
		costs = append(costs, c.Format(c.Of(move)))
	}
	return strings.Join(costs, ",")
}

// MarshalText writes the costs as String does.
func (c Costs) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads the costs as ParseCosts does.
func (c *Costs) UnmarshalText(text []byte) (err error) {
	*c, err = ParseCosts(string(text))
	return err
}

// Opposite returns the costs under which each move costs what the opposite move costs under c. Under
// these costs, the cost of the reverse of a plan is that of the plan under c.
func (c Costs) Opposite() Costs {
	opposite := c
	for m := range Move(4) {
		opposite.units[m] = c.units[m.Opposite()]
	}
	return opposite
}
