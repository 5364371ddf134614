package studies

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/search"
)

// Cut short before its first trial, every study still reports what is published
// and what can be told without measuring, and every experiment that it would have
// run makes solvers and boards that go together.
func TestStudiesThatAreCutShort(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	seen := map[string]bool{}
	run := func(_ context.Context, e bench.Experiment) ([]bench.Record, error) {
		assert.NoError(t, e.Check(), e.Name)
		assert.False(t, seen[e.Name], "%s appears twice", e.Name)
		seen[e.Name] = true
		for _, g := range e.Groups {
			for _, err := range g.Draw() {
				require.NoError(t, err, e.Name)
			}
		}
		return nil, nil
	}
	for _, name := range Names() {
		for _, quick := range []bool{false, true} {
			report, err := Reproduce(ctx, name, Host{Run: run, Quick: quick, Seed: 1})
			require.NoError(t, err, name)
			assert.True(t, report.Partial, name)
			assert.Equal(t, quick, report.Quick, name)
			assert.NotEmpty(t, report.Tables, name)
			assert.NotEmpty(t, report.Claims, name)
			assert.NotEmpty(t, report.Apart, name)
			told := 0
			for _, c := range report.Claims {
				if c.Verdict != CannotBeTold {
					told++
				}
			}
			assert.Equal(t, map[string]int{"four-searches": 4, "shuffle-study": 1}[name], told, name)
			_, err = json.Marshal(report)
			require.NoError(t, err, name)
			require.NoError(t, report.Document(bench.Provenance{}, time.Time{}).Write(filepath.Join(t.TempDir(), "report"), name), name)
		}
	}
	assert.Greater(t, len(seen), 20)

	_, err := Reproduce(ctx, "six-searches", Host{})
	assert.ErrorContains(t, err, `no study "six-searches"; expected one of`)
}

// An error of the host ends a study.
func TestExperimentsThatFail(t *testing.T) {
	for _, name := range Names() {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := Reproduce(ctx, name, Host{Run: func(context.Context, bench.Experiment) ([]bench.Record, error) {
			return nil, errors.New("no space left")
		}})
		assert.ErrorContains(t, err, name+"-")
		assert.ErrorContains(t, err, "no space left")
	}
}

// record makes a trial of so many expansions; not solved under a limit of none.
func record(expanded uint64, solved bool) bench.Record {
	r := bench.Record{Status: search.NodeLimit, Expanded: expanded}
	if solved {
		length := 10
		r.Status, r.Length = search.Solved, &length
	}
	return r
}

func TestFigures(t *testing.T) {
	three := []bench.Record{record(5, true), record(9, true), record(100, false)}
	assert.Equal(t, []float64{5, 9, TooLong}, values(three, effort))
	assert.Equal(t, 9.0, median(values(three, effort)))
	assert.Equal(t, TooLong, median(values(append(three, record(100, false), record(100, false)), effort)))
	assert.Equal(t, 38.0, mean(three, expanded))
	assert.Equal(t, 10.0, mean(three, length))
	a := accuracyOf(three)
	assert.Equal(t, 2, a.hits)
	assert.InDelta(t, 2.0/3, a.share, 1e-12)
	assert.True(t, a.low < a.share && a.share < a.high)

	for name, x := range map[string]float64{"median": median(nil), "mean": mean(nil, length), "sum": sum(nil), "share": accuracyOf(nil).share} {
		assert.True(t, math.IsNaN(x), name)
	}
	assert.True(t, is(1, TooLong))
	assert.False(t, is(1, unknown))
}

func TestStretch(t *testing.T) {
	r := record(1, true)
	_, known := stretch(r)
	assert.False(t, known)
	optimal := 8
	r.OptimalLength = &optimal
	gap, known := stretch(r)
	assert.True(t, known)
	assert.Equal(t, 1.25, gap)
	short, _ := shortest(r)
	assert.Zero(t, short)
	zero := 0
	r.Length, r.OptimalLength = &zero, &zero
	gap, _ = stretch(r)
	assert.Equal(t, 1.0, gap)
}

func TestCells(t *testing.T) {
	for _, c := range []struct {
		value any
		unit  Unit
		text  string
		full  string
	}{
		{"manhattan", Text, "manhattan", "manhattan"},
		{1234.0, Number, "1,234", "1234"},
		{22.049, Average, "22.05", "22.049"},
		{0.0123, Seconds, "12.3 ms", "0.0123"},
		{0.875, Share, "87.5 %", "0.875"},
		{1e7, Bytes, "10 MB", "1e+07"},
		{0.5, Ratio, "0.500", "0.5"},
		{TooLong, Seconds, "TL", "TL"},
		{unknown, Share, "-", ""},
	} {
		got := cell(c.value, c.unit)
		assert.Equal(t, c.text, got.Text)
		assert.Equal(t, []string{c.full}, got.Full)
	}
}

func TestTableJSON(t *testing.T) {
	table := Table{Name: "a", Caption: "b", Columns: []Column{{"size", Text}, {"solved", Share}, {"time", Seconds}}}
	table.row("3x3", unknown, TooLong)
	table.row("4x4", 1, uint64(2))
	text, err := json.Marshal(table)
	require.NoError(t, err)
	assert.JSONEq(t, `{"name":"a","caption":"b","columns":["size","solved","time"],"rows":[
		{"size":"3x3","solved":null,"time":"TL"},{"size":"4x4","solved":1,"time":2}]}`, string(text))
}

func TestGrowth(t *testing.T) {
	assert.InDelta(t, 2, growth(byLength(powers(2), expanded)), 1e-9)
	assert.True(t, math.IsNaN(growth(byLength(nil, expanded))))
}

// powers are trials whose effort grows by a factor with each move.
func powers(factor float64) []bench.Record {
	var all []bench.Record
	for n := 1; n < 12; n++ {
		r := record(uint64(math.Pow(factor, float64(n))), true)
		r.Length = &n
		all = append(all, r)
	}
	return all
}

func TestEveryOrder(t *testing.T) {
	orders := everyOrder()
	assert.Len(t, orders, 24)
	seen := map[string]bool{}
	for _, order := range orders {
		seen[order] = true
	}
	assert.Len(t, seen, 24)
	assert.Equal(t, "UDLR", orders[0])
}
