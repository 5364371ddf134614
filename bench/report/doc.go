// Package report turns analysis results into a document and writes it.
//
// [Of] makes the report of a stored experiment:
//
//	records  ->  analysis.New  ->  Of  ->  Document  ->  HTML, Markdown, CSV, SVG
//
// # Document
//
// A [Document] is a title with blocks: [Heading], [Paragraph], [List], [Code], [Table] and
// [Figure]. The studies make documents, too. Each format is written from the same blocks, so all
// formats say the same:
//
//   - [Document.HTML] writes one file that needs no other file and no network. page.html is its
//     template and page.css its style.
//   - [Document.Markdown] writes text that links to the files of its tables and figures.
//   - [Table.CSV] writes a table. A cell has its text for people, and its numbers with all digits
//     for the CSV file, in SI base units.
//   - [Document.Write] writes all of them into a new folder, which appears complete or not at all.
//
// # Sections
//
// report.go has a method for each section: the opening with warnings, accuracy, plans, time and
// work, effort on common puzzles, pairs, difficulty, settings, convergence, memory, and the ending
// with methods. A section consists of tables and figures.
//
// A table is a list of columns (table.go). Each column has a head, the fields of the CSV file, and a
// function that makes a cell from a row. To add a number to a table, add a column.
//
// figures.go draws the series of package analysis with package plot. A figure that the records
// cannot fill is listed under "Left out" with the reason. A figure with too many lines is split into
// several, each of which shows the first solver for comparison. Captions name the lines that hide
// one another, and the groups of puzzles that a figure combines.
//
// methods.txt describes the statistical methods for readers of the report.
package report
