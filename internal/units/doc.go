// Package units reads and writes names, numbers, times, amounts of memory and ratios in the form
// that people use.
//
// Writing: a [Unit] says what a number counts. [Unit.Format] is the only formatter of numbers with a
// unit; tables, axes and lines of text use it. A value that is not known is NaN, which is written as
// [Unknown]. [Unit.Prefix] chooses between s, ms and µs, or between k, M and G.
//
// Names: [FindName] reads the name of an algorithm, a goal or anything else that has a list of names,
// and [DidYouMean] suggests one for a name that was mistyped.
//
// Reading: Parse functions and constructors of them ([Whole], [Decimal], [OneOf]) read the values of
// flags and of experiment files. Their errors say which form was expected, without the name of the
// flag, which the caller adds.
package units
