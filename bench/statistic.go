package bench

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"npuzzle/search"
	"npuzzle/solvers"
)

// Statistic is a number that trials have, with its row of the table of statistics.
type Statistic struct {
	search.Statistic
	Of func(*Record) Figure // Unknown if the trial has no such number
}

// Statistics has a row for each statistic of a trial: the counters of search.Statistics, and the
// fields of Record that have a tag "unit".
var Statistics = statistics()

// StatisticNamed returns the row with the given name. It panics if there is none.
func StatisticNamed(name string) Statistic {
	for _, s := range Statistics {
		if s.Name == name {
			return s
		}
	}
	panic(fmt.Sprintf("bench: no statistic %q", name))
}

func statistics() (all []Statistic) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Record]()) {
		row := search.Statistic{Name: keyOf(f), Unit: f.Tag.Get("unit")}
		row.Label = cmp.Or(labels[row.Name], strings.ReplaceAll(row.Name, "_", " "))
		counter := slices.IndexFunc(search.Statistics, func(s search.Statistic) bool {
			return s.Name == row.Name
		})
		switch {
		case counter >= 0:
			row = search.Statistics[counter]
		case row.Unit == "":
			continue
		}
		all = append(all, Statistic{row, func(r *Record) Figure {
			if counter >= 0 && !r.counted(counter) {
				return Unknown
			}
			return figure(reflect.ValueOf(r).Elem().FieldByIndex(f.Index))
		}})
	}
	return all
}

// labels has the labels of fields that people do not know by their key.
var labels = map[string]string{
	"length_mtm":  "multi-tile moves",
	"resident":    "memory of the process",
	"seconds":     "time",
	"cpu_seconds": "processor time",
}

// keyOf returns the key of a field in JSON.
func keyOf(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name
}

// figure returns a number, which is unknown if v is a nil pointer.
func figure(v reflect.Value) Figure {
	v = reflect.Indirect(v)
	switch {
	case !v.IsValid():
		return Unknown
	case v.CanFloat():
		return Figure(v.Float())
	case v.CanUint():
		return Figure(v.Uint())
	}
	return Figure(v.Int())
}

// counted reports whether the trial has the counter of row i of search.Statistics. Parity shows
// that a board is unsolvable, so there was no search to count.
func (r *Record) counted(i int) bool {
	return r.missing>>i&1 == 0 && r.Status != search.Unsolvable &&
		solvers.Reports(r.Algorithm, search.Statistics[i].Name)
}
