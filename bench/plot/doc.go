// Package plot draws figures as SVG, PDF and PNG files from plain series of numbers.
//
// # Figures
//
// A [Figure] is a grid of panels with a caption. A [Panel] has two
// axes. Its area shows [Series] of points. The [Kind] of a series
// says how it is drawn: as a line, a line of steps, points, bars, a box plot, or a map of values.
// It may have a pale band around it, such as an interval. A line breaks where a value is NaN,
// and a band breaks where one of its ends is NaN.
//
// The look of a series is its colour and marker. Series with an equal Look number
// share both in all figures, so that readers recognise a solver. There are ten colours.
// From the eleventh look on, lines are dashed and markers differ, also beside the names.
// Colour-blind readers can distinguish the colours. Markers can be distinguished without colours.
//
// A heat map has a scale to its right. The best values are the darkest. All heat maps of a figure
// have one scale.
//
// # Axes
//
// The unit of an [Axis] determines its marks and their format, such as 1 ms for seconds and 20 %
// for shares. A logarithmic axis holds the logarithms of its values. Its marks are powers of ten,
// or equal steps if the axis spans less than half a power of ten. An axis with Names shows names
// instead of numbers. No line joins points over such an axis, because there is nothing between two
// names. An interval that reaches over the usual range of an axis makes the axis longer.
//
// # Layout
//
// A panel is 85 mm wide, as a column of a paper is, and a figure has one or two columns of panels.
// Letters have 7 points or more. The axes are aligned by row and column. If labels of numbers would
// touch, some are left out. Names that would touch are broken at spaces, and stand upright if that
// is not enough. No letter of a name is left out: long names have several lines, and words that all
// names have are in the title of the panel. The name of a series is beside its end, to the right of
// the axes. In a panel, bands are drawn first, then lines in the order of the series, so that no
// band hides a line.
//
// # Files
//
// [Figure.Write] writes a file, and [Figure.Inline] writes an SVG element for a
// page. An SVG has a title and a description for readers who cannot see it. Each
// text keeps its width in any font. The same figure always gives the same file. See
// the Example of Figure.Write.
//
// gonum.org/v1/plot lays out and draws the panels. This package adds the names of series,
// the axes, the looks and the descriptions.
package plot
