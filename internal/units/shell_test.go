package units_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/internal/units"
)

// A shell reads the words as they are.
func TestShellLine(t *testing.T) {
	assert.Equal(t, `npuzzle --name 'it'\''s mine' a=1,b ü`,
		units.ShellLine([]string{"npuzzle", "--name", "it's mine", "a=1,b", "ü"}))
}
