package cli

import (
	"errors"
	"fmt"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench/config"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// value is the value of a flag. It implements cli.Generic. It parses the text of the flag
// at once. So actions get checked values, and a mistake is found before the command does
// anything.
type value struct {
	set     func(text string) error // parses a text and stores the result
	text    string                  // text of the flag; initially the default
	choices []string                // values offered by completion, if there are few
	Alone   bool                    // the flag may stand without a value, which means true
	Empty   bool                    // the empty text is a value
}

// errEmpty is the error of a flag with an empty text. A shell passes an empty text for a
// variable that is not set. Taken for a missing flag, it would select the default.
var errEmpty = errors.New("expected a text that is not empty, or no flag")

// Set parses a text and stores the result. It refuses an empty text, unless the empty
// text is a value of the flag. It implements cli.Generic.
func (v *value) Set(text string) error {
	if text == "" && !v.Empty {
		return errEmpty
	}
	err := v.set(text)
	if err == nil {
		v.text = text
	}
	return err
}

// String returns the text of the last Set, initially the default. It implements
// cli.Generic. The help shows the default by calling String.
func (v *value) String() string { return v.text }

// IsBoolFlag tells the flag package that the flag may stand without a value.
func (v *value) IsBoolFlag() bool { return v.Alone }

// ValueOf returns the value of a flag.
func ValueOf(f urfave.Flag) *value { return f.(*urfave.GenericFlag).Value.(*value) }

// FuncFlag makes a flag that calls a function with its text. Completion offers the choices. The
// texts of the flag are in help.txt.
func FuncFlag(name string, set func(text string) error, choices ...string) *urfave.GenericFlag {
	return &urfave.GenericFlag{Name: name, Value: &value{set: set, choices: choices}}
}

// FlagOf makes a flag that sets a variable. If byDefault is not "", FlagOf parses it at once and
// panics if it is invalid. A flag that sets a bool may stand without a value. See also FuncFlag.
func FlagOf[T any](name, byDefault string, to *T, parse func(string) (T, error),
	choices ...string) *urfave.GenericFlag {
	f := FuncFlag(name, func(text string) error {
		parsed, err := parse(text)
		if err == nil {
			*to = parsed
		}
		return err
	}, choices...)
	_, ValueOf(f).Alone = any(to).(*bool)
	if byDefault != "" {
		if err := f.Value.Set(byDefault); err != nil {
			panic(fmt.Sprintf("default of --%s: %v", name, err))
		}
	}
	return f
}

// BoolFlag makes a flag without a value, which sets a variable to true.
func BoolFlag(name string, to *bool) *urfave.GenericFlag {
	return FlagOf(name, "", to, units.ParseBool)
}

// TextFlag makes a flag with any text as its value, such as the name of a file. The command checks
// the text later.
func TextFlag(name string, to *string) *urfave.GenericFlag { return FlagOf(name, "", to, AsGiven) }

// AsGiven is a parser that accepts every text. The command checks the text later.
func AsGiven(text string) (string, error) { return text, nil }

// ListOf returns a parser of values separated by commas or vertical bars, see config.Values. Each
// value may appear only once, because equal solvers or settings would count each trial twice. Two
// values are equal if the function name returns the same text for both. The parameter kind names
// the values in errors.
func ListOf[T any](kind string, parse func(string) (T, error),
	name func(T) string) func(string) ([]T, error) {
	return func(text string) ([]T, error) {
		var all []T
		for _, part := range config.Values(text) {
			v, err := parse(part)
			if err != nil {
				return nil, err
			}
			if slices.ContainsFunc(all, func(other T) bool { return name(other) == name(v) }) {
				return nil, fmt.Errorf("%s appears twice; expected each %s once", name(v), kind)
			}
			all = append(all, v)
		}
		return all, nil
	}
}

// PointerTo returns a parser that returns a pointer. The pointer stays nil if the flag is
// not given, which distinguishes --walk 0 from no --walk.
func PointerTo[T any](parse func(string) (T, error)) func(string) (*T, error) {
	return func(text string) (*T, error) {
		v, err := parse(text)
		return &v, err
	}
}

// GoalFlag makes the flag --goal. The variable stays empty if the flag is not given: then
// boards have the goals that their texts give, or puzzle.BlankLast. The command checks later
// whether the goal fits the size of the boards.
func GoalFlag(to *string) *urfave.GenericFlag {
	return FlagOf("goal", "", to, AsGiven, puzzle.GoalNames...)
}

// SeedFlag makes the flag --seed. The seed determines all random choices: the same seed
// gives the same boards, plans and counts on any machine, unless a time limit ends a
// search.
func SeedFlag(to *uint64) *urfave.GenericFlag { return FlagOf("seed", "1", to, units.ParseCount) }

// BaselineOf returns the solver that a text names, or "" if the text is empty.
func BaselineOf(text string, names []string) (string, error) {
	name, found := units.FindName(text, names)
	if text != "" && !found {
		return "", AsUsage(units.UnknownName("solver", text, names))
	}
	return name, nil
}

// WorkersFlag makes the flag --workers, the number of threads of a search or another
// task.
func WorkersFlag(to *int) *urfave.GenericFlag {
	return FlagOf("workers", "", to,
		units.Whole(1, 1024))
}

// MemoryFlag makes the flag --memory-limit, the memory limit of the process. See
// LimitMemory.
func MemoryFlag(to *uint64) *urfave.GenericFlag {
	return FlagOf("memory-limit", "", to, units.ParseBytes)
}

// JobsFlag makes the flag --jobs.
func JobsFlag(least, byDefault int, to *int) *urfave.GenericFlag {
	return FlagOf("jobs", fmt.Sprint(byDefault), to, units.Whole(least, 1024))
}
