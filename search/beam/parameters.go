package beam

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"sync"
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

// LineParameter is a field of LineParameters.
type LineParameter struct {
	Name      string
	Of        func(*LineParameters) *float64
	Low, High float64 // the smallest and the largest value

	// Step is a change that matters, by which training begins. If Factor is true, it is a change of
	// the logarithm.
	Step   float64
	Factor bool
}

// LineTable lists the fields of LineParameters. Within their limits, the score of every board is
// less than 2^31.
var LineTable = []LineParameter{
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
}

// Check returns an error if a parameter is out of range.
func (p LineParameters) Check() error {
	for _, row := range LineTable {
		value := *row.Of(&p)
		isWithin := row.Low <= value && value <= row.High
		if !isWithin {
			return fmt.Errorf("beam: %s %v; expected %v to %v", row.Name, value, row.Low, row.High)
		}
	}
	return nil
}

// LineFile is the content of a file of line parameters. The file is a JSON object.
type LineFile struct {
	Command    string          `json:"command"` // that made the file
	Parameters LineParameters  `json:"parameters"`
	Training   json.RawMessage `json:"training,omitempty"` // see package search/learn
}

// ReadLines reads a file of line parameters.
func ReadLines(r io.Reader) (LineFile, error) {
	var file LineFile
	decoder := json.NewDecoder(r)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&file); err != nil {
		return LineFile{}, fmt.Errorf("beam: not a file of line parameters: %w", err)
	}
	if err := file.Parameters.Check(); err != nil {
		return LineFile{}, err
	}
	return file, nil
}

// Write writes a file of line parameters.
func (f LineFile) Write(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(f)
}

//go:embed lines.json
var shippedLines []byte

// ShippedLines returns the file of line parameters that comes with the program.
var ShippedLines = sync.OnceValue(func() LineFile {
	file, err := ReadLines(bytes.NewReader(shippedLines))
	if err != nil { // a test reads the file
		panic(err)
	}
	return file
})
