package ga

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"npuzzle/puzzle"
)

// Setting is a row of the table of settings. Flags, keys of files and of records,
// completion and help follow from it.
type Setting struct {
	Name   string   // as in flags and files: "phase-mode"
	Usage  string   // one line, with the placeholder of the value in backquotes
	Values []string // the accepted words, of a setting that takes words

	field     func(*Settings) any // a pointer to the field of Settings
	low, high float64             // bounds of a number
	auto      bool                // "auto" is accepted instead of a number
}

// table lists the settings that users may choose, in the order in which they are
// shown, and Control last.
var table = []Setting{
	{Name: "population", Usage: "`N` chromosomes", low: 2, high: maxPopulation,
		field: func(s *Settings) any { return &s.Population }},
	{Name: "generations", Usage: "maximum of `N` generations in a phase", low: 1, high: maxGenerations,
		field: func(s *Settings) any { return &s.Generations }},
	{Name: "phases", Usage: "`N` phases of full length; generations that a phase leaves unused go to further phases",
		low: 1, high: maxGenerations, field: func(s *Settings) any { return &s.Phases }},
	{Name: "phase-mode", Usage: "start each phase by `MODE`: continue, from the best board of the phase before; " +
		"restart, from the start board",
		Values: words(Continue, Restart), field: func(s *Settings) any { return &s.PhaseMode }},
	{Name: "stagnation", Usage: "end a phase after `N` generations without a better plan; 0 for never",
		high: maxGenerations, field: func(s *Settings) any { return &s.Stagnation }},
	{Name: "record", Usage: "`BOOL`: never score a plan by a board that an earlier phase visited",
		Values: truths, field: func(s *Settings) any { return &s.Record }},
	{Name: "target", Usage: "score a plan by its `BOARD`: best-board or end-board",
		Values: words(BestBoard, EndBoard), field: func(s *Settings) any { return &s.Target }},
	{Name: "heuristic-weight", Usage: "weight `W` of the estimate in the fitness",
		high: maxWeight, field: func(s *Settings) any { return &s.HeuristicWeight }},
	{Name: "length-weight", Usage: "weight `W` of the plan's length in the fitness",
		high: maxWeight, field: func(s *Settings) any { return &s.LengthWeight }},
	{Name: "genes", Usage: "`N` genes of a first chromosome, or auto: computed from the size of the board",
		low: 1, high: maxGenes, auto: true, field: func(s *Settings) any { return &s.Genes }},
	{Name: "max-genes", Usage: "maximum of `N` genes of any chromosome, or auto: twice those of a first one",
		low: 1, high: maxGenes, auto: true, field: func(s *Settings) any { return &s.MaxGenes }},
	{Name: "decoding", Usage: "assign legal moves to ranges of a gene by `WORD`: ordered, in the order of successors; " +
		"ranked, by the estimates that the moves lead to",
		Values: words(Ordered, Ranked), field: func(s *Settings) any { return &s.Decoding }},
	{Name: "greed", Usage: "decode gene x into the move of rank n*x^`G` of n ranked moves; 1 for equal ranges, " +
		"more for better moves more often",
		low: minGreed, high: maxGreed, field: func(s *Settings) any { return &s.Greed }},
	{Name: "tournament", Usage: "`N` contestants for each parent", low: 1, high: maxPopulation,
		field: func(s *Settings) any { return &s.Tournament }},
	{Name: "survival", Usage: "choose the next generation by `WORD`: generational, the children and the elites; " +
		"plus, the best of parents and children",
		Values: words(Generational, Plus), field: func(s *Settings) any { return &s.Survival }},
	{Name: "elites", Usage: "keep the `N` best chromosomes of each island unchanged", high: maxPopulation - 1,
		field: func(s *Settings) any { return &s.Elites }},
	{Name: "crossover", Usage: "fraction `F` of couples that are crossed", high: 1,
		field: func(s *Settings) any { return &s.Crossover }},
	{Name: "mutation", Usage: "fraction `F` of children that are mutated", high: 1,
		field: func(s *Settings) any { return &s.Mutation }},
	{Name: "islands", Usage: "divide the population into `N` islands", low: 1, high: maxIslands,
		field: func(s *Settings) any { return &s.Islands }},
	{Name: "migration", Usage: "`N` generations between two migrations among islands", low: 1, high: maxGenerations,
		field: func(s *Settings) any { return &s.Migration }},
	{Name: "subgoals", Usage: "solve large boards in stages by `WORD`: none; lines, one outer row or column at a time",
		Values: words(NoSubgoals, ByLine), field: func(s *Settings) any { return &s.Subgoals }},
	{Name: "core", Usage: "maximum of `N` rows and columns of a board that is solved in one stage, with subgoals",
		low: 3, high: puzzle.MaxSide, field: func(s *Settings) any { return &s.Core }},
	{Name: "improve", Usage: "`BOOL`: search for shorter plans once there is one",
		Values: truths, field: func(s *Settings) any { return &s.Improve }},
	{Name: "windows", Usage: "`BOOL`: replace windows of a plan, of at most half its length, by shorter ways that IDA* " +
		"finds within 10,000 expansions",
		Values: truths, field: func(s *Settings) any { return &s.Windows }},
	{Name: "drift", Usage: "`BOOL`: replace windows by other ways of equal length, too",
		Values: truths, field: func(s *Settings) any { return &s.Drift }},
	{Name: "tries", Usage: "end a repair after `N` unsuccessful windows for each move of the plan",
		low: 1, high: maxPopulation, field: func(s *Settings) any { return &s.Tries }},
	{Name: "pool", Usage: "keep and cross the `N` best plans", low: 1, high: maxPopulation,
		field: func(s *Settings) any { return &s.Pool }},
	{Name: "renew", Usage: "fraction `F` of improvement runs that restart from the initial board", high: 1,
		field: func(s *Settings) any { return &s.Renew }},
	{Name: "patience", Usage: "end after `N` rounds without a shorter plan; 0 for never; or auto: 0 under a limit of " +
		"time or evaluations, else 10",
		high: maxGenerations, auto: true, field: func(s *Settings) any { return &s.Patience }},
	{Name: "control", Usage: "in experiment files, replace evolution by `WORD`: none, random-plans or hill-climbing",
		Values: words(NoControl, RandomPlans, HillClimbing), field: func(s *Settings) any { return &s.Control }},
}

// removed maps the settings of earlier versions to the reason why they are refused.
var removed = map[string]string{
	"breeding":      "an experiment file may set control: random-plans or hill-climbing",
	"cut":           "two cuts were no better than one",
	"lexicographic": "lexicographic fitness solved no more boards",
	"move-back":     "moves back made plans longer",
}

var truths = []string{"true", "false"}

func words(values ...Choice) []string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = string(v)
	}
	return texts
}

// Table returns every setting that users may choose, in the order in which they
// are shown.
func Table() []Setting { return table[:len(table)-1] }

// SettingNames returns the name of every setting, in the table's order. The last
// one is "control", which only experiment files set.
func SettingNames() []string {
	names := make([]string, len(table))
	for i, row := range table {
		names[i] = row.Name
	}
	return names
}

// Removed returns an error if an earlier version had a setting of the name and
// this one has not.
func Removed(name string) error {
	reason, ok := removed[name]
	if !ok {
		return nil
	}
	return fmt.Errorf("%s: the setting was removed; %s", name, reason)
}

// Kind is the type of a setting's values.
type Kind int

// The kinds.
const (
	Word    Kind = iota // one of the setting's Values
	Whole               // a whole number, or auto
	Decimal             // a number
	Truth               // true or false
)

// Kind returns the type of the setting's values.
func (row Setting) Kind() Kind {
	switch row.field(&Settings{}).(type) {
	case *int:
		return Whole
	case *float64:
		return Decimal
	case *bool:
		return Truth
	}
	return Word
}

// auto is the text of Auto.
const auto = "auto"

// expected says which values the setting accepts.
func (row Setting) expected() string {
	switch row.Kind() {
	case Whole:
		text := fmt.Sprintf("a whole number from %.0f to %.0f", row.low, row.high)
		if row.auto {
			text += ", or " + auto
		}
		return text
	case Decimal:
		return fmt.Sprintf("a number from %v to %v", row.low, row.high)
	case Truth:
		return "true or false"
	}
	return "one of " + strings.Join(row.Values, ", ")
}

// read sets the field of s from a text. It reports false if the setting does not
// accept the text.
func (row Setting) read(s *Settings, text string) bool {
	switch field := row.field(s).(type) {
	case *int:
		if row.auto && text == auto {
			*field = Auto
			return true
		}
		n, err := strconv.Atoi(text)
		if err != nil || !(float64(n) >= row.low && float64(n) <= row.high) {
			return false
		}
		*field = n
	case *float64:
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || !(x >= row.low && x <= row.high) {
			return false
		}
		*field = x
	case *bool:
		yes, err := strconv.ParseBool(text)
		if err != nil {
			return false
		}
		*field = yes
	case *Choice:
		i := slices.IndexFunc(row.Values, func(value string) bool { return strings.EqualFold(value, text) })
		if i < 0 {
			return false
		}
		*field = Choice(row.Values[i])
	}
	return true
}

// ValueError says that a setting was given a text that is none of its values.
type ValueError struct{ Name, Text, Expected string }

func (e *ValueError) Error() string {
	return fmt.Sprintf("%s %.40q: expected %s", e.Name, e.Text, e.Expected)
}

// Set sets the setting of a name from a text. The error is a *ValueError, or says
// that there is no such setting. Set does not compare settings with each other;
// see Check.
func (s *Settings) Set(name, text string) error {
	row, err := find(name)
	if err != nil {
		return err
	}
	if !row.read(s, text) {
		return &ValueError{name, text, row.expected()}
	}
	return nil
}

// Get returns the text of a setting, which Set reads. It panics if there is no
// setting of the name.
func (s Settings) Get(name string) string {
	row, err := find(name)
	if err != nil {
		panic(err)
	}
	switch field := row.field(&s).(type) {
	case *int:
		if row.auto && *field == Auto {
			return auto
		}
		return strconv.Itoa(*field)
	case *float64:
		return fmt.Sprint(*field)
	case *bool:
		return strconv.FormatBool(*field)
	case *Choice:
		return string(*field)
	}
	panic("ga: a setting of an unknown type")
}

func find(name string) (Setting, error) {
	for _, row := range table {
		if row.Name == name {
			return row, nil
		}
	}
	if err := Removed(name); err != nil {
		return Setting{}, err
	}
	return Setting{}, fmt.Errorf("%.40q is no setting of the genetic solver; expected one of %s",
		name, strings.Join(SettingNames(), ", "))
}
