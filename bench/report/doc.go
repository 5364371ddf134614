// Package report turns analysis results into a document and writes it.
//
// [Of] makes the report of a stored experiment:
//
//	records  ->  analysis.New  ->  Of  ->  Document  ->  HTML, Markdown, CSV, SVG
//
// # Document
//
// A [Document] is a title with blocks: [Answer], [Heading], [Paragraph], [List], [Code], [Table] and
// [Figure]. The studies make documents, too. Each format is written from the same blocks, so all
// formats say the same:
//
//   - [Document.HTML] writes one file that needs no other file and no network. page.html is its
//     template and page.css its style.
//   - [Document.Markdown] writes text that links to the files of its tables and figures. page.md is
//     its template.
//   - [Table.CSV] writes a table. A cell has its text for people, and its numbers with all digits
//     for the CSV file, in SI base units.
//   - [Document.Write] writes all of them into a new folder, which appears complete or not at all.
//
// # Sections
//
// A report opens with its answer: the conclusion, which package analysis computes from the tests, the
// results of each solver, the best first, and the main figure. report.go has a method for this and for
// each section: accuracy, plans, time and work, effort on common puzzles, pairs, difficulty, settings,
// convergence, memory, and the ending with methods, warnings and the machine. A section consists of
// tables and figures.
//
// A table is a list of columns (table.go). Each column has a head, the fields of the CSV file, and a
// function that makes a cell from a row. To add a number to a table, add a column. The constructors
// of columns differ in their values: Head names the row, Words is text, whole and Number are numbers
// in one CSV field, ends is the interval of an estimate in two fields, and Cells is anything else. For
// example, this column shows the mean length of plans with two decimals, and with all digits in the
// field mean_length of the CSV file:
//
//	Number("mean length", "mean_length", units.Moves.Format, func(s summary) bench.Figure { return s.MeanLength })
//
// # Figures
//
// figures.go draws the series of package analysis with package plot. Most figures have the same frame:
// a panel for each size of puzzles, a line for each solver, and a caption that says how to read them.
// A solver has the same look in all figures. A figure that has nothing to show is left out. Above a
// figure stands its finding, a sentence about all pairs of solvers. When an HTML page is printed, each
// figure is on a page of its own, as a slide.
//
// # Files
//
// The tables and figures of a report have the same names in all reports, so that scripts find them.
// A number or a size is appended where there are several.
//
//	summary                                table: the main numbers of each solver, the best first
//	provenance, groups                     tables: where and how the trials ran, and on which puzzles
//	accuracy                               table: trials solved within the limits
//	solved-by-time, solved-by-evaluations  figures: how the accuracy grows with what a trial may take
//	plans                                  table: lengths of plans, gaps, share of optimal plans
//	gap, gap-by-evaluations                figures: distribution of gaps, and gaps while solvers run
//	time, effort                           tables: of all trials, and on puzzles that all solved
//	pairs-solved, pairs-MEASURE            tables: two solvers on the same puzzles, with tests
//	versus-MEASURE                         figures: a point for each puzzle of a pair
//	by-walk, by-misplaced                  figures: accuracy and effort by difficulty
//	by-optimal-length                      figure: the same by the length of an optimal plan
//	accuracy-by-settings                   figure: heat maps of settings that were varied together
//	convergence, convergence-traces        figures: histories of the genetic solver
//	memory, resident                       table and figures: memory of trials
//
// methods.txt describes the statistical methods for readers of the report.
package report
