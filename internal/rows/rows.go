// Package rows reads tables that are part of the program from texts.
package rows

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// Read reads the rows of a table, such as that of settings. A row is a paragraph. A line has
// the name of a field of T in lower case, a colon and a value, which indented lines continue.
// Spaces separate words, and defaults such as pure=50. Lines that begin with # are comments.
// Read panics if the text is wrong, because tables are part of the program.
func Read[T any](text string) (rows []T) {
	for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		var row T
		empty := true // a paragraph of comments is no row
		for line := range strings.SplitSeq(strings.ReplaceAll(paragraph, "\n  ", " "), "\n") {
			if strings.HasPrefix(line, "#") {
				continue
			}
			empty = false
			name, value, _ := strings.Cut(line, ": ")
			if err := Set(&row, name, value); err != nil {
				panic(fmt.Sprintf("rows: row of a table: %s: %v", name, err))
			}
		}
		if !empty {
			rows = append(rows, row)
		}
	}
	return rows
}

// Set sets the field of a row of a table, a pointer to a struct, whose name is the given one in any
// case. The value is a text, as in a table.
func Set(row any, name, value string) error {
	isNamed := func(field string) bool { return strings.EqualFold(field, name) }
	f := reflect.ValueOf(row).Elem().FieldByNameFunc(isNamed)
	if !f.IsValid() {
		return errors.New("there is no such field")
	}
	switch f.Interface().(type) {
	case string:
		f.SetString(value)
	case bool, float64:
		_, err := fmt.Sscan(value, f.Addr().Interface())
		return err
	case []string:
		f.Set(reflect.ValueOf(strings.Fields(value)))
	case map[string]string:
		texts := map[string]string{}
		for field := range strings.FieldsSeq(value) {
			owner, text, _ := strings.Cut(field, "=")
			texts[owner] = text
		}
		f.Set(reflect.ValueOf(texts))
	}
	return nil
}
