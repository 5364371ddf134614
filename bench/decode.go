package bench

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// Decoder reads records from JSON, in the form that Record.MarshalJSON writes. The records of an
// experiment have many values in common: boards, names, and the settings of solvers. The records
// that a Decoder reads share them, so that they take less time and memory. No code changes the
// settings of a record. The zero Decoder is ready to use. It is not safe for concurrent use.
type Decoder struct {
	texts    map[string]string
	boards   map[string]puzzle.Board
	costs    map[string]puzzle.Costs
	settings map[string]Values
	// by algorithm: bit i is set if it reports row i of search.Statistics
	reported map[string]uint64

	others []byte // keys and values of the settings of the record that is being read
}

// share returns a text that does not keep the JSON text in memory.
func (d *Decoder) share(text string) string {
	known, found := d.texts[text]
	if !found {
		known = strings.Clone(text)
		d.texts[known] = known
	}
	return known
}

// Decode reads a record. Keys that belong neither to a field nor to a counter are settings. What an
// earlier version did not record is unknown.
func (d *Decoder) Decode(text string, r *Record) error {
	if d.texts == nil {
		d.texts = map[string]string{}
		d.boards = map[string]puzzle.Board{}
		d.costs = map[string]puzzle.Costs{}
		d.settings = map[string]Values{}
		d.reported = map[string]uint64{}
	}
	object := trimSpace(jsonValue(text))
	if !json.Valid([]byte(text)) || !object.isObject() {
		return fmt.Errorf("%.40q is not a record; expected an object", text)
	}
	for _, figure := range []*Figure{&r.Cost, &r.LowerBound, &r.MaxDepth, &r.MaxCost,
		&r.CPUSeconds} {
		*figure = Unknown
	}
	d.others = d.others[:0]
	record := reflect.ValueOf(r).Elem()
	counted := uint64(0) // bit i is set if the object has row i of search.Statistics
	for key, value := range object.members() {
		index := recordFields[key]
		if index == nil {
			d.others = append(d.others, key...)
			d.others = append(d.others, 0)
			d.others = append(d.others, value...)
			d.others = append(d.others, 0)
			continue
		}
		if value.isNull() {
			continue // unknown, as set above, or nil
		}
		if err := d.set(record.FieldByIndex(index), value); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		if row, isStatistic := statisticRows[key]; isStatistic {
			counted |= 1 << row
		}
	}
	r.missing = d.reports(r.Algorithm) &^ counted
	r.Settings = d.settingsOf(r, object)
	return nil
}

// set sets a field to a value that is not null.
func (d *Decoder) set(field reflect.Value, value jsonValue) error {
	number := string(value)
	switch to := field.Addr().Interface().(type) {
	case *puzzle.Board:
		return parseShared(d.boards, to, value)
	case *puzzle.Costs:
		return parseShared(d.costs, to, value)
	}
	switch kind := field.Kind(); {
	case kind == reflect.Pointer:
		field.Set(reflect.New(field.Type().Elem()))
		if field.Type().Elem().Kind() == reflect.String && value.isText() {
			// the plan, which differs from board to board
			field.Elem().SetString(strings.Clone(value.text()))
			return nil
		}
		return d.set(field.Elem(), value)
	case kind == reflect.String && value.isText():
		field.SetString(d.share(value.text()))
		return nil
	case field.CanInt() && value.isNumber():
		n, err := strconv.ParseInt(number, 10, field.Type().Bits())
		field.SetInt(n)
		return err
	case field.CanUint() && value.isNumber():
		n, err := strconv.ParseUint(number, 10, field.Type().Bits())
		field.SetUint(n)
		return err
	case field.CanFloat() && value.isNumber():
		x, err := strconv.ParseFloat(number, 64)
		field.SetFloat(x)
		return err
	}
	return json.Unmarshal([]byte(value), field.Addr().Interface())
}

// parseShared reads a value from a text, or takes the value that was read from the same text
// before.
func parseShared[T any, P interface {
	*T
	UnmarshalText([]byte) error
}](known map[string]T, to P, value jsonValue) error {
	if !value.isText() {
		return fmt.Errorf("%.40s; expected a text", value)
	}
	text := value.text()
	if shared, found := known[text]; found {
		*to = shared
		return nil
	}
	if err := to.UnmarshalText([]byte(text)); err != nil {
		return err
	}
	known[strings.Clone(text)] = *to
	return nil
}

// reports returns the rows of search.Statistics that an algorithm reports, as bits.
func (d *Decoder) reports(algorithm string) uint64 {
	rows, known := d.reported[algorithm]
	if !known {
		for i, row := range search.Statistics {
			if solvers.Reports(algorithm, row.Name) {
				rows |= 1 << i
			}
		}
		d.reported[algorithm] = rows
	}
	return rows
}

// settingsOf returns the settings of a record, given its object. Records of version 0 have a seed
// and a number of workers for every solver, also for those that do not take them.
func (d *Decoder) settingsOf(r *Record, object jsonValue) Values {
	d.others = append(d.others, r.Algorithm...)
	d.others = strconv.AppendInt(d.others, int64(r.Schema), 10)
	if shared, known := d.settings[string(d.others)]; known {
		return shared
	}
	settings := Values{}
	for key, value := range object.members() {
		if recordFields[key] == nil {
			settings.set(d.share(key), value)
		}
	}
	for _, name := range []string{"seed", "workers"} {
		if r.Schema == 0 && !(solvers.Settings{Algorithm: r.Algorithm}).Takes(name) {
			delete(settings, name)
		}
	}
	d.settings[string(d.others)] = settings
	return settings
}

// statisticRows has the index of each row of search.Statistics by its name.
var statisticRows = func() map[string]int {
	rows := map[string]int{}
	for i, row := range search.Statistics {
		rows[row.Name] = i
	}
	return rows
}()
