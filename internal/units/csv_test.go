package units

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCSVCell(t *testing.T) {
	for _, text := range []string{"", "astar", "-1", "+2.5e-7", "-Inf", "1+1", "a=b",
		"6@100 2@5000"} {
		assert.Equal(t, text, CSVCell(text))
	}
	for _, text := range []string{"=1+1", "+A1", "-cmd|' /C calc'!A0", "@SUM(1)", "\t=1", "\r=1",
		"-", "=", "-1-1"} {
		assert.Equal(t, "'"+text, CSVCell(text))
	}
}
