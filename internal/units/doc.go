// Package units reads and writes names, numbers, times, amounts of memory and
// ratios as text for people.
//
// Writing: a [Unit] says what a number measures. Tables, axes and lines of text format
// numbers with [Unit.Format] only. An unknown value is NaN, and is written as [Unknown].
// [Unit.Prefix] chooses between s, ms and µs, or between k, M and G.
//
// Names: [FindName] finds a name, such as that of an algorithm or a goal, in a
// list. [DidYouMean] suggests a name for a mistyped one.
//
// Reading: the Parse functions read the values of flags and of experiment files. [Whole],
// [Decimal] and [OneOf] return such functions. Errors say which form was expected. The
// caller adds the name of the flag.
package units
