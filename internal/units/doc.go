// Package units reads and writes numbers, times, amounts of memory and ratios in the form that
// people use.
//
// Writing: a [Unit] says what a number counts. [Unit.Format] is the only formatter of numbers with a
// unit; tables, axes and lines of text use it. A value that is not known is NaN, which is written as
// [Unknown]. [Unit.Prefix] chooses between s, ms and µs, or between k, M and G.
//
// Reading: Parse functions and constructors of them ([Whole], [Decimal], [OneOf]) read the values of
// flags and of experiment files. Their errors say which form was expected, without the name of the
// flag, which the caller adds.
package units
