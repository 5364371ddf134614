// Package plot draws figures as SVG and PNG files from plain series of numbers.
//
// A [Figure] is a grid of panels above one legend. A [Panel] has two axes, with [Series] of points
// or one [Heat] map between them. The unit of an [Axis] formats its marks. gonum lays out and draws
// the panels. This package adds the legend, logarithmic axes, and SVG files that describe
// themselves in words and keep their widths in any font.
package plot
