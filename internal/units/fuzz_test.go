package units

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// The parsers of numbers, times and amounts accept what they promise, or return an error of one
// line. What they accept is in range, and is read again as it was.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"", "0", "1e3", "1_000", "1,000", "1m30s", "90", "1.5h", "-1s",
		"200MB", "1.5 GiB",
		"1e400", "18446744073709551616", "9223372036854775807h", "NaN", "0x10", "k", "10k"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		line := func(err error) { require.NotRegexp(t, "^$|\n", err.Error()) }
		if d, err := ParseDuration(text); err != nil {
			line(err)
		} else {
			again, err := ParseDuration(d.String())
			require.NoError(t, err)
			require.Equal(t, d, again)
			require.GreaterOrEqual(t, d, 0*d)
		}
		if n, err := ParseBytes(text); err != nil {
			line(err)
		} else {
			again, err := ParseBytes(strconv.FormatUint(n, 10))
			require.NoError(t, err)
			require.Equal(t, n, again)
		}
		if n, err := ParseCount(text); err != nil {
			line(err)
		} else {
			again, err := ParseCount(strconv.FormatUint(n, 10))
			require.NoError(t, err)
			require.Equal(t, n, again)
		}
		if n, err := Whole(-5, 5)(text); err != nil {
			line(err)
		} else {
			require.LessOrEqual(t, max(n, -n), 5)
		}
		if x, err := Decimal(0, 1000)(text); err != nil {
			line(err)
		} else {
			require.False(t, math.IsNaN(x) || x < 0 || x > 1000)
		}
	})
}
