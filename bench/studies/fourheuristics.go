package studies

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/bench/plot"
	"npuzzle/heuristics"
	"npuzzle/internal/units"
)

// blankReplicas measure the effect of counting the blank as a tile in two heuristics, as
// the study did.
var blankReplicas = replicas{searches: []namedSearch{
	replica{Name: "manhattan", Heuristic: heuristics.Manhattan, Known: whenExpanded, MoveBack: true},
	replica{Name: "manhattan with the blank", Heuristic: heuristics.Manhattan, CountBlank: math.MaxInt,
		Known: whenExpanded, MoveBack: true},
	replica{Name: "misplaced", Heuristic: heuristics.Misplaced, Known: whenExpanded, MoveBack: true},
	replica{Name: "misplaced with the blank", Heuristic: heuristics.Misplaced, CountBlank: 1, Known: whenExpanded,
		MoveBack: true},
	replica{Name: "manhattan with the blank, raised", Heuristic: heuristics.Manhattan, CountBlank: math.MaxInt,
		Known: raised, MoveBack: true},
	replica{Name: "misplaced with the blank, raised", Heuristic: heuristics.Misplaced, CountBlank: 1, Known: raised,
		MoveBack: true},
}}

// theFour are the study's heuristics, in the study's order.
var theFour = []string{"misplaced", "manhattan", "max-sort", "euclidean"}

// theSizes are the study's sizes.
var theSizes = []string{"2x2", "3x3", "4x4"}

// fourHeuristics judges the study of A* with four heuristics.
//
// The study plotted the average time and the average number of nodes expanded against the
// share of misplaced tiles, and printed no numbers. So only its claims can be compared.
// They are judged on the boards that all four heuristics solve. Otherwise, a heuristic
// that does not solve hard boards would look better than one that does. Claims about times
// are judged separately for each size. They leave out boards with short searches, whose
// times consist mostly of start-up. Each search runs three times, and the shortest time
// counts.
//
// The study counted the blank in two of its heuristics, which makes them inadmissible.
// The table "blank" shows the effect on the length of the plans.
func fourHeuristics(s *session) {
	drawn := s.results["by-misplaced"].quickest()
	all, common := byMisplaced(drawn), byMisplaced(solvedByAll(drawn))
	s.misplacedTable(all, common)
	s.averages(common)
	s.misplacedFigures(common)
	s.heuristicClaims(common)

	blank := s.results["blank"]
	manhattan := blank.one("solver", "manhattan") // its plans are shortest plans
	s.show("blank", blank, labelled("heuristic", "solver"), boards, meanLength,
		number("shortest plans", units.Share, func(r row) float64 {
			return share(onBoth(r, manhattan, sameLength)).Value
		}), meanExpanded)
	s.beyond("uniform", s.results["uniform-3x3"], byHeuristic, boards, meanLength, meanExpanded, meanTime)
	s.fifteen()
}

// byMisplaced groups the trials of each size by the number of misplaced tiles, as on the
// axes of the study's charts. On 4x4, a group has three numbers of misplaced tiles.
func byMisplaced(drawn rows) rows {
	var sorted rows
	for _, c := range []struct {
		size         string
		first, width int
	}{{"2x2", 1, 1}, {"3x3", 3, 1}, {"4x4", 1, 3}} {
		ofSize := drawn.where("size", c.size)
		tiles := ofSize[0].group.Goal.Size().Cells() - 1
		for low := c.first; low <= tiles; low += c.width {
			high := low + c.width - 1
			middle := float64(low+high) / 2 / float64(tiles)
			name := fmt.Sprintf("%d of %d", low, tiles)
			if high > low {
				name = fmt.Sprintf("%d to %d of %d", low, high, tiles)
			}
			for _, heuristic := range theFour {
				r := ofSize.where("heuristic", heuristic).merged()
				r.group.Name, r.group.Scramble.Misplaced = name, &middle
				r.trials = keep(r.trials, func(t bench.Record) bool {
					return low <= t.StartMisplaced && t.StartMisplaced <= high
				})
				sorted = append(sorted, r)
			}
		}
	}
	return sorted
}

// solvedByAll keeps the trials on the boards that every heuristic solved.
func solvedByAll(all rows) rows {
	hits := map[boardID]int{}
	for _, t := range all.merged().trials {
		if solved(t) {
			hits[idOf(t)]++
		}
	}
	kept := slices.Clone(all)
	for i, r := range kept {
		kept[i].trials = keep(r.trials, func(t bench.Record) bool { return hits[idOf(t)] == len(theFour) })
	}
	return kept
}

// sameBoards holds the labels that rows with the same boards share.
var sameBoards = []string{"size", "group"}

// misplacedTable adds a table with a row for each size and number of misplaced tiles, and
// columns for each heuristic.
func (s *session) misplacedTable(all, common rows) {
	with := func(heuristic string) func(row) row { return common.like(sameBoards, "heuristic", heuristic) }
	columns := []column{bySize, labelled("misplaced tiles", "group"), boards,
		number("solved by all", units.Count, trials.of(with(theFour[0])))}
	for _, name := range theFour {
		columns = append(columns, number("expanded, "+name, units.Count, mean(expanded).of(with(name))))
	}
	for _, name := range theFour {
		columns = append(columns, number("time, "+name, units.Seconds, mean(elapsed).of(with(name))))
	}
	s.show("by-misplaced", all.where("heuristic", theFour[0]), columns...)
}

// averages adds a table of the averages that the study claims about: for each heuristic,
// over all sizes and for each size.
func (s *session) averages(common rows) {
	columns := func(suffix string, of func(row) row) []column {
		return []column{number("expanded, "+suffix, units.Count, mean(expanded).of(of)),
			number("time, "+suffix, units.Seconds, mean(elapsed).of(of))}
	}
	overall := func(r row) row { return common.where("heuristic", r.label("heuristic")).merged() }
	all := []column{byHeuristic, number("boards", units.Count, trials.of(overall))}
	all = append(all, columns("overall", overall)...)
	for _, size := range theSizes {
		all = append(all, columns(size, func(r row) row {
			return common.where("heuristic", r.label("heuristic"), "size", size).merged()
		})...)
	}
	var each rows
	for _, name := range theFour {
		each = append(each, common.where("heuristic", name)[0])
	}
	s.show("averages", each, all...)
}

// misplacedFigures draws the study's two charts for each size.
func (s *session) misplacedFigures(common rows) {
	x := plot.Axis{Label: "misplaced tiles", Unit: units.Share}
	misplaced := func(r row) float64 { return *r.group.Scramble.Misplaced }
	s.bySizes("expanded", common, theSizes, x, misplaced, plot.Axis{Label: "mean expanded", Log: true}, mean(expanded))
	s.bySizes("time", common, theSizes, x, misplaced, plot.Axis{Label: "mean time", Unit: units.Seconds, Log: true},
		mean(elapsed))
}

// nearlyAll is the smallest share of rows that counts as "nearly everywhere".
const nearlyAll = 0.9

// heuristicClaims judges the study's claims about its charts, on the boards that all four
// heuristics solve.
func (s *session) heuristicClaims(common rows) {
	overall := func(name string) row { return common.where("heuristic", name).merged() }
	misplaced, manhattan := overall("misplaced"), overall("manhattan")
	maxSort, euclidean := overall("max-sort"), overall("euclidean")
	sized := func(name, size string) row { return common.where("heuristic", name, "size", size).merged() }
	times := func(first, second row) float64 { return total(expanded)(first) / total(expanded)(second) }
	known := len(misplaced.trials) > 0

	ratio := times(euclidean, manhattan)
	s.claim("least", known, ratio <= 1, "in total A* expands %s times as many states with Euclidean distance as with "+
		"Manhattan distance. This is expected, since Euclidean distance is never larger than Manhattan distance",
		units.Ratio.Format(ratio))
	differ, worst := mostExpanded(common, "max-sort")
	s.claim("worst", differ > 0, float64(worst) >= nearlyAll*float64(differ),
		"A* expands more states with max-sort than with any of the other three heuristics in %d of %d rows of the "+
			"first table below (%.0f %% would count as nearly everywhere). Rows in which A* expands equally many "+
			"states with all four are left out. In total A* expands %s times as many states with max-sort as with "+
			"misplaced tiles",
		worst, differ, 100*nearlyAll, units.Ratio.Format(times(maxSort, misplaced)))
	s.twice(sized, times(misplaced, manhattan))
	for _, size := range theSizes {
		s.timeClaims(size, sized)
	}
}

// twice judges the claim that A* expands about twice as many states with misplaced tiles as with
// Manhattan distance.
func (s *session) twice(sized func(name, size string) row, inTotal float64) {
	var verdicts []Verdict
	var shown []string
	for _, size := range theSizes {
		median, _ := ratioOf(expanded, sized("misplaced", size), sized("manhattan", size))
		verdicts = append(verdicts, covers(median, 1.5, 2.5))
		shown = append(shown, fmt.Sprintf("%s on %s", withInterval(median), size))
	}
	s.judge("twice", every(verdicts...), "the ratio of the states expanded with misplaced tiles to the states "+
		"expanded with Manhattan distance has these medians: %s (1.5 to 2.5 would count as about twice). The ratio of "+
		"the totals over all sizes is %s", strings.Join(shown, ", "), units.Ratio.Format(inTotal))
}

// fewestForTime is the minimum number of states that each search must expand on a board for the
// board's times to count. The time of a shorter search consists mostly of start-up.
const fewestForTime = 100

// timeClaims judges the claims about times on the boards of a size.
func (s *session) timeClaims(size string, sized func(name, size string) row) {
	long := map[boardID]int{}
	for _, name := range theFour {
		for _, t := range sized(name, size).trials {
			if t.Expanded >= fewestForTime {
				long[idOf(t)]++
			}
		}
	}
	of := func(name string) row {
		r := sized(name, size)
		r.trials = keep(r.trials, func(t bench.Record) bool { return long[idOf(t)] == len(theFour) })
		return r
	}
	misplaced, manhattan, maxSort, euclidean := of("misplaced"), of("manhattan"), of("max-sort"), of("euclidean")
	if len(misplaced.trials) == 0 {
		for _, name := range []string{"fastest-", "worst-time-", "faster-"} {
			s.judge(name+size, Undecided, "there is no board of %s on which A* expands at least %d states with each "+
				"of the four heuristics", size, fewestForTime)
		}
		return
	}
	s.fastest("fastest-"+size, rows{euclidean}, misplaced, manhattan, maxSort)
	s.fastest("worst-time-"+size, rows{misplaced, manhattan, euclidean}, maxSort)
	s.fastest("faster-"+size, rows{misplaced}, manhattan)
}

// mostExpanded counts the rows in which A* does not expand equally many states with all
// heuristics (differ), and the rows in which it expands more states with the named
// heuristic than with each of the others (most).
func mostExpanded(common rows, name string) (differ, most int) {
	for _, r := range common.where("heuristic", name) {
		own := mean(expanded)(r)
		var others []float64
		for _, other := range theFour {
			if other != name {
				others = append(others, mean(expanded)(common.like(sameBoards, "heuristic", other)(r)))
			}
		}
		least, greatest := slices.Min(others), slices.Max(others)
		if is(own) && (least != own || greatest != own) {
			differ++
		}
		if own > greatest { // false if a mean is NaN
			most++
		}
	}
	return differ, most
}
