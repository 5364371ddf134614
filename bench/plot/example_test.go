package plot_test

import (
	"bytes"
	"fmt"
	"strings"

	"npuzzle/bench/plot"
)

// A figure of one line, as an SVG file.
func ExampleFigure_Write() {
	figure := plot.Figure{
		Title:       "Time by distance",
		Description: "The time of a search grows with the distance to the goal.",
		Panels: []plot.Panel{{
			X: plot.Axis{Label: "distance", Unit: plot.Count},
			Y: plot.Axis{Label: "time", Unit: plot.Seconds, Log: true},
			Series: []plot.Series{{
				Name: "astar",
				Kind: plot.Marked,
				X:    []float64{10, 20, 30},
				Y:    []float64{1e-5, 1e-3, 0.1},
			}},
		}},
	}
	var file bytes.Buffer
	if err := figure.Write(&file, "svg"); err != nil {
		fmt.Println(err)
	}
	fmt.Println(strings.Contains(file.String(), "<title"),
		strings.Contains(file.String(), ">10 ms<"))
	// Output: true true
}
