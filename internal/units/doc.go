// Package units reads and writes names, numbers, times, amounts of memory and
// ratios as text for people.
//
// Writing: a [Unit] says what a number measures. [Unit.Format] is the only function
// that formats numbers with a unit; tables, axes and lines of text use it. An
// unknown value is NaN, and is written as [Unknown]. [Unit.Prefix] chooses between
// s, ms and µs, or between k, M and G.
//
// Names: [FindName] finds a name, such as that of an algorithm or a goal, in a
// list. [DidYouMean] suggests a name for a mistyped one.
//
// Reading: the Parse functions, and the functions that [Whole], [Decimal] and
// [OneOf] return, read the values of flags and of experiment files. Their errors
// say which form was expected. The caller adds the name of the flag.
package units
