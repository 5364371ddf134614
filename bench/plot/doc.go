// Package plot draws the figures of the laboratory as SVG and PNG files.
package plot
