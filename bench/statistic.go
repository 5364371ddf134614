package bench

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/parquet-go/jsonlite"

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
	return Statistics[slices.IndexFunc(Statistics, func(s Statistic) bool { return s.Name == name })]
}

func statistics() (all []Statistic) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Record]()) {
		row := search.Statistic{Name: keyOf(f), Unit: f.Tag.Get("unit")}
		row.Label = cmp.Or(labels[row.Name], strings.ReplaceAll(row.Name, "_", " "))
		counter := slices.IndexFunc(search.Statistics, func(s search.Statistic) bool { return s.Name == row.Name })
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
	switch {
	case v.Kind() == reflect.Pointer && v.IsNil():
		return Unknown
	case v.Kind() == reflect.Pointer:
		return figure(v.Elem())
	case v.CanInt():
		return Figure(v.Int())
	case v.CanUint():
		return Figure(v.Uint())
	}
	return Figure(v.Float())
}

// counted reports whether the trial has the counter of row i of search.Statistics. Parity shows that a
// board is unsolvable, so there was no search to count.
func (r *Record) counted(i int) bool {
	return r.missing>>i&1 == 0 && r.Status != search.Unsolvable &&
		solvers.Reports(r.Algorithm, search.Statistics[i].Name)
}

// counters has the index of each field of search.Stats by its key.
var counters = func() map[string][]int {
	indices := map[string][]int{}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[search.Stats]()) {
		indices[keyOf(f)] = f.Index
	}
	return indices
}()

// flatRecord is a Record without its methods, for encoding its fields.
type flatRecord Record

// recordKeys has the keys of a record's object that are not settings.
var recordKeys = func() map[string]bool {
	keys := map[string]bool{}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Record]()) {
		keys[keyOf(f)] = true
	}
	return keys
}()

// MarshalJSON writes one flat object: the fields, and a key for each counter and each setting. A
// counter that the solver does not report is null. So is the seed of a solver that draws no random
// numbers.
func (r Record) MarshalJSON() ([]byte, error) {
	counts, settings := map[string]any{}, map[string]any{"seed": nil}
	stats := reflect.ValueOf(r.Stats)
	for i, row := range search.Statistics {
		if counts[row.Name] = nil; r.counted(i) {
			counts[row.Name] = stats.FieldByIndex(counters[row.Name]).Interface()
		}
	}
	r.Settings.addTo(settings)
	return OneObject((*flatRecord)(&r), counts, settings)
}

// OneObject writes values as one JSON object. Each value is an object that is not empty.
func OneObject(values ...any) (text []byte, err error) {
	for i, value := range values {
		object, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			text[len(text)-1], object = ',', object[1:]
		}
		text = append(text, object...)
	}
	return text, nil
}

// UnmarshalJSON reads the object that MarshalJSON writes, also that of an earlier version, where the
// settings of the genetic solver are an object of their own. Keys that belong neither to a
// field nor to a counter are settings. What an earlier version did not record is unknown.
func (r *Record) UnmarshalJSON(text []byte) error {
	r.Cost, r.LowerBound, r.MaxDepth, r.MaxCost = Unknown, Unknown, Unknown, Unknown
	fields := struct {
		*flatRecord
		*search.Stats
	}{(*flatRecord)(r), &r.Stats}
	if err := json.Unmarshal(text, &fields); err != nil {
		return err
	}
	object, err := jsonlite.Parse(string(text))
	if err != nil || object.Kind() != jsonlite.Object {
		return fmt.Errorf("%.40q is not a record; expected an object", text)
	}
	r.Settings, r.missing = Values{}, 0
	for i, row := range search.Statistics {
		value := object.Lookup(row.Name)
		if solvers.Reports(r.Algorithm, row.Name) && (value == nil || value.Kind() == jsonlite.Null) {
			r.missing |= 1 << i
		}
	}
	for key, value := range object.Object {
		if !recordKeys[key] {
			r.Settings.set(strings.Clone(key), value)
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
