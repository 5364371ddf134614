package puzzle_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/puzzle"
)

func TestParseCosts(t *testing.T) {
	for _, c := range []struct {
		text  string
		units [4]puzzle.Cost // up, down, left, right
		scale puzzle.Cost
		want  string
	}{
		{"1,1,1,1", [4]puzzle.Cost{1, 1, 1, 1}, 1, "1,1,1,1"},
		{"1.0,1.,01,1.0000000", [4]puzzle.Cost{1, 1, 1, 1}, 1, "1,1,1,1"},
		{"0.1,0.2,0.3,0.4", [4]puzzle.Cost{1, 2, 3, 4}, 10, "0.1,0.2,0.3,0.4"},
		{" .5 , 1, 2.25 ,30", [4]puzzle.Cost{2, 4, 9, 120}, 4, "0.5,1,2.25,30"},
		{"0.0001,1,1,100", [4]puzzle.Cost{1, 10000, 10000, 1000000}, 10000, "0.0001,1,1,100"},
		{"1000000,1,2,3", [4]puzzle.Cost{1000000, 1, 2, 3}, 1, "1000000,1,2,3"},
		{"2,2,2,2", [4]puzzle.Cost{2, 2, 2, 2}, 1, "2,2,2,2"},
	} {
		costs, err := puzzle.ParseCosts(c.text)
		require.NoError(t, err, c.text)
		for m := range puzzle.Move(4) {
			require.Equal(t, c.units[m], costs.Of(m), c.text)
		}
		require.Equal(t, c.scale, costs.Scale(), c.text)
		require.Equal(t, min(c.units[0], c.units[1], c.units[2], c.units[3]), costs.Cheapest(),
			c.text)
		require.Equal(t, max(c.units[0], c.units[1], c.units[2], c.units[3]), costs.Dearest(),
			c.text)
		require.Equal(t, c.want, costs.String())
		require.Equal(t, c.want == "1,1,1,1", costs.Unit(), c.text)
	}
}

func TestCostsMistakes(t *testing.T) {
	const expected = " is out of range; expected a number above 0 with at most 4 decimals (and " +
		"at most 1000000 when multiplied by the power of ten that makes all costs whole numbers)"
	const noNumber = " is not a number; expected a decimal such as 0.5"
	for text, want := range map[string]string{
		"":                        `"": 1 move cost; expected four, U,D,L,R, such as 0.1,0.2,0.3,0.4`,
		"1,1,1":                   `"1,1,1": 3 move costs; expected four, U,D,L,R, such as 0.1,0.2,0.3,0.4`,
		"1,1,1,1,1":               `"1,1,1,1,1": 5 move costs; expected four, U,D,L,R, such as 0.1,0.2,0.3,0.4`,
		"1,0,1,1":                 `move cost 2, 0,` + expected,
		"1,1,-1,1":                `move cost 3, -1,` + expected,
		"1,1,1,":                  `move cost 4, "",` + noNumber,
		"1,1,1,.":                 `move cost 4, ".",` + noNumber,
		"one,1,1,1":               `move cost 1, "one",` + noNumber,
		"1e30,1,1,1":              `move cost 1, 1e30,` + expected,
		"12345.67891,1,1,1":       `move cost 1, 12345.67891,` + expected,
		"Inf,1,1,1":               `move cost 1, Inf,` + expected,
		"0.00001,1,1,1":           `move cost 1, 0.00001,` + expected,
		"1,1000001,1,1":           `move cost 2, 1000001,` + expected,
		"1,1,101,0.0001":          `move cost 3, 101,` + expected,
		"1,1,1,99999999999999999": `move cost 4, 99999999999999999,` + expected,
		"0.0,1,1,1":               `move cost 1, 0.0,` + expected,
		"1,1,NaN,1":               `move cost 3, NaN,` + expected,
		"1.٣,1,1,1":               `move cost 1, "1.٣",` + noNumber,
	} {
		_, err := puzzle.ParseCosts(text)
		require.EqualError(t, err, want)
	}
}

func TestCostsOfPlans(t *testing.T) {
	plan := []puzzle.Move{puzzle.Up, puzzle.Right, puzzle.Right, puzzle.Down, puzzle.Left}
	require.Equal(t, puzzle.Cost(5), puzzle.Costs{}.Total(plan))
	require.Equal(t, "5", puzzle.Costs{}.Format(5))
	require.Equal(t, puzzle.Cost(1), puzzle.Costs{}.Scale())

	costs, err := puzzle.ParseCosts("0.1,0.2,0.3,0.4")
	require.NoError(t, err)
	require.Equal(t, puzzle.Cost(14), costs.Total(plan))
	require.Equal(t, "1.4", costs.Format(14))
	require.Equal(t, "2", costs.Format(20))
	require.Equal(t, "0.6", costs.Format(6))
	require.InDelta(t, 1.4, costs.Float(14), 1e-15)
	require.Zero(t, costs.Total(nil))
}

// What is written is what is read: four decimals of up to four places.
func TestCostsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		places := rapid.IntRange(0, 4)
		var text string
		for i := range 4 {
			units := rapid.IntRange(1, 1000).Draw(t, "units")
			shift := places.Draw(t, "places")
			scale := 1
			for range shift {
				scale *= 10
			}
			if i > 0 {
				text += ","
			}
			text += fmt.Sprintf("%.*f", shift, float64(units)/float64(scale))
		}
		costs, err := puzzle.ParseCosts(text)
		if err != nil { // too many units once all are scaled
			t.Skip(err)
		}
		again, err := puzzle.ParseCosts(costs.String())
		require.NoError(t, err)
		require.Equal(t, costs, again, text)
	})
}
