// Package report turns analysis results into a document and writes it.
//
// [Of] makes the report of a stored experiment:
//
//	records  ->  analysis.New  ->  Of  ->  Document  ->  HTML, Markdown, CSV, SVG, PDF, PNG
//
// # Document
//
// A [Document] is a title with blocks: [Answer], [Heading], [Paragraph], [List],
// [Code], [Table] and [Figure]. The studies make documents, too. Each format is
// written from the same blocks, so all formats have the same content:
//
//   - [Document.HTML] writes one file that needs no other file and no network. page.html is its
//     template and page.css its style.
//   - [Document.Markdown] writes text that links to the files of its tables and figures. page.md is
//     its template.
//   - [Table.CSV] writes a table as CSV. A cell has a text for readers. It also has numbers with
//     all digits, in SI base units, for the CSV file.
//   - [Document.Write] writes files of all formats into a folder.
//
// # Sections
//
// A report begins with its answer. The answer has three parts: the conclusion, which package
// analysis computes from the tests; a table of the results of each solver, the best first; and
// the figure that answers the question. That figure shows the results over the settings if the
// solvers differ only in a few settings, otherwise the gaps, or the time or work if all plans
// are optimal. The table has the share solved, the costs of plans relative to a baseline, and
// the work. The sections follow, all folded: plans, budgets and targets, time, memory and work,
// effort on common puzzles, pairs, difficulty, settings and convergence. The report ends with
// methods, warnings and the machine. [Document.Handout] has only the part that is not folded.
// report.go has a method for each part. A section consists of tables and figures.
//
// A table is a list of columns (table.go). Each column has a head, the fields of the
// CSV file, and a function that makes a cell from a row. To add a number to a table,
// add a column. The constructors in table.go make columns of names, texts, numbers and
// intervals. For example, this column shows the mean length of plans with two decimals,
// and with all digits in the field mean_length of the CSV file:
//
//	Number("mean length", "mean_length", units.Moves.Format, func(r ranked) bench.Figure { return r.MeanLength })
//
// # Figures
//
// figures.go draws the series of package analysis with package plot. Most figures have
// a panel for each group or size of puzzles, a line for each solver, and a caption that says how
// to read the figure. A solver has the same look in all figures. A figure without data
// is left out. The sentence above a figure states its finding for all pairs of solvers.
// Folded sections are not printed.
//
// # Files
//
// The tables and figures have the same file names in all reports, so that scripts
// find them. If a report has several of a kind, a number or a size is appended to
// the name.
//
//	summary                                table: the main numbers of each solver, the best first
//	best                                   table: the first solvers of each group, if summary would be long
//	provenance                             table: where and how the trials ran
//	gap, gap-by-group                      figures: gaps to the optimal costs
//	solved-by-time, work                   figures: the answer if all plans are optimal
//	anytime                                figures: coverage, mean ratio and targets reached over states and time
//	anytime-evaluations                    figures: the same over evaluations, of genetic solvers
//	budgets-MEASURE, targets-MEASURE       tables: the same at fixed budgets, and expected running times
//	plans                                  table: lengths of plans, gaps, share of optimal plans
//	map-ALGORITHM-solved, map-ALGORITHM-gap  figures: heat maps of results over two settings or more
//	by-ALGORITHM-SETTING                   figures: results as a function of a numeric setting
//	time, effort                           tables: of all trials, and on puzzles that all solved
//	cost-by-states                         figure: gaps over states generated, of many solvers
//	pairs-solved, pairs-MEASURE            tables: two solvers on the same puzzles, with tests
//	versus-MEASURE                         figures: a point for each puzzle of a pair
//	by-walk, by-misplaced                  figures: accuracy and effort by difficulty
//	by-optimal-length                      figure: accuracy and effort by the length of an optimal plan
//	convergence                            figures: histories of the genetic solver
//
// methods.txt describes the statistical methods for readers of the report, and prose.txt has
// captions and paragraphs.
package report
