// Package plot draws figures as SVG and PNG files from plain series of numbers.
//
// # Figures
//
// A [Figure] is a grid of panels above one legend, with a caption. A [Panel] has two axes, with
// [Series] of points or one [Heat] map between them. A series is a line, a line of steps, points,
// bars, or a box plot, according to its [Kind]. It may have a pale band around it, such as an
// interval. A line breaks where a value is NaN, and a band where one of its ends is NaN.
//
// The look of a series is its colour, dashes and marker. Series with the same Look number look the
// same in all figures, so that readers recognise a solver. Colours can be distinguished by
// colour-blind readers, and dashes and markers without any colours.
//
// # Axes
//
// The unit of an [Axis] chooses and formats its marks: seconds have 1 ms and 1 s, shares have 20 %.
// A logarithmic axis holds the logarithms of its values; its marks are powers of ten, or equal steps
// if it spans less than half a power. An axis with Names has names instead of numbers.
//
// # Layout
//
// A single panel is 9 by 4.6 inches. Panels of a grid are smaller, and their axes are aligned by row
// and column. Labels that would touch are left out; names are turned upright instead. The legend is in
// columns below the panels, where it hides no points and cuts off no name. It names each solver once,
// even if several panels show it. In a panel, bands are drawn first, then lines in the order of the
// series, so that no band hides a line.
//
// # Files
//
// [Figure.Write] writes a file, and [Figure.Inline] an SVG element for a page. SVG has a title and a
// description for readers who cannot see it, and every text keeps its width in any font. The same
// figure always gives the same file.
//
// gonum.org/v1/plot lays out and draws the panels. This package adds the legend below the panels,
// the axes, the looks and the descriptions.
package plot
