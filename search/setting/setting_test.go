package setting_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/search/setting"
)

// A field whose tag cannot be the name of a flag and of a column is refused.
func TestRowsOfBadName(t *testing.T) {
	_, err := setting.RowsOf(&struct {
		Steps int `setting:"max,steps"`
	}{})
	assert.ErrorContains(t, err, `setting "max,steps"; expected letters, digits and hyphens, the first a letter`)
	rows, err := setting.RowsOf(&struct {
		Steps int `setting:"max-steps2"`
	}{})
	assert.NoError(t, err)
	assert.Len(t, rows, 1)
}
