package ga

import (
	"fmt"
	"reflect"
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
	{Name: "population", low: 2, high: maxPopulation, field: func(s *Settings) any { return &s.Population },
		Usage: "`N` chromosomes"},
	{Name: "generations", low: 1, high: maxGenerations, field: func(s *Settings) any { return &s.Generations },
		Usage: "maximum of `N` generations in a phase"},
	{Name: "phases", low: 1, high: maxGenerations, field: func(s *Settings) any { return &s.Phases },
		Usage: "`N` phases of full length; generations that a phase leaves unused go to further phases"},
	{Name: "phase-mode", Values: words(Continue, Restart), field: func(s *Settings) any { return &s.PhaseMode },
		Usage: "start each phase by `MODE`: continue, from the best board of the phase before; restart, from the " +
			"start board"},
	{Name: "stagnation", high: maxGenerations, field: func(s *Settings) any { return &s.Stagnation },
		Usage: "end a phase after `N` generations without a better plan; 0 for never"},
	{Name: "record", Values: truths, field: func(s *Settings) any { return &s.Record },
		Usage: "`BOOL`: never score a plan by a board that an earlier phase visited"},
	{Name: "target", Values: words(BestBoard, EndBoard), field: func(s *Settings) any { return &s.Target },
		Usage: "score a plan by its `BOARD`: best-board or end-board"},
	{Name: "heuristic-weight", high: maxWeight, field: func(s *Settings) any { return &s.HeuristicWeight },
		Usage: "weight `W` of the estimate in the fitness"},
	{Name: "length-weight", high: maxWeight, field: func(s *Settings) any { return &s.LengthWeight },
		Usage: "weight `W` of the plan's length in the fitness"},
	{Name: "genes", low: 1, high: maxGenes, auto: true, field: func(s *Settings) any { return &s.Genes },
		Usage: "`N` genes of a first chromosome, or auto: computed from the size of the board"},
	{Name: "max-genes", low: 1, high: maxGenes, auto: true, field: func(s *Settings) any { return &s.MaxGenes },
		Usage: "maximum of `N` genes of any chromosome, or auto: twice those of a first one"},
	{Name: "decoding", Values: words(Ordered, Ranked), field: func(s *Settings) any { return &s.Decoding },
		Usage: "assign legal moves to ranges of a gene by `WORD`: ordered, in the order of successors; ranked, by " +
			"the estimates that the moves lead to"},
	{Name: "greed", low: minGreed, high: maxGreed, field: func(s *Settings) any { return &s.Greed },
		Usage: "decode gene x into the move of rank n*x^`G` of n ranked moves; 1 for equal ranges, more for " +
			"better moves more often"},
	{Name: "tournament", low: 1, high: maxPopulation, field: func(s *Settings) any { return &s.Tournament },
		Usage: "`N` contestants for each parent"},
	{Name: "survival", Values: words(Generational, Plus), field: func(s *Settings) any { return &s.Survival },
		Usage: "choose the next generation by `WORD`: generational, the children and the elites; plus, the best " +
			"of parents and children"},
	{Name: "elites", high: maxPopulation - 1, field: func(s *Settings) any { return &s.Elites },
		Usage: "keep the `N` best chromosomes of each island unchanged"},
	{Name: "crossover", high: 1, field: func(s *Settings) any { return &s.Crossover },
		Usage: "fraction `F` of couples that are crossed"},
	{Name: "mutation", high: 1, field: func(s *Settings) any { return &s.Mutation },
		Usage: "fraction `F` of children that are mutated"},
	{Name: "islands", low: 1, high: maxIslands, field: func(s *Settings) any { return &s.Islands },
		Usage: "divide the population into `N` islands"},
	{Name: "migration", low: 1, high: maxGenerations, field: func(s *Settings) any { return &s.Migration },
		Usage: "`N` generations between two migrations among islands"},
	{Name: "subgoals", Values: words(NoSubgoals, ByLine), field: func(s *Settings) any { return &s.Subgoals },
		Usage: "solve large boards in stages by `WORD`: none; lines, one outer row or column at a time"},
	{Name: "core", low: 3, high: puzzle.MaxSide, field: func(s *Settings) any { return &s.Core },
		Usage: "maximum of `N` rows and columns of a board that is solved in one stage, with subgoals"},
	{Name: "improve", Values: truths, field: func(s *Settings) any { return &s.Improve },
		Usage: "`BOOL`: search for shorter plans once there is one"},
	{Name: "windows", Values: truths, field: func(s *Settings) any { return &s.Windows },
		Usage: "`BOOL`: replace windows of a plan, of at most half its length, by shorter paths that IDA* finds " +
			"within 10,000 expansions"},
	{Name: "drift", Values: truths, field: func(s *Settings) any { return &s.Drift },
		Usage: "`BOOL`: replace windows by other paths of equal length, too"},
	{Name: "tries", low: 1, high: maxPopulation, field: func(s *Settings) any { return &s.Tries },
		Usage: "end a repair after `N` unsuccessful windows for each move of the plan"},
	{Name: "pool", low: 1, high: maxPopulation, field: func(s *Settings) any { return &s.Pool },
		Usage: "keep and cross the `N` best plans"},
	{Name: "renew", high: 1, field: func(s *Settings) any { return &s.Renew },
		Usage: "fraction `F` of improvement runs that restart from the initial board"},
	{Name: "patience", high: maxGenerations, auto: true, field: func(s *Settings) any { return &s.Patience },
		Usage: "end after `N` rounds without a shorter plan; 0 for never; or auto: 0 under a limit of time or " +
			"evaluations, else 10"},
	{Name: "control", field: func(s *Settings) any { return &s.Control },
		Values: words(NoControl, RandomPlans, HillClimbing),
		Usage:  "in experiment files, replace evolution by `WORD`: none, random-plans or hill-climbing"},
}

// removed maps the settings of earlier versions to the reason why they are refused.
var removed = map[string]string{
	"breeding":      "an experiment file may set control: random-plans or hill-climbing",
	"cut":           "crossover cuts each parent once",
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

// Kind returns the type of the setting's values: reflect.Int, of which some settings
// also take "auto", reflect.Float64, reflect.Bool or, for words, reflect.String.
func (row Setting) Kind() reflect.Kind { return reflect.TypeOf(row.field(&Settings{})).Elem().Kind() }

// auto is the text of Auto.
const auto = "auto"

// expected says which values the setting accepts.
func (row Setting) expected() string {
	switch row.Kind() {
	case reflect.Int:
		text := fmt.Sprintf("a whole number from %.0f to %.0f", row.low, row.high)
		if row.auto {
			text += ", or " + auto
		}
		return text
	case reflect.Float64:
		return fmt.Sprintf("a number from %v to %v", row.low, row.high)
	case reflect.Bool:
		return "true or false"
	}
	return "one of " + strings.Join(row.Values, ", ")
}

// read sets the field of s from a text. It reports false if the setting does not
// accept the text.
func (row Setting) read(s *Settings, text string) bool {
	within := func(x float64) bool { return x >= row.low && x <= row.high }
	switch field := row.field(s).(type) {
	case *int:
		if row.auto && text == auto {
			return assign(field, Auto, true)
		}
		n, err := strconv.Atoi(text)
		return assign(field, n, err == nil && within(float64(n)))
	case *float64:
		x, err := strconv.ParseFloat(text, 64)
		return assign(field, x, err == nil && within(x))
	case *bool:
		yes, err := strconv.ParseBool(text)
		return assign(field, yes, err == nil)
	case *Choice:
		i := slices.IndexFunc(row.Values, func(value string) bool { return strings.EqualFold(value, text) })
		return i >= 0 && assign(field, Choice(row.Values[i]), true)
	}
	panic("ga: a setting of an unknown type")
}

// assign sets a variable to a valid value, and reports whether the value is valid.
func assign[T any](to *T, value T, valid bool) bool {
	if valid {
		*to = value
	}
	return valid
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
	value := reflect.ValueOf(row.field(&s)).Elem()
	if row.auto && value.Int() == Auto {
		return auto
	}
	return fmt.Sprint(value)
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
