package search

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// numbered returns Stats whose counters are first, first+step and so on.
func numbered(first, step int) Stats {
	var s Stats
	value := first
	for _, counter := range reflect.ValueOf(&s).Elem().Fields() {
		counter.Set(reflect.ValueOf(value).Convert(counter.Type()))
		value += step
	}
	return s
}

// Every counter is joined, in both orders, and the counters of a search without work change
// nothing.
func TestAddJoinsEveryCounter(t *testing.T) {
	a := numbered(10, 3)
	b := numbered(40, -2)
	require.Equal(t, a, a.Add(Stats{}))
	require.Equal(t, a, Stats{}.Add(a))
	require.Equal(t, b.Add(a), a.Add(b))
	joined := reflect.ValueOf(a.Add(b))
	for i := range joined.NumField() {
		field := joined.Type().Field(i)
		one := 10 + 3*i
		other := 40 - 2*i
		want := one + other
		if field.Tag.Get("add") == "max" {
			want = max(one, other)
		}
		got := joined.Field(i).Convert(reflect.TypeFor[int]()).Interface()
		assert.Equal(t, want, got, field.Name)
	}
}

// Peaks, maxima and memory are not summed.
func TestAddKeepsMaxima(t *testing.T) {
	a := Stats{Generated: 5, PeakOpen: 9, PeakStored: 2, Bytes: 7, MaxCost: 3, MaxMoves: 8}
	b := Stats{Generated: 6, PeakOpen: 4, PeakStored: 3, Bytes: 1, MaxCost: 4, MaxMoves: 2}
	want := Stats{Generated: 11, PeakOpen: 9, PeakStored: 3, Bytes: 7, MaxCost: 4, MaxMoves: 8}
	require.Equal(t, want, a.Add(b))
}

// A counter whose field does not say how it is joined is refused when the program starts.
func TestAddRefusesForgottenCounters(t *testing.T) {
	type forgotten struct {
		Expanded uint64 `add:"sum"`
		Sighs    uint64 `json:"sighs"`
	}
	type misspelt struct {
		Sighs uint64 `add:"least"`
	}
	require.Panics(t, func() { additionsOf(reflect.TypeFor[forgotten]()) })
	require.Panics(t, func() { additionsOf(reflect.TypeFor[misspelt]()) })
}

func BenchmarkAdd(b *testing.B) {
	total := Stats{}
	part := numbered(1, 1)
	for b.Loop() {
		total = total.Add(part)
	}
}
