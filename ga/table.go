package ga

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"npuzzle/puzzle"
)

// Setting is a row of the one table of settings. Flags, the keys of files and
// of records, completion and help follow from it.
type Setting struct {
	Name   string   // as the flag has it: "phase-mode"
	Usage  string   // one line, the value's place-holder in backquotes
	Values []string // the words that it may be, where it is a word

	value func(*Settings) any // a pointer to the field
	low   float64             // of a number
	high  float64
	auto  bool // a number that may be "auto"
}

// Kind is what the values of a setting are.
type Kind int

// The kinds.
const (
	Word    Kind = iota // one of the setting's Values
	Whole               // a number, or auto
	Decimal             // a number
	Truth
)

// Kind returns what the values of the setting are.
func (s Setting) Kind() Kind {
	switch s.value(&Settings{}).(type) {
	case *int:
		return Whole
	case *float64:
		return Decimal
	case *bool:
		return Truth
	}
	return Word
}

// auto is how Auto is written.
const auto = "auto"

// Table lists every setting, in the order in which they are shown.
func Table() []Setting { return table }

var table = []Setting{
	whole("population", "`N` chromosomes", 2, maxPopulation, func(s *Settings) *int { return &s.Population }),
	whole("generations", "`N` generations of a phase at most", 1, maxGenerations, func(s *Settings) *int { return &s.Generations }),
	whole("phases", "`N` phases of all their generations: those that end early leave theirs to more", 1, maxGenerations, func(s *Settings) *int { return &s.Phases }),
	word("phase-mode", "where a phase starts, by `MODE`: continue, from the best board that the last one reached; restart, from the first",
		func(s *Settings) *PhaseMode { return &s.PhaseMode }, Continue, Restart),
	whole("stagnation", "end a phase after `N` generations without a better plan; 0 for never", 0, maxGenerations, func(s *Settings) *int { return &s.Stagnation }),
	yesNo("record", "`BOOL`: score no plan by a board that an earlier phase went through", func(s *Settings) *bool { return &s.Record }),
	word("target", "score a plan by its `BOARD`: best-board or end-board", func(s *Settings) *Target { return &s.Target }, BestBoard, EndBoard),
	decimal("heuristic-weight", "`W` of the estimate in the fitness", maxWeight, func(s *Settings) *float64 { return &s.HeuristicWeight }),
	decimal("length-weight", "`W` of the plan's length in the fitness", maxWeight, func(s *Settings) *float64 { return &s.LengthWeight }),
	yesNo("lexicographic", "`BOOL`: evolve on when a plan solves, solved before unsolved and then by length, until the phase ends", func(s *Settings) *bool { return &s.Lexicographic }),
	orAuto(whole("genes", "`N` genes of a first chromosome, or auto: by the size of the board", 1, maxGenes, func(s *Settings) *int { return &s.Genes })),
	orAuto(whole("max-genes", "`N` genes of any chromosome at most, or auto: twice those of a first one", 1, maxGenes, func(s *Settings) *int { return &s.MaxGenes })),
	word("decoding", "cut the range of a gene into legal moves by `WORD`: ordered, as successors come; ranked, by the estimates that they lead to",
		func(s *Settings) *Decoding { return &s.Decoding }, Ordered, Ranked),
	atLeast(minGreed, decimal("greed", "of n ranked moves let gene x stand for that of rank n*x^`G`; 1 for equal ranges, more for better moves more often", maxGreed, func(s *Settings) *float64 { return &s.Greed })),
	yesNo("move-back", "`BOOL`: let genes stand for the move that undoes the last one", func(s *Settings) *bool { return &s.MoveBack }),
	word("breeding", "where children come from, by `WORD`: evolve, or the controls climb (each from one parent by mutation) and random (drawn anew)",
		func(s *Settings) *Breeding { return &s.Breeding }, Evolve, Climb, Random),
	whole("tournament", "`N` contestants for each parent", 1, maxPopulation, func(s *Settings) *int { return &s.Tournament }),
	word("survival", "who lives on, by `WORD`: generational, the children and the elites; plus, the best of parents and children",
		func(s *Settings) *Survival { return &s.Survival }, Generational, Plus),
	whole("elites", "`N` best chromosomes, of each island, that live on unchanged", 0, maxPopulation-1, func(s *Settings) *int { return &s.Elites }),
	decimal("crossover", "`SHARE` of couples that are crossed", 1, func(s *Settings) *float64 { return &s.Crossover }),
	word("cut", "cut couples by `WORD`: one, each at random; two, twice",
		func(s *Settings) *Cut { return &s.Cut }, OneCut, TwoCuts),
	decimal("mutation", "`SHARE` of children that are mutated", 1, func(s *Settings) *float64 { return &s.Mutation }),
	whole("islands", "`N` islands that the population is shared out among", 1, maxIslands, func(s *Settings) *int { return &s.Islands }),
	whole("migration", "`N` generations between two migrations, where there are islands", 1, maxGenerations, func(s *Settings) *int { return &s.Migration }),
	word("subgoals", "solve the lines of large boards one after another, by `WORD`: none; lines, a row or column at a time; tiles, a tile of it at a time",
		func(s *Settings) *Subgoals { return &s.Subgoals }, NoSubgoals, ByLine, ByTile),
	whole("core", "`N` rows and columns at most of a board that is solved at once, where there are subgoals", 3, puzzle.MaxSide, func(s *Settings) *int { return &s.Core }),
	yesNo("improve", "`BOOL`: go on to shorter plans when there is one", func(s *Settings) *bool { return &s.Improve }),
	yesNo("windows", "`BOOL`: replace parts of plans, of at most half a plan, by shorter ways that IDA* finds within 10,000 expansions", func(s *Settings) *bool { return &s.Windows }),
	yesNo("drift", "`BOOL`: replace windows by other ways of the same length, too", func(s *Settings) *bool { return &s.Drift }),
	whole("tries", "end a repair after `N` windows in vain for each move of the plan", 1, maxPopulation, func(s *Settings) *int { return &s.Tries }),
	whole("pool", "`N` plans that are kept and crossed", 1, maxPopulation, func(s *Settings) *int { return &s.Pool }),
	decimal("renew", "`SHARE` of plans that are evolved from the start, and not from within one of the pool", 1, func(s *Settings) *float64 { return &s.Renew }),
	orAuto(whole("patience", "end after `N` rounds without a shorter plan; 0 to use up the time or the evaluations, whatever comes of it, or auto: 0 where either is limited, else 10", 0, maxGenerations, func(s *Settings) *int { return &s.Patience })),
}

func whole(name, usage string, low, high int, field func(*Settings) *int) Setting {
	return Setting{Name: name, Usage: usage, low: float64(low), high: float64(high), value: func(s *Settings) any { return field(s) }}
}

func orAuto(s Setting) Setting {
	s.auto = true
	return s
}

func decimal(name, usage string, high float64, field func(*Settings) *float64) Setting {
	return Setting{Name: name, Usage: usage, high: high, value: func(s *Settings) any { return field(s) }}
}

func atLeast(low float64, s Setting) Setting {
	s.low = low
	return s
}

func yesNo(name, usage string, field func(*Settings) *bool) Setting {
	return Setting{Name: name, Usage: usage, Values: []string{"true", "false"}, value: func(s *Settings) any { return field(s) }}
}

// choice is a setting that is one of a few words.
type choice interface{ set(word string) }

type words[T ~string] struct{ field *T }

func (w words[T]) set(word string) { *w.field = T(word) }
func (w words[T]) String() string  { return string(*w.field) }

func word[T ~string](name, usage string, field func(*Settings) *T, values ...T) Setting {
	s := Setting{Name: name, Usage: usage, value: func(s *Settings) any { return words[T]{field(s)} }}
	for _, v := range values {
		s.Values = append(s.Values, string(v))
	}
	return s
}

// SettingNames returns the name of every setting, in the table's order.
func SettingNames() []string {
	names := make([]string, len(table))
	for i, s := range table {
		names[i] = s.Name
	}
	return names
}

// ValueError says what a setting was given and what was expected.
type ValueError struct{ Name, Text, Expected string }

func (e *ValueError) Error() string {
	return fmt.Sprintf("%s %.40q: expected %s", e.Name, e.Text, e.Expected)
}

// Set reads a text into the setting of a name. It returns a *ValueError, or
// says that there is no such setting. Whether settings go together is for
// Check to say.
func (s *Settings) Set(name, text string) error {
	row, err := find(name)
	if err != nil {
		return err
	}
	expected := ""
	switch to := row.value(s).(type) {
	case *int:
		n, err := strconv.Atoi(text)
		switch {
		case row.auto && text == auto:
			*to = Auto
		case err == nil && float64(n) >= row.low && float64(n) <= row.high:
			*to = n
		default:
			expected = fmt.Sprintf("a whole number from %.0f to %.0f", row.low, row.high)
			if row.auto {
				expected += ", or " + auto
			}
		}
	case *float64:
		x, err := strconv.ParseFloat(text, 64)
		if err == nil && x >= row.low && x <= row.high {
			*to = x
		} else {
			expected = fmt.Sprintf("a number from %v to %v", row.low, row.high)
		}
	case *bool:
		yes, err := strconv.ParseBool(text)
		if err == nil {
			*to = yes
		} else {
			expected = "true or false"
		}
	case choice:
		expected = "one of " + strings.Join(row.Values, ", ")
		for _, value := range row.Values {
			if strings.EqualFold(value, text) {
				to.set(value)
				expected = ""
			}
		}
	}
	if expected != "" {
		return &ValueError{name, text, expected}
	}
	return nil
}

// check returns an error unless the setting's value is one that Set would read.
func (row Setting) check(s *Settings) error {
	switch field := row.value(s).(type) {
	case *int:
		if x := float64(*field); (x < row.low || x > row.high) && !(row.auto && *field == Auto) {
			return fmt.Errorf("%s %d is out of range; expected %.0f to %.0f", row.Name, *field, row.low, row.high)
		}
	case *float64:
		if !(*field >= row.low && *field <= row.high) {
			return fmt.Errorf("%s %v is out of range; expected %v to %v", row.Name, *field, row.low, row.high)
		}
	case choice:
		if !slices.Contains(row.Values, fmt.Sprint(field)) {
			return fmt.Errorf("%s %.20q; expected one of %s", row.Name, fmt.Sprint(field), strings.Join(row.Values, ", "))
		}
	}
	return nil
}

// Get returns a setting as Set reads it. It panics if there is none of the name.
func (s Settings) Get(name string) string { return fmt.Sprint(s.Value(name)) }

// Value returns a setting as an int, a float64, a bool or a string, which
// auto is. It panics if there is none of the name.
func (s Settings) Value(name string) any {
	row, err := find(name)
	if err != nil {
		panic(err)
	}
	switch field := row.value(&s).(type) {
	case *int:
		if row.auto && *field == Auto {
			return auto
		}
		return *field
	case *float64:
		return *field
	case *bool:
		return *field
	default:
		return fmt.Sprint(field)
	}
}

func find(name string) (Setting, error) {
	for _, s := range table {
		if s.Name == name {
			return s, nil
		}
	}
	return Setting{}, fmt.Errorf("%.40q is no setting of the genetic solver; expected one of %s", name, strings.Join(SettingNames(), ", "))
}
