package beam

import (
	_ "embed"
	"sync"

	"npuzzle/internal/parameters"
)

// LineParameters are the numbers that steer searches by lines, and the windows that improve their
// plans. In a stage, each tile adds a power of its Manhattan distance, times its weight. Two tiles
// in their goal line in the wrong order add the smaller one of their weights, times a factor.
//
// `npuzzle learn lines` evolves these numbers.
type LineParameters struct {
	Power    float64 `json:"power"`    // exponent of the distance
	Conflict float64 `json:"conflict"` // factor of conflicts

	// The weight of a tile of the current line is 1 + Factor, that of a tile of the next line is
	// 1 + Factor·Decay, that of the line after it 1 + Factor·Decay², and so on.
	Factor float64 `json:"factor"`
	Decay  float64 `json:"decay"`

	Core  float64 `json:"core"`  // weight of a tile of the core
	End   float64 `json:"end"`   // 1 + End is a factor of the weight of a line's end tiles
	Along float64 `json:"along"` // 1 + Along is a factor of the distance along a tile's line
	Miss  float64 `json:"miss"`  // added to the power, for a tile of a line off its goal cell

	// Wait is the number of layers from the first board with a complete line to the next stage.
	Wait float64 `json:"wait"`

	// Carry is the maximum number of boards that are carried to the next stage, as a fraction of
	// the width. It is at least 100 boards.
	Carry float64 `json:"carry"`

	// Layers is the number of layers per cell of the board after which a stage without a complete
	// line gives up.
	Layers float64 `json:"layers"`

	WindowPower    float64 `json:"window_power"`    // exponent of the distance, in windows
	WindowConflict float64 `json:"window_conflict"` // factor of conflicts, in windows
}

// PlainLines returns the parameters that were chosen by hand. If a stage does not complete its line
// with other parameters, it is searched again with these.
func PlainLines() LineParameters {
	return LineParameters{
		Power:          1.5,
		Conflict:       2,
		Factor:         2,
		Decay:          0.3,
		Core:           1,
		Wait:           20,
		Carry:          0.125,
		Layers:         24,
		WindowPower:    1.5,
		WindowConflict: 2,
	}
}

// LineSet describes LineParameters. Within the limits, the score of every board is less than 2^31.
var LineSet = &parameters.Set[LineParameters]{
	Kind:  "lines",
	Plain: PlainLines(),
	Rows: []parameters.Row[LineParameters]{
		{
			Name: "power", Of: func(p *LineParameters) *float64 { return &p.Power },
			Low: 0.5, High: 2, Step: 0.15, Factor: true,
		},
		{
			Name: "conflict", Of: func(p *LineParameters) *float64 { return &p.Conflict },
			Low: 0, High: 10, Step: 0.5, Factor: true,
		},
		{
			Name: "factor", Of: func(p *LineParameters) *float64 { return &p.Factor },
			Low: 0, High: 10, Step: 0.5, Factor: true,
		},
		{
			Name: "decay", Of: func(p *LineParameters) *float64 { return &p.Decay },
			Low: 0, High: 1, Step: 0.5, Factor: true,
		},
		{
			Name: "core", Of: func(p *LineParameters) *float64 { return &p.Core },
			Low: 0, High: 4, Step: 0.3, Factor: true,
		},
		{
			Name: "end", Of: func(p *LineParameters) *float64 { return &p.End },
			Low: -0.9, High: 1, Step: 0.3,
		},
		{
			Name: "along", Of: func(p *LineParameters) *float64 { return &p.Along },
			Low: -0.5, High: 0.5, Step: 0.2,
		},
		{
			Name: "miss", Of: func(p *LineParameters) *float64 { return &p.Miss },
			Low: -0.9, High: 10, Step: 1,
		},
		{
			Name: "wait", Of: func(p *LineParameters) *float64 { return &p.Wait },
			Low: 0, High: 1000, Step: 0.5, Factor: true,
		},
		{
			Name: "carry", Of: func(p *LineParameters) *float64 { return &p.Carry },
			Low: 0, High: 1, Step: 0.5, Factor: true,
		},
		{
			Name: "layers", Of: func(p *LineParameters) *float64 { return &p.Layers },
			Low: 1, High: 100, Step: 0.5, Factor: true,
		},
		{
			Name: "window_power", Of: func(p *LineParameters) *float64 { return &p.WindowPower },
			Low: 0.5, High: 2, Step: 0.1, Factor: true,
		},
		{
			Name: "window_conflict",
			Of:   func(p *LineParameters) *float64 { return &p.WindowConflict },
			Low:  0, High: 10, Step: 0.5, Factor: true,
		},
	},
}

//go:embed lines.json
var shippedLines []byte

// ShippedLines returns the line parameters that come with the program.
var ShippedLines = sync.OnceValue(func() LineParameters {
	return LineSet.MustRead(shippedLines).Parameters
})
