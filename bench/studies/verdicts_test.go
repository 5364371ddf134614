package studies

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
)

// took makes a solved trial of each of some boards, that took so many seconds.
func took(seconds ...float64) []bench.Record {
	all := make([]bench.Record, len(seconds))
	for i, s := range seconds {
		all[i] = record(10, true)
		all[i].Group, all[i].Puzzle, all[i].Seconds = "uniform", i+1, s
	}
	return all
}

var (
	base   = took(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
	faster = took(.9, 1.8, 2.6, 3.4, 4.2, 5, 5.8, 6.6, 7.4, 8.2)
	// uneven is faster on every other board, and on average slower by far.
	uneven = took(.5, 3, 1, 6, 2, 9, 3, 13, 4, 90)
)

func TestTimesAreJudgedBoardByBoard(t *testing.T) {
	for _, c := range []struct {
		name    string
		first   []bench.Record
		second  []bench.Record
		verdict Verdict
	}{
		{"slower", base, faster, Holds},
		{"faster", faster, base, Fails},
		{"no telling", uneven, base, CannotBeTold},
		{"the same", base, base, CannotBeTold},
		{"too few", took(2, 2, 2), took(1, 1, 1), CannotBeTold},
		{"none", nil, nil, CannotBeTold},
		{"other boards", base[:5], base[5:], CannotBeTold},
	} {
		s := &session{}
		s.slower("first is slower", c.first, c.second, "shown")
		assert.Equal(t, c.verdict, s.Claims[0].Verdict, c.name)
	}
}

func TestFastest(t *testing.T) {
	for _, c := range []struct {
		name    string
		others  [][]bench.Record
		verdict Verdict
	}{
		{"than both", [][]bench.Record{base, base}, Holds},
		{"than one", [][]bench.Record{base, faster}, CannotBeTold},
		{"slower than one", [][]bench.Record{base, took(.1, .2, .3, .4, .5, .6, .7, .8, .9, 1)}, Fails},
		{"of nothing", [][]bench.Record{nil, nil}, CannotBeTold},
	} {
		s := &session{}
		s.fastest("it is fastest", faster, []string{"a", "b"}, c.others)
		assert.Equal(t, c.verdict, s.Claims[0].Verdict, c.name)
	}
}

func TestWithin(t *testing.T) {
	assert.True(t, within(10, 100, 10, 100))
	assert.False(t, within(10.6, 50.1, 50, 60), "an overlap at the end")
	assert.False(t, within(5, 80, 10, 100))
	assert.False(t, within(39, 348, 10, 100))
}

// expandedEach makes trials of the row of 3x3 with so many tiles misplaced, each
// heuristic with a number of expansions.
func expandedEach(found trials, misplaced int, counts map[string]uint64) {
	for name, n := range counts {
		r := record(n, true)
		r.StartMisplaced = misplaced
		key := [2]string{misplacedGroups("3x3")[0].name, name}
		found[key] = append(found[key], r)
	}
}

// A tie of all says nothing of which is worst, and a tie for the first place is
// none.
func TestMostExpanded(t *testing.T) {
	found := trials{}
	expandedEach(found, 3, map[string]uint64{"misplaced": 5, "manhattan": 5, "max-sort": 5, "euclidean": 5})
	rows, most := mostExpanded(found, "max-sort")
	assert.Equal(t, []int{0, 0}, []int{rows, most})
	expandedEach(found, 4, map[string]uint64{"misplaced": 9, "manhattan": 5, "max-sort": 9, "euclidean": 6})
	rows, most = mostExpanded(found, "max-sort")
	assert.Equal(t, []int{1, 0}, []int{rows, most})
	expandedEach(found, 5, map[string]uint64{"misplaced": 9, "manhattan": 5, "max-sort": 10, "euclidean": 6})
	rows, most = mostExpanded(found, "max-sort")
	assert.Equal(t, []int{2, 1}, []int{rows, most})
	expandedEach(found, 6, map[string]uint64{"misplaced": 9, "manhattan": 5, "max-sort": 10, "euclidean": 11})
	rows, most = mostExpanded(found, "max-sort")
	assert.Equal(t, []int{3, 1}, []int{rows, most})
}

// The claims of the studies take the solvers that they speak of.
func TestClaimsOnTimes(t *testing.T) {
	ofTheFour := func(seconds map[string][]bench.Record) *session {
		found := trials{}
		for name, records := range seconds {
			for _, r := range records {
				r.Group, r.StartMisplaced = misplacedGroups("3x3")[0].name, 3
				found[[2]string{r.Group, name}] = append(found[[2]string{r.Group, name}], r)
			}
		}
		s := &session{}
		s.heuristicClaims(found)
		return s
	}
	s := ofTheFour(map[string][]bench.Record{"misplaced": base, "manhattan": faster, "max-sort": base, "euclidean": faster})
	assert.Equal(t, CannotBeTold, verdict(t, s, "Euclidean distance is fastest"))
	assert.Equal(t, Fails, verdict(t, s, "misplaced tiles are faster"))
	s = ofTheFour(map[string][]bench.Record{"misplaced": faster, "manhattan": base, "max-sort": base, "euclidean": uneven})
	assert.Equal(t, Holds, verdict(t, s, "misplaced tiles are faster"))

	evolved := func(conflict []bench.Record) Verdict {
		name := func(h string) [2]string {
			return [2]string{"uniform", setting{h, "200", "500", "5"}.name(restarting)}
		}
		s := &session{}
		s.gaClaims(trials{name("manhattan"): base, name(pairs): conflict})
		return verdict(t, s, "linear conflict makes the GA slower")
	}
	assert.Equal(t, Fails, evolved(faster))
	assert.Equal(t, CannotBeTold, evolved(uneven))
}

// verdict finds the claim that begins so.
func verdict(t *testing.T, s *session, text string) Verdict {
	for _, c := range s.Claims {
		if strings.HasPrefix(c.Text, text) {
			return c.Verdict
		}
	}
	require.Fail(t, "no claim "+text)
	return ""
}
