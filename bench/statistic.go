package bench

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"npuzzle/search"
	"npuzzle/solvers"
)

// Statistic is a number that trials have, with its row of the table of statistics.
type Statistic struct {
	search.Statistic
	Of func(*Record) Figure // Unknown if the trial has no such number
}

// Statistics has a row for each statistic of a trial: the counters of search.Statistics, and what
// the run as a whole gives.
var Statistics = append(counters(),
	number("max_depth", "max depth", "moves", func(r *Record) Figure { return r.MaxDepth }),
	number("max_cost", "max cost", "cost", func(r *Record) Figure { return r.MaxCost }),
	number("length", "length", "moves", func(r *Record) Figure { return figureOf(r.Length) }),
	number("length_mtm", "multi-tile moves", "moves", func(r *Record) Figure { return figureOf(r.LengthMTM) }),
	number("cost", "cost", "cost", func(r *Record) Figure { return r.Cost }),
	number("lower_bound", "lower bound", "cost", func(r *Record) Figure { return r.LowerBound }),
	number("resident", "memory of the process", "bytes", func(r *Record) Figure { return figureOf(r.Resident) }),
	number("seconds", "time", "seconds", func(r *Record) Figure { return Figure(r.Seconds) }),
	number("cpu_seconds", "processor time", "seconds", func(r *Record) Figure { return Figure(r.CPUSeconds) }),
)

// StatisticNamed returns the row with the given name. It panics if there is none.
func StatisticNamed(name string) Statistic {
	return Statistics[slices.IndexFunc(Statistics, func(s Statistic) bool { return s.Name == name })]
}

func number(name, label, unit string, of func(*Record) Figure) Statistic {
	return Statistic{search.Statistic{Name: name, Label: label, Unit: unit}, of}
}

func figureOf[T int | uint64](n *T) Figure {
	if n == nil {
		return Unknown
	}
	return Figure(*n)
}

// counters returns the rows of search.Statistics.
func counters() []Statistic {
	var all []Statistic
	for i, row := range search.Statistics {
		all = append(all, Statistic{row, func(r *Record) Figure {
			// Parity shows that a board is unsolvable, so there was no search to count.
			if r.missing>>i&1 == 1 || r.Status == search.Unsolvable || !solvers.Reports(r.Algorithm, row.Name) {
				return Unknown
			}
			return Figure(*counter(&r.Stats, i))
		}})
	}
	return all
}

// counterFields has the index of the field of search.Stats for each row of search.Statistics.
var counterFields = func() []int {
	stats := reflect.TypeFor[search.Stats]()
	all := make([]int, len(search.Statistics))
	for i, row := range search.Statistics {
		for all[i] = 0; stats.Field(all[i]).Tag.Get("json") != row.Name; all[i]++ {
		}
	}
	return all
}()

// counter returns the counter of row i of search.Statistics.
func counter(s *search.Stats, i int) *uint64 {
	return reflect.ValueOf(s).Elem().Field(counterFields[i]).Addr().Interface().(*uint64)
}

// flatRecord is a Record without its methods, for encoding its fields.
type flatRecord Record

// recordKeys has the keys of a record's object that are not settings, in quotes. The value is the row
// of search.Statistics, or -1 for a field of Record.
var recordKeys = func() map[string]int {
	keys := map[string]int{}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Record]()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		keys[strconv.Quote(name)] = -1
	}
	for i, row := range search.Statistics {
		keys[strconv.Quote(row.Name)] = i
	}
	return keys
}()

// MarshalJSON writes one flat object: the fields, and a key for each statistic and each setting. A
// statistic that the solver does not report is null. So is the seed of a solver that draws no random
// numbers.
func (r Record) MarshalJSON() ([]byte, error) {
	text, err := json.Marshal((*flatRecord)(&r))
	if err != nil {
		return nil, err
	}
	counts, settings := Values{}, Values{"seed": "null"}
	maps.Copy(settings, r.Settings)
	for i, row := range Statistics[:len(search.Statistics)] {
		if counts[row.Name] = "null"; row.Of(&r).Known() {
			counts[row.Name] = strconv.FormatUint(*counter(&r.Stats, i), 10)
		}
	}
	for _, values := range []Values{counts, settings} {
		more, err := values.MarshalJSON()
		if err != nil {
			return nil, err
		}
		text = append(append(text[:len(text)-1], ','), more[1:]...)
	}
	return text, nil
}

// UnmarshalJSON reads the object that MarshalJSON writes, also that of an earlier version, where the
// settings of the genetic solver are an object of their own. Keys that belong neither to a
// field nor to a statistic are settings. What an earlier version did not record is unknown.
func (r *Record) UnmarshalJSON(text []byte) error {
	if err := json.Unmarshal(text, (*flatRecord)(r)); err != nil {
		return err
	}
	r.Settings, r.missing = Values{}, 0
	for i, row := range search.Statistics {
		if solvers.Reports(r.Algorithm, row.Name) {
			r.missing |= 1 << i
		}
	}
	for key, value := range members(text) {
		i, known := recordKeys[string(key)]
		var err error
		switch {
		case value[0] == 'n', known && i < 0:
		case known && r.missing>>i&1 == 1:
			r.missing &^= 1 << i
			*counter(&r.Stats, i), err = strconv.ParseUint(string(value), 10, 64)
		case known:
		case string(key) == `"ga"`:
			err = r.Settings.UnmarshalJSON(value)
		default:
			r.Settings.put(key, value)
		}
		if err != nil {
			return err
		}
	}
	// Records of earlier versions have a seed and a number of workers for every solver.
	for _, name := range []string{"seed", "workers"} {
		if r.Schema == 0 && !(solvers.Settings{Algorithm: r.Algorithm}).Takes(name) {
			delete(r.Settings, name)
		}
	}
	return nil
}
