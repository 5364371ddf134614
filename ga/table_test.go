package ga

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/search/setting"
)

// rowOf returns the row of the setting with the given name.
func rowOf(name string) (found setting.Row) {
	for _, row := range Table {
		if row.Name == name {
			found = row
		}
	}
	return found
}

// Every field of Settings has its row, and no two rows write to one field.
func TestTableCoversSettings(t *testing.T) {
	assert.Len(t, Table, reflect.TypeFor[Settings]().NumField())
	assert.EqualValues(t, maxGenes, rowOf("genes").High)
	words := map[string]string{} // by name, of a value that differs from the zero value
	for _, row := range Table {
		var s Settings
		for _, text := range append(row.Words, "true", "3", "1") {
			if row.Set(&s, text) == nil {
				words[row.Name] = text
				break
			}
		}
		require.Contains(t, words, row.Name)
		for _, other := range Table {
			if other.Name != row.Name {
				assert.Equal(t, other.Get(new(Settings)), other.Get(&s), "%s changes %s", row.Name, other.Name)
			}
		}
	}
}

func TestSetReadsWhatGetWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := settings().Draw(t, "settings")
		var got Settings
		for _, row := range Table {
			if err := row.Set(&got, row.Get(&want)); err != nil {
				t.Fatal(err)
			}
		}
		require.Equal(t, want, got)
	})
}

func TestSetSaysWhatWasExpected(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"population", "1", `expected a whole number from 2 to 1048576`},
		{"population", "many", `expected a whole number from 2 to 1048576`},
		{"genes", "0", `expected a whole number from 1 to 1048576, or auto`},
		{"patience", "-1", `expected a whole number from 0 to 1073741824, or auto`},
		{"crossover", "1.5", `expected a number from 0 to 1`},
		{"crossover", "NaN", `expected a number from 0 to 1`},
		{"record", "maybe", `expected true or false`},
		{"phase-mode", "again", `expected one of continue, restart`},
	} {
		s := Default()
		require.EqualError(t, rowOf(c.name).Set(&s, c.text), c.want)
		assert.Equal(t, Default(), s)
	}
	s := Default()
	for _, c := range []struct{ name, text, want string }{
		{"phase-mode", "Restart", Restart}, {"genes", "7", "7"}, {"genes", "Auto", "auto"},
		{"patience", "0", "0"}, {"patience", "auto", "auto"},
	} {
		require.NoError(t, rowOf(c.name).Set(&s, c.text))
		assert.Equal(t, c.want, rowOf(c.name).Get(&s))
	}
	assert.Equal(t, fmt.Sprint(Auto, Auto), fmt.Sprint(s.Genes, s.Patience))
}
