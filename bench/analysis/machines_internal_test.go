package analysis

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A warning counts and names the machines. Trials that name none do not count.
func TestWarningOfMachines(t *testing.T) {
	const mixed = ". Averages mix their times, so times cannot be compared."
	for _, c := range []struct {
		names []string
		want  string
	}{
		{[]string{"a"}, ""},
		{[]string{"", "a"}, ""},
		{[]string{"a", "b"}, "The trials come from 2 machines: a; b" + mixed},
		{[]string{"a", "", "b"}, "The trials come from 2 machines: a; b" + mixed},
		{
			[]string{"a", "b", "c", "d", "e", "f", "g"},
			"The trials come from 7 machines: a; b; c; d; e; and 2 others" + mixed,
		},
	} {
		assert.Equal(t, c.want, Machines{Names: c.names}.Warning())
	}
}
