package cli

import (
	"errors"
	"fmt"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench/config"
	"npuzzle/heuristics/pdb"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// choiceFlag is a flag of the library whose values completion offers.
type choiceFlag struct {
	*urfave.StringFlag
	choices []string
}

// WithChoices adds the values that completion offers to a flag.
func WithChoices(f *urfave.StringFlag, choices ...string) urfave.Flag {
	return &choiceFlag{StringFlag: f, choices: choices}
}

// choicesOf returns the values of a flag that completion offers.
func choicesOf(f urfave.Flag) []string {
	if chosen, ok := f.(*choiceFlag); ok {
		return chosen.choices
	}
	if f.Names()[0] == "set" {
		return settingChoices()
	}
	return nil
}

// Parsed adds an action to a flag: it parses the text of the flag and sets a variable. The default
// is parsed at once. Completion offers the choices.
func Parsed[T any](
	f *urfave.StringFlag, to *T, parse func(string) (T, error), choices ...string,
) urfave.Flag {
	if f.Value != "" {
		value, err := parse(f.Value)
		if err != nil {
			panic(fmt.Sprintf("default of --%s: %v", f.Name, err))
		}
		*to = value
	}
	f.Action = func(_ *urfave.Context, text string) error {
		value, err := parse(text)
		if err != nil {
			return invalid(f.Name, text, err)
		}
		*to = value
		return nil
	}
	return WithChoices(f, choices...)
}

// invalid is the error of a flag with a value that it does not take.
func invalid(name string, value any, err error) error {
	return Misuse("invalid value %q for flag %s: %w", fmt.Sprint(value), Dashed(name), err)
}

// Between is the action of a flag whose value is a whole number within limits.
func Between(name string, low, high int) func(*urfave.Context, int) error {
	return func(_ *urfave.Context, n int) error {
		_, err := units.Whole(low, high)(fmt.Sprint(n))
		if err != nil {
			return invalid(name, n, err)
		}
		return nil
	}
}

// Within is the action of a flag whose value is a number within limits.
func Within(name string, low, high float64) func(*urfave.Context, float64) error {
	return func(_ *urfave.Context, x float64) error {
		_, err := units.Decimal(low, high)(fmt.Sprint(x))
		if err != nil {
			return invalid(name, x, err)
		}
		return nil
	}
}

// ListOf returns a parser of values separated by commas or vertical bars, see config.Values. Each
// value may appear only once, because equal solvers or settings would count each trial twice. Two
// values are equal if the function name returns the same text for both. The parameter kind names
// the values in errors.
func ListOf[T any](
	kind string, parse func(string) (T, error), name func(T) string,
) func(string) ([]T, error) {
	return func(text string) ([]T, error) {
		var values []T
		for _, part := range config.Values(text) {
			value, err := parse(part)
			if err != nil {
				return nil, err
			}
			same := func(other T) bool { return name(other) == name(value) }
			if slices.ContainsFunc(values, same) {
				return nil, fmt.Errorf("%s appears twice; expected each %s once", name(value), kind)
			}
			values = append(values, value)
		}
		return values, nil
	}
}

// BaselineOf returns the solver that a text names, or "" if the text is empty.
func BaselineOf(text string, names []string) (string, error) {
	name, found := units.FindName(text, names)
	if text != "" && !found {
		return "", AsUsage(units.UnknownName("solver", text, names))
	}
	return name, nil
}

// JSONFlag makes the flag --json. The usage says what the objects are.
func JSONFlag(usage string, to *bool) urfave.Flag {
	return &urfave.BoolFlag{Name: "json", Category: "output", Usage: usage, Destination: to}
}

// ForceFlag makes the flag --force.
func ForceFlag(to *bool) urfave.Flag {
	return &urfave.BoolFlag{
		Name: "force", Category: "output", Usage: "replace files that exist", Destination: to,
	}
}

// GoalFlag makes the flag --goal. The variable stays empty if the flag is not given: then
// boards have the goals that their texts give, or puzzle.BlankLast. The command checks later
// whether the goal fits the size of the boards.
func GoalFlag(to *string) urfave.Flag {
	return WithChoices(&urfave.StringFlag{
		Name: "goal", Category: "boards",
		Usage:       "use `GOAL`: blank-last, blank-first, snail (spiral) or a board",
		DefaultText: "the goal in the board's text, or " + puzzle.BlankLast,
		Destination: to,
	}, puzzle.GoalNames...)
}

// SeedFlag makes the flag --seed. The seed determines all random choices: the same seed
// gives the same boards, plans and counts on any machine, unless a time limit ends a
// search.
func SeedFlag(category string, to *uint64) urfave.Flag {
	return &urfave.Uint64Flag{
		Name: "seed", Category: category, Value: 1, Destination: to,
		Usage: "set the seed of the random numbers to `N`",
	}
}

// WorkersFlag makes the flag --workers, the number of threads of a search or another
// task.
func WorkersFlag(to *int) urfave.Flag {
	return &urfave.IntFlag{
		Name: "workers", Category: "limits", Usage: "use `N` threads", DefaultText: "all cores",
		Destination: to, Action: Between("workers", 1, 1024),
	}
}

// MemoryFlag makes the flag --memory-limit, the memory limit of the process. See
// LimitMemory.
func MemoryFlag(to *uint64) urfave.Flag {
	return Parsed(&urfave.StringFlag{
		Name: "memory-limit", Category: "limits",
		Usage:       "limit the memory to `BYTES`, such as 200MB",
		DefaultText: fmt.Sprintf("%.0f %% of the free memory", 100*freeShare),
	}, to, units.ParseBytes)
}

// JobsFlag makes the flag --jobs.
func JobsFlag(least, byDefault int, to *int) *urfave.IntFlag {
	return &urfave.IntFlag{
		Name: "jobs", Category: "limits", Value: byDefault, Destination: to,
		Usage:  "run `N` searches in parallel, which share the memory limit",
		Action: Between("jobs", least, 1024),
	}
}

// IsolateFlag makes the flag --isolate.
func IsolateFlag(to *bool) urfave.Flag {
	return &urfave.BoolFlag{
		Name: "isolate", Category: "limits", Destination: to,
		Usage: "run each search in its own process and measure its peak memory",
	}
}

// StoreFlag makes the flag --store. See StoreName.
func StoreFlag(category string, to *string) *urfave.StringFlag {
	return &urfave.StringFlag{
		Name: "store", Category: category, Usage: "use the store `FILE`", Destination: to,
		EnvVars: []string{StoreVariable}, DefaultText: "$" + StoreVariable + " or " + DefaultStore,
	}
}

// TablesFlag makes the flag --pdb-dir, the folder of the pattern databases.
func TablesFlag(category string, to *string) urfave.Flag {
	return &urfave.StringFlag{
		Name: "pdb-dir", Category: category, Usage: "use pattern databases in `FOLDER`",
		Destination: to, EnvVars: []string{pdb.DirVariable},
		DefaultText: "$" + pdb.DirVariable + " or user cache",
	}
}

// BaselineFlag makes the flag --baseline.
func BaselineFlag(to *string) urfave.Flag {
	return &urfave.StringFlag{
		Name: "baseline", Category: "output", Destination: to, DefaultText: "the best solver",
		Usage: "compare the other solvers with the solver `NAME`",
	}
}

// ExplainFlag makes the flag --explain.
func ExplainFlag(to *bool) urfave.Flag {
	return &urfave.BoolFlag{
		Name: "explain", Category: "output", Destination: to,
		Usage: "explain the columns below the table",
	}
}

// errEmpty is the error of a flag with an empty text. A shell passes an empty text for a variable
// that is not set. Taken for a missing flag, it would select the default.
var errEmpty = errors.New("expected a text that is not empty, or no flag")
