// Package report turns the analysis of an experiment into a document and writes it
// as one HTML file, or as Markdown with its tables as CSV and its figures as SVG.
//
// A [Document] is a title with blocks: headings, paragraphs, lists, code, tables
// and figures. Each format is written from these blocks, so that all formats say
// the same. [Of] makes the document of an experiment.
package report
