package studies

import (
	"context"
	"fmt"
	"time"

	"npuzzle/bench"
	"npuzzle/bench/plot"
	"npuzzle/bench/stats"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

var gaVsAStar = study{
	name:   "ga-vs-astar",
	title:  "Solving Sliding Tile N-Puzzles With Genetic Algorithms and A*",
	source: "CS51 final project, 2015, Clojure",
	run:    reproduceGAVsAStar,
}

// pairs is the study's linear conflict: 2 for every pair in conflict.
const pairs = "linear-conflict-pairs"

// asTheStudyCalls gives the study's name of a heuristic ours.
func asTheStudyCalls(name string) string {
	if name == "linear-conflict" {
		return pairs
	}
	return name
}

// Names of the two phase modes in tables.
const (
	restarting = "restart"
	goingOn    = "continue"
)

// genes is the longest chromosome that is bred. The study set no bound; none of
// its boards needs a tenth of it.
const genes = "1000"

// evolution makes the genetic solver as the study's code had it, which restarts
// every phase, or as its text said, where each goes on from the last.
func evolution(name, heuristic, population, generations, phases, mode string) bench.Solver {
	return contender(name, "ga", "preset", "study", "heuristic", heuristic,
		"population", population, "generations", generations, "phases", phases, "phase-mode", mode,
		"heuristic-weight", "0.9", "length-weight", "0.1", "target", "end-board",
		"tournament", "2", "crossover", "0.9", "mutation", "0.1", "elites", "0",
		"stagnation", "0", "record", "false", "max-genes", genes)
}

func reproduceGAVsAStar(ctx context.Context, s *session) error {
	s.Setup = []string{
		"Boards are drawn uniformly from all that can be solved; the study does not say how it drew its own.",
		"A*: hash map of closed states, best first; \"linear conflict\" is the study's, 2 for every pair in conflict (linear-conflict-pairs).",
		"GA: float genes decoded into legal moves but the one back, r²(r²-1)/2 of them at first and at most " + genes + "; cost 0.9 times the estimate plus 0.1 times the length; tournaments of 2; 90 % crossover, 10 % mutation. These stand in the study's code, not in its text.",
		"Phases: restart, as the study's code had it, is what is compared; continue is what its text says.",
	}
	for _, part := range []func(context.Context) error{
		s.astarSizes, s.astarHeuristics, s.ga2x2, s.ga3x3, s.pairsAgainstOrder, s.largerBoards,
	} {
		if err := part(ctx); err != nil {
			return err
		}
	}
	s.Apart = append(s.Apart,
		"Seconds: other machine, other language (Clojure on a JVM of 2015); only their ratios within a table mean something.",
		"Total times follow from the averages and the number of trials; only averages are shown.",
		"The study does not say how often it drew each table's boards anew, nor from which distribution; an accuracy of easier boards would be higher.",
	)
	s.claim("memoising moves made the GA about 10 times faster and cost it 4x4, for want of memory", false, false,
		"the laboratory's GA keeps no table of moves to leave out")
	return s.vectors(ctx)
}

// astarSizes is A* with Manhattan distance by size.
func (s *session) astarSizes(ctx context.Context) error {
	e := bench.Experiment{Name: "astar-sizes", Solvers: informed("astar", "manhattan")}
	rows := readPublished("ga-astar-sizes")
	for _, row := range rows {
		count := s.of(int(number(row["puzzles"])), 100)
		if row["size"] == "3x4" {
			count = s.of(100, 5) // the study's ten say little
		}
		e.Groups = append(e.Groups, s.group(row["size"], sizeOf(row["size"]), count, bench.Scramble{}))
	}
	found, err := s.run(ctx, e)
	if err != nil {
		return err
	}
	t := Table{
		Name: "astar-sizes", Caption: "A* with Manhattan distance, by size",
		Columns: []Column{
			{"size", Text}, {"puzzles, study", Number}, {"puzzles", Number}, {"solved", Share},
			{"average time, study", Seconds}, {"average time", Seconds}, {"study / here", Ratio}, {"mean length", Average}, {"mean expanded", Number},
		},
	}
	allSolved, none := true, true
	for _, row := range rows {
		records := found[[2]string{row["size"], "manhattan"}]
		a, seconds := accuracyOf(records), mean(records, elapsed)
		t.row(row["size"], number(row["puzzles"]), len(records), a.share, number(row["average_s"]), seconds, number(row["average_s"])/seconds, mean(records, length), mean(records, expanded))
		allSolved = allSolved && (a.hits == a.of)
		none = none && a.of == 0
	}
	s.Tables = append(s.Tables, t)
	s.claim("A* solves every board", !none, allSolved, "column solved of "+t.Name)
	return nil
}

// astarHeuristics is A* on 3x3 by heuristic, with what the pairs do.
func (s *session) astarHeuristics(ctx context.Context) error {
	rows := readPublished("ga-astar-heuristics")
	e := bench.Experiment{Name: "astar-heuristics", Groups: []bench.Group{s.group("3x3", puzzle.Size{Rows: 3, Cols: 3}, s.of(1000, 50), bench.Scramble{})}}
	for _, row := range rows {
		e.Solvers = append(e.Solvers, informed("astar", asTheStudyCalls(row["heuristic"]))...)
	}
	found, err := s.run(ctx, e)
	if err != nil {
		return err
	}
	t := Table{
		Name: "astar-heuristics", Caption: "A* on 3x3, by heuristic",
		Columns: []Column{
			{"heuristic", Text}, {"puzzles, study", Number}, {"puzzles", Number}, {"solved", Share},
			{"average time, study", Seconds}, {"average time", Seconds}, {"to Manhattan's, study", Ratio}, {"to Manhattan's", Ratio}, {"mean expanded", Number},
		},
	}
	here, there := map[string]float64{}, map[string]float64{}
	for _, row := range rows {
		name := row["heuristic"]
		here[name], there[name] = mean(found[[2]string{"3x3", asTheStudyCalls(name)}], elapsed), number(row["average_s"])
	}
	for _, row := range rows {
		name := row["heuristic"]
		records := found[[2]string{"3x3", asTheStudyCalls(name)}]
		t.row(asTheStudyCalls(name), number(row["puzzles"]), len(records), accuracyOf(records).share, there[name], here[name],
			there[name]/there["manhattan"], here[name]/here["manhattan"], mean(records, expanded))
	}
	s.Tables = append(s.Tables, t)
	worst, best := here["misplaced"], here["manhattan"]
	s.claim("A* takes 0.4 s (Manhattan) to 9 s (misplaced) on 3x3: 21 times as long with misplaced tiles", is(worst, best),
		worst/best >= 10, fmt.Sprintf("here %.3g times as long; the seconds are of other machines", worst/best))
	s.slower("linear conflict makes A* slower than Manhattan distance does", found[[2]string{"3x3", pairs}], found[[2]string{"3x3", "manhattan"}],
		fmt.Sprintf("%.3g times Manhattan's mean time here, %.3g in the study", here["linear-conflict"]/best, there["linear-conflict"]/there["manhattan"]))
	return nil
}

// setting is a row of a table of the genetic solver.
type setting struct{ heuristic, population, generations, phases string }

func (g setting) name(mode string) string {
	return fmt.Sprintf("%s %s/%s/%s %s", g.heuristic, g.population, g.generations, g.phases, mode)
}

// evolve runs the genetic solver of some settings in both phase modes, and other
// solvers on the same boards at the same time, so that their times compare.
func (s *session) evolve(ctx context.Context, name string, size puzzle.Size, boards int, rows []setting, others ...bench.Solver) (trials, error) {
	e := bench.Experiment{Name: name, Groups: []bench.Group{s.group("uniform", size, boards, bench.Scramble{})}, Solvers: others}
	for _, g := range rows {
		for _, mode := range []string{restarting, goingOn} {
			e.Solvers = append(e.Solvers, evolution(g.name(mode), g.heuristic, g.population, g.generations, g.phases, mode))
		}
	}
	return s.run(ctx, e)
}

// gaColumns are those of the tables of the genetic solver behind its settings.
var gaColumns = []Column{
	{"trials, study", Number}, {"trials", Number},
	{"accuracy, study", Share}, {"accuracy", Share}, {"low", Share}, {"high", Share}, {"accuracy, continue", Share},
	{"average time, study", Seconds}, {"average time", Seconds}, {"study / here", Ratio}, {"mean length", Average},
}

// gaCells fills them.
func gaCells(found trials, g setting, publishedTrials, publishedShare, publishedSeconds float64) []any {
	records := found[[2]string{"uniform", g.name(restarting)}]
	a, seconds := accuracyOf(records), mean(records, elapsed)
	return []any{
		publishedTrials, len(records), publishedShare, a.share, a.low, a.high,
		accuracyOf(found[[2]string{"uniform", g.name(goingOn)}]).share,
		publishedSeconds, seconds, publishedSeconds / seconds, mean(records, length),
	}
}

func (s *session) ga2x2(ctx context.Context) error {
	rows := readPublished("ga-2x2")
	settings := make([]setting, len(rows))
	for i, row := range rows {
		settings[i] = setting{"manhattan", row["population"], row["generations"], row["phases"]}
	}
	found, err := s.evolve(ctx, "ga-2x2", puzzle.Size{Rows: 2, Cols: 2}, s.of(1000, 100), settings)
	if err != nil {
		return err
	}
	t := Table{Name: "ga-2x2", Caption: "GA on 2x2, Manhattan distance", Columns: append([]Column{{"population", Number}, {"generations", Number}, {"phases", Number}}, gaColumns...)}
	for i, row := range rows {
		cells := gaCells(found, settings[i], number(row["trials"]), number(row["accuracy"]), number(row["average_s"]))
		t.row(append([]any{number(row["population"]), number(row["generations"]), number(row["phases"])}, cells...)...)
	}
	s.Tables = append(s.Tables, t)

	at := func(i int) []bench.Record { return found[[2]string{"uniform", settings[i].name(restarting)}] }
	s.more("more phases mean more accuracy (2x2, 1 to 5 phases)", at(0), at(len(rows)-1))
	return nil
}

// more is the claim that the second of two settings solves more of the same
// boards. It is told where chance alone would seldom set them so far apart
// (McNemar's exact test).
func (s *session) more(text string, few, many []bench.Record) {
	solvedByFew := map[int]bool{}
	for _, r := range few {
		solvedByFew[r.Puzzle] = solved(r)
	}
	onlyFew, onlyMany := 0, 0
	for _, r := range many {
		switch first, there := solvedByFew[r.Puzzle]; {
		case there && first && !solved(r):
			onlyFew++
		case there && !first && solved(r):
			onlyMany++
		}
	}
	p, first, second := stats.McNemar(onlyFew, onlyMany), accuracyOf(few), accuracyOf(many)
	s.claim(text, first.known() && second.known() && p < 1-stats.Confidence, onlyMany > onlyFew,
		fmt.Sprintf("%s against %s of the same boards, p %s", inPercent(second.share), inPercent(first.share), probability(p)))
}

func (s *session) ga3x3(ctx context.Context) error {
	bySettings, byHeuristic := readPublished("ga-3x3"), readPublished("ga-3x3-heuristics")
	var settings []setting
	for _, row := range bySettings {
		settings = append(settings, setting{"manhattan", row["population"], row["generations"], row["phases"]})
	}
	for _, row := range byHeuristic {
		settings = append(settings, setting{asTheStudyCalls(row["heuristic"]), row["population"], row["generations"], row["phases"]})
	}
	found, err := s.evolve(ctx, "ga-3x3", puzzle.Size{Rows: 3, Cols: 3}, s.of(200, 10), settings, informed("astar", "manhattan", pairs, "misplaced", "out-of-row-column")...)
	if err != nil {
		return err
	}
	first := Table{Name: "ga-3x3", Caption: "GA on 3x3, Manhattan distance", Columns: append([]Column{{"population", Number}, {"generations", Number}, {"phases", Number}}, gaColumns...)}
	for i, row := range bySettings {
		cells := gaCells(found, settings[i], number(row["trials"]), number(row["accuracy"]), number(row["average_s"]))
		first.row(append([]any{number(row["population"]), number(row["generations"]), number(row["phases"])}, cells...)...)
	}
	second := Table{Name: "ga-3x3-heuristics", Caption: "GA on 3x3, population 200, generations 500, phases 5, by heuristic", Columns: append([]Column{{"heuristic", Text}}, gaColumns...)}
	for i, row := range byHeuristic {
		g := settings[len(bySettings)+i]
		cells := gaCells(found, g, 100, number(row["accuracy"]), number(row["average_s"]))
		second.row(append([]any{g.heuristic}, cells...)...)
	}
	s.Tables = append(s.Tables, first, second)
	s.Figures = append(s.Figures, gaFigure(append(first.Rows, second.Rows...), settings))
	s.gaClaims(found)
	return nil
}

// gaFigure sets the published accuracies beside the measured ones, the first row
// on top.
func gaFigure(rows [][]any, settings []setting) Figure {
	panel := plot.Panel{
		Title: "Accuracy of the GA on 3x3",
		X:     plot.Axis{Label: "boards solved", Unit: plot.Percent, Low: 0, High: 100},
		Y:     plot.Axis{Names: make([]string, len(rows))},
	}
	for i, row := range rows {
		at := len(rows) - 1 - i
		panel.Y.Names[at] = fmt.Sprintf("%s %s/%s/%s", settings[i].heuristic, settings[i].population, settings[i].generations, settings[i].phases)
		cells := row[len(row)-len(gaColumns):]
		for look, s := range []struct {
			name   string
			column int
		}{{"study", 2}, {"here, phases restart", 3}, {"here, phases continue", 6}} {
			point := plot.Series{Kind: plot.Marked, Look: look + 1}
			if i == 0 {
				point.Name = s.name
			}
			if x := cells[s.column].(float64); is(x) {
				point.X, point.Y = []float64{100 * x}, []float64{float64(at)}
			}
			panel.Series = append(panel.Series, point)
		}
	}
	return Figure{"accuracy", plot.Figure{
		Panels:      []plot.Panel{panel},
		Description: "Share of the boards solved, published and measured, for every row of the tables; population/generations/phases.",
	}}
}

func (s *session) gaClaims(found trials) {
	at := func(heuristic, population, generations string) []bench.Record {
		return found[[2]string{"uniform", setting{heuristic, population, generations, "5"}.name(restarting)}]
	}
	few, many := accuracyOf(at("misplaced", "200", "500")), accuracyOf(at(pairs, "200", "500"))
	s.claim("on 3x3 the GA solves 33 % (misplaced) to 99 % (linear conflict)", few.known() && many.known(),
		few.meets(share(33, 100)) && many.meets(share(99, 100)),
		fmt.Sprintf("%s (%s to %s) and %s (%s to %s)", inPercent(few.share), inPercent(few.low), inPercent(few.high), inPercent(many.share), inPercent(many.low), inPercent(many.high)))
	s.more("more population means more accuracy (3x3, 100 to 200)", at("manhattan", "100", "100"), at("manhattan", "200", "100"))
	s.more("more generations mean more accuracy (3x3, population 100, 100 to 200); the study's own rows say 64 % and 63 %",
		at("manhattan", "100", "100"), at("manhattan", "100", "200"))
	s.more("linear conflict is more accurate than Manhattan distance (3x3; 92 % and 99 % in the study)", at("manhattan", "200", "500"), at(pairs, "200", "500"))
	manhattan, conflict := at("manhattan", "200", "500"), at(pairs, "200", "500")
	s.slower("linear conflict makes the GA slower than Manhattan distance does", conflict, manhattan,
		fmt.Sprintf("%.3g times Manhattan's mean time here, %.3g in the study", mean(conflict, elapsed)/mean(manhattan, elapsed), 31.37/34.02))

	t := Table{Name: "ga-against-astar", Caption: "Time of the GA (200/500/5) to that of A*, the same boards of 3x3",
		Columns: []Column{{"heuristic", Text}, {"GA", Seconds}, {"A*", Seconds}, {"GA / A*, study", Ratio}, {"GA / A*", Ratio}}}
	publishedGA := map[string]float64{"manhattan": number(readPublished("ga-3x3")[3]["average_s"])}
	for _, row := range readPublished("ga-3x3-heuristics") {
		publishedGA[asTheStudyCalls(row["heuristic"])] = number(row["average_s"])
	}
	low, high := TooLong, 0.0
	for _, row := range readPublished("ga-astar-heuristics") {
		name := asTheStudyCalls(row["heuristic"])
		g, a := mean(at(name, "200", "500"), elapsed), mean(found[[2]string{"uniform", name}], elapsed)
		t.row(name, g, a, publishedGA[name]/number(row["average_s"]), g/a)
		low, high = min(low, g/a), max(high, g/a)
	}
	s.Tables = append(s.Tables, t)
	s.claim("the GA is 10 to 100 times slower than A* on 3x3", is(low, high), within(low, high, 10, 100),
		fmt.Sprintf("%.3g to %.3g times, by heuristic; by the study's own averages 5 to 80", low, high))
}

// pairsAgainstOrder shows what counting conflicts by pairs does to optimality.
func (s *session) pairsAgainstOrder(ctx context.Context) error {
	sizes := []struct {
		size   puzzle.Size
		boards int
	}{
		{puzzle.Size{Rows: 3, Cols: 3}, s.of(1000, 50)},
		{puzzle.Size{Rows: 3, Cols: 4}, s.of(200, 20)},
		{puzzle.Size{Rows: 2, Cols: 6}, s.of(100, 5)},
	}
	names := []string{"manhattan", pairs, "linear-conflict"}
	e := bench.Experiment{Name: "pairs", Solvers: informed("astar", names...)}
	for _, row := range sizes {
		e.Groups = append(e.Groups, s.group(row.size.String(), row.size, row.boards, bench.Scramble{}))
	}
	found, err := s.run(ctx, e)
	if err != nil {
		return err
	}
	t := Table{
		Name: "pairs", Caption: "What counting linear conflicts by pairs does to A*: it may overestimate",
		Columns: []Column{{"size", Text}, {"heuristic", Text}, {"puzzles", Number}, {"solved", Share}, {"mean length", Average}, {"shortest plans", Share}, {"mean expanded", Number}, {"average time", Seconds}},
	}
	for _, row := range sizes {
		for _, name := range names {
			records := found[[2]string{row.size.String(), name}]
			t.row(row.size.String(), name, len(records), accuracyOf(records).share, mean(records, length), mean(records, shortest), mean(records, expanded), mean(records, elapsed))
		}
	}
	s.Beyond = append(s.Beyond, t)
	return nil
}

// largerBoards gives the genetic solver the sizes that the study left undone, and
// A* the searches that take its place there.
func (s *session) largerBoards(ctx context.Context) error {
	fifteen, twentyFour := puzzle.Size{Rows: 4, Cols: 4}, puzzle.Size{Rows: 5, Cols: 5}
	small := bench.Experiment{
		Name:   "4x4",
		Groups: []bench.Group{s.group("uniform", fifteen, s.of(10, 1), bench.Scramble{})},
		Solvers: []bench.Solver{
			evolution("ga, the study's settings", "linear-conflict", "200", "500", "5", restarting),
			contender("ga, the laboratory's", "ga", "heuristic", "linear-conflict"),
			contender("idastar linear-conflict", "idastar", "heuristic", "linear-conflict"),
			contender("idastar pdb:5-5-5", "idastar", "heuristic", "pdb:5-5-5"),
		},
	}
	large := bench.Experiment{
		Name:    "5x5",
		Groups:  []bench.Group{s.group("uniform", twentyFour, s.of(5, 1), bench.Scramble{})},
		Solvers: small.Solvers[:2],
	}
	t := Table{
		Name: "larger", Caption: "4x4 and 5x5, which the study could not reach: GA, IDA* and pattern databases",
		Columns: []Column{{"size", Text}, {"solver", Text}, {"puzzles", Number}, {"solved", Share}, {"mean length", Average}, {"mean length / optimal", Ratio}, {"average time", Seconds}},
	}
	for _, e := range []bench.Experiment{small, large} {
		found, err := s.run(ctx, e)
		if err != nil {
			return err
		}
		for _, c := range e.Solvers {
			records := found[[2]string{"uniform", c.Name}]
			t.row(e.Groups[0].Goal.Size().String(), c.Name, len(records), accuracyOf(records).share, mean(records, length), mean(records, stretch), mean(records, elapsed))
		}
	}
	s.Beyond = append(s.Beyond, t)
	return nil
}

// vectors measures what maps and a priority queue are worth to A*: the two take
// turns on each board, so that what else the machine does meets both.
func (s *session) vectors(ctx context.Context) error {
	t := Table{
		Name: "vectors", Caption: "Plain A* with its open and closed sets in vectors, and in a heap and a map: the same states, uniformly random 3x3 boards",
		Columns: []Column{{"heuristic", Text}, {"boards", Number}, {"mean expanded", Number}, {"vectors", Seconds}, {"maps", Seconds}, {"vectors / maps", Ratio}},
	}
	low, high := TooLong, 0.0
	for _, h := range []heuristics.Heuristic{heuristics.Manhattan, heuristics.Misplaced} {
		s.step(s.Study + " vectors " + h.Name())
		group := s.group("uniform", sizeOf("3x3"), s.of(10, 2), bench.Scramble{})
		guess, err := estimateOf(h, group.Goal)
		if err != nil {
			return err
		}
		boards, err := boardsOf(group)
		if err != nil {
			return err
		}
		var states, slow, fast []float64
		for _, from := range boards {
			if ctx.Err() != nil {
				s.Partial = true
				break
			}
			began := time.Now()
			c := onVectors(from, group.Goal, guess)
			between := time.Now()
			bestFirst{Estimate: guess, Closed: true}.search(from, group.Goal, unlimited)
			states = append(states, float64(c.Expanded))
			slow, fast = append(slow, between.Sub(began).Seconds()), append(fast, time.Since(between).Seconds())
		}
		ratio := sum(slow) / sum(fast)
		t.row(h.Name(), len(states), stats.Mean(states), stats.Mean(slow), stats.Mean(fast), ratio)
		low, high = min(low, ratio), max(high, ratio)
	}
	s.Tables = append(s.Tables, t)
	s.claim("maps instead of vectors for the open and closed sets made A* 50 to 60 times faster", is(low, high), within(low, high, 50, 60),
		fmt.Sprintf("%.3g times with Manhattan distance, %.3g times with misplaced tiles: it grows with the states that wait", low, high))
	return nil
}
