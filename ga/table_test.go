package ga

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Every field of Settings has its row, and no two rows write to one field.
func TestTableCoversSettings(t *testing.T) {
	assert.Len(t, table, reflect.TypeFor[Settings]().NumField())
	fields := map[string]string{}
	var s Settings
	for _, row := range table {
		field := fmt.Sprint(row.field(&s).Addr().Pointer())
		assert.Empty(t, fields[field], row.Name)
		fields[field] = row.Name
	}
}

func TestSetReadsWhatGetWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := settings().Draw(t, "settings")
		var got Settings
		for _, name := range SettingNames() {
			if err := got.Set(name, want.Get(name)); err != nil {
				t.Fatal(err)
			}
		}
		require.Equal(t, want, got)
	})
}

func TestSetSaysWhatWasExpected(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"population", "1", `population "1": expected a whole number from 2 to 1048576`},
		{"population", "many", `population "many": expected a whole number from 2 to 1048576`},
		{"genes", "0", `genes "0": expected a whole number from 1 to 1048576, or auto`},
		{"patience", "-1", `patience "-1": expected a whole number from 0 to 1073741824, or auto`},
		{"crossover", "1.5", `crossover "1.5": expected a number from 0 to 1`},
		{"crossover", "NaN", `crossover "NaN": expected a number from 0 to 1`},
		{"record", "maybe", `record "maybe": expected true or false`},
		{"phase-mode", "again", `phase-mode "again": expected one of continue, restart`},
	} {
		s := Default()
		err := s.Set(c.name, c.text)
		require.EqualError(t, err, c.want)
		assert.Equal(t, Default(), s)
	}
	s := Default()
	assert.ErrorContains(t, s.Set("populations", "1"),
		`"populations" is not a setting of the genetic solver (did you mean population?); expected one of population, `)
	require.NoError(t, s.Set("phase-mode", "Restart"))
	assert.Equal(t, Restart, s.PhaseMode)
	require.NoError(t, s.Set("genes", "7"))
	require.NoError(t, s.Set("genes", "auto"))
	assert.Equal(t, Auto, s.Genes)
	require.NoError(t, s.Set("patience", "0"))
	require.NoError(t, s.Set("patience", "auto"))
	assert.Equal(t, []any{Auto, "auto"}, []any{s.Patience, s.Get("patience")})
}
