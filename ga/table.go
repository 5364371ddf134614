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

	low, high float64 // bounds of a number
	auto      bool    // "auto" is accepted instead of a number
}

// table lists the settings that users may choose, in the order in which they are
// shown, and Control last.
var table = []Setting{
	{Name: "population", low: 2, high: maxPopulation, Usage: "`N` chromosomes"},
	{Name: "generations", low: 1, high: maxGenerations, Usage: "maximum of `N` generations in a phase"},
	{Name: "phases", low: 1, high: maxGenerations,
		Usage: "`N` phases of full length; generations that a phase leaves unused go to further phases"},
	{Name: "phase-mode", Values: []string{Continue, Restart},
		Usage: "start each phase by `MODE`: continue, from the best board of the phase before; restart, from the " +
			"start board"},
	{Name: "stagnation", high: maxGenerations,
		Usage: "end a phase after `N` generations without a better plan; 0 for never"},
	{Name: "record", Values: truths, Usage: "`BOOL`: never score a plan by a board that an earlier phase visited"},
	{Name: "target", Values: []string{BestBoard, EndBoard},
		Usage: "score a plan by its `BOARD`: best-board or end-board"},
	{Name: "heuristic-weight", high: maxWeight, Usage: "weight `W` of the estimate in the fitness"},
	{Name: "length-weight", high: maxWeight, Usage: "weight `W` of the plan's length in the fitness"},
	{Name: "genes", low: 1, high: maxGenes, auto: true,
		Usage: "`N` genes of a first chromosome, or auto: computed from the size of the board"},
	{Name: "max-genes", low: 1, high: maxGenes, auto: true,
		Usage: "maximum of `N` genes of any chromosome, or auto: twice those of a first one"},
	{Name: "decoding", Values: []string{Ordered, Ranked},
		Usage: "assign legal moves to ranges of a gene by `WORD`: ordered, in the order of successors; ranked, by " +
			"the estimates that the moves lead to"},
	{Name: "greed", low: minGreed, high: maxGreed,
		Usage: "decode gene x into the move of rank n*x^`G` of n ranked moves; 1 for equal ranges, more for " +
			"better moves more often"},
	{Name: "tournament", low: 1, high: maxPopulation, Usage: "`N` contestants for each parent"},
	{Name: "survival", Values: []string{Generational, Plus},
		Usage: "choose the next generation by `WORD`: generational, the children and the elites; plus, the best " +
			"of parents and children"},
	{Name: "elites", high: maxPopulation - 1, Usage: "keep the `N` best chromosomes of each island unchanged"},
	{Name: "crossover", high: 1, Usage: "fraction `F` of couples that are crossed"},
	{Name: "mutation", high: 1, Usage: "fraction `F` of children that are mutated"},
	{Name: "islands", low: 1, high: maxIslands, Usage: "divide the population into `N` islands"},
	{Name: "migration", low: 1, high: maxGenerations,
		Usage: "`N` generations between two migrations among islands"},
	{Name: "subgoals", Values: []string{NoSubgoals, ByLine},
		Usage: "solve large boards in stages by `WORD`: none; lines, one outer row or column at a time"},
	{Name: "core", low: 3, high: puzzle.MaxSide,
		Usage: "maximum of `N` rows and columns of a board that is solved in one stage, with subgoals"},
	{Name: "improve", Values: truths, Usage: "`BOOL`: search for shorter plans once there is one"},
	{Name: "windows", Values: truths,
		Usage: "`BOOL`: replace windows of a plan, of at most half its length, by shorter paths that IDA* finds " +
			"within 10,000 expansions"},
	{Name: "drift", Values: truths, Usage: "`BOOL`: replace windows by other paths of equal length, too"},
	{Name: "tries", low: 1, high: maxPopulation,
		Usage: "end a repair after `N` unsuccessful windows for each move of the plan"},
	{Name: "pool", low: 1, high: maxPopulation, Usage: "keep and cross the `N` best plans"},
	{Name: "renew", high: 1, Usage: "fraction `F` of improvement runs that restart from the initial board"},
	{Name: "patience", high: maxGenerations, auto: true,
		Usage: "end after `N` rounds without a shorter plan; 0 for never; or auto: 0 under a limit of time or " +
			"evaluations, else 10"},
	{Name: "control", Values: []string{NoControl, RandomPlans, HillClimbing},
		Usage: "in experiment files, replace evolution by `WORD`: none, random-plans or hill-climbing"},
}

// removed maps the settings of earlier versions to the reason why they are refused.
var removed = map[string]string{
	"breeding":      "an experiment file may set control: random-plans or hill-climbing",
	"cut":           "crossover cuts each parent once",
	"lexicographic": "lexicographic fitness solved no more boards",
	"move-back":     "moves back made plans longer",
}

var truths = []string{"true", "false"}

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
func (row Setting) Kind() reflect.Kind { return row.field(&Settings{}).Kind() }

// field returns the field of s that holds the setting. It has the setting's name
// without hyphens.
func (row Setting) field(s *Settings) reflect.Value {
	name := strings.ReplaceAll(row.Name, "-", "")
	return reflect.ValueOf(s).Elem().FieldByNameFunc(func(field string) bool { return strings.EqualFold(field, name) })
}

// auto is the text of Auto.
const auto = "auto"

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
	var value any
	var expected string
	x := row.low
	switch row.Kind() {
	case reflect.Int:
		var n int
		n, err = strconv.Atoi(text)
		value, x = n, float64(n)
		expected = fmt.Sprintf("a whole number from %.0f to %.0f", row.low, row.high)
		if row.auto {
			expected += ", or " + auto
			if text == auto {
				value, x, err = Auto, row.low, nil
			}
		}
	case reflect.Float64:
		x, err = strconv.ParseFloat(text, 64)
		value, expected = x, fmt.Sprintf("a number from %v to %v", row.low, row.high)
	case reflect.Bool:
		value, err = strconv.ParseBool(text)
		expected = "true or false"
	default:
		expected = "one of " + strings.Join(row.Values, ", ")
		i := slices.IndexFunc(row.Values, func(word string) bool { return strings.EqualFold(word, text) })
		if i < 0 {
			return &ValueError{name, text, expected}
		}
		value = row.Values[i]
	}
	if within := x >= row.low && x <= row.high; err != nil || !within {
		return &ValueError{name, text, expected}
	}
	row.field(s).Set(reflect.ValueOf(value))
	return nil
}

// Get returns the text of a setting, which Set reads. It panics if there is no
// setting of the name.
func (s Settings) Get(name string) string {
	row, err := find(name)
	if err != nil {
		panic(err)
	}
	value := row.field(&s)
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
