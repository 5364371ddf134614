package analysis

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/internal/units"
	"npuzzle/search"
)

// fewPuzzles is below how many puzzles a share says little: Wilson's interval of
// 19 of 19 is still 17 points wide.
const fewPuzzles = 20

// Warnings say in words what the figures do not show: where they mean little, and
// what trials they cannot be compared over.
func (a *Analysis) Warnings() []error {
	var all []error
	warn := func(format string, args ...any) { all = append(all, fmt.Errorf(format, args...)) }

	if a.Cancelled > 0 {
		warn("%s left out of everything.", units.Plural(a.Cancelled, "cancelled trial is", "cancelled trials are"))
	}
	for _, few := range a.few() {
		warn("%s: a share solved of so few could be almost anything.", few)
	}
	for _, s := range a.Solvers {
		if limits := a.count(s, metLimit); limits != "" {
			warn("%s met a limit in %s: the time and work that they count are less than what they would have taken.", s.Name, limits)
		}
		if wrong := a.count(s, failed); wrong != "" {
			last := ""
			for _, r := range s.trials {
				if failed(r) {
					last = r.Error
				}
			}
			warn("%s went wrong in %s, which count as not solved, the last time so: %s.", s.Name, wrong, strings.TrimSuffix(last, "."))
		}
	}
	missing := 0
	for _, p := range a.puzzles {
		if p.cost != p.cost && slices.ContainsFunc(a.Solvers, func(s Solver) bool { return slices.ContainsFunc(p.outcomes[s.Name], solved) }) {
			missing++
		}
	}
	if missing > 0 {
		warn("The optimal length of %s is not known: no trial proves it, and the search for it afterwards came to its limit or takes no boards so large. The mean optimal length, the gap and the share optimal leave these puzzles out, which are the harder ones as a rule; the tables say how many plans are left.", units.Plural(missing, "solved puzzle", "solved puzzles"))
	}
	jobs := 0
	for _, r := range a.Trials {
		jobs = max(jobs, r.Jobs)
	}
	if jobs > 1 {
		warn("Up to %d trials shared the machine at a time. That makes wall times longer and less even; processor times are shared out evenly among the trials that ran together.", jobs)
	}
	for _, f := range []struct {
		name string
		of   func(bench.Record) string
	}{
		{"machines", func(r bench.Record) string { return r.Machine }},
		{"versions of the program", func(r bench.Record) string { return r.Version }},
		{"signatures of node counts", func(r bench.Record) string { return r.Signature }},
	} {
		if values := a.distinct(f.of); len(values) > 1 {
			warn("The trials come from %d %s: %s.", len(values), f.name, strings.Join(values, "; "))
		}
	}
	return all
}

// few says which solvers tried few puzzles, and on which groups where there are
// several.
func (a *Analysis) few() []string {
	var whose []string
	where := map[string][]string{}
	add := func(who string, puzzles int, group string) {
		text := fmt.Sprintf("%s tried only %s", who, units.Plural(puzzles, "puzzle", "puzzles"))
		if where[text] == nil {
			whose = append(whose, text)
		}
		where[text] = append(where[text], group)
	}
	for i, g := range a.Groups {
		puzzles, fewest, most := map[string]int{}, math.MaxInt, 0
		for _, s := range a.Solvers {
			n := a.tried(i, s)
			puzzles[s.Name], fewest, most = n, min(fewest, n), max(most, n)
		}
		if fewest == most && most < fewPuzzles && len(a.Solvers) > 1 {
			add("Each solver", most, g.Title())
			continue
		}
		for _, s := range a.Solvers {
			if n := puzzles[s.Name]; 0 < n && n < fewPuzzles {
				add(s.Name, n, g.Title())
			}
		}
	}
	if len(a.Groups) > 1 {
		for i, text := range whose {
			whose[i] += " on " + some(where[text])
		}
	}
	return whose
}

// count says how many trials of a solver are such, by group where there are
// several; "" if none are.
func (a *Analysis) count(s Solver, such func(bench.Record) bool) string {
	var parts []string
	for i, g := range a.Groups {
		trials, hits := a.countOn(i, s, such)
		switch {
		case hits == 0:
		case len(a.Groups) == 1:
			return fmt.Sprintf("%d of %d trials", hits, trials)
		case len(parts) == 0:
			parts = append(parts, fmt.Sprintf("%d of %d trials on %s", hits, trials, g.Title()))
		default:
			parts = append(parts, fmt.Sprintf("%d of %d on %s", hits, trials, g.Title()))
		}
	}
	if parts == nil {
		return ""
	}
	return some(parts)
}

// tried returns how many puzzles of a group a solver tried.
func (a *Analysis) tried(group int, s Solver) int {
	n := 0
	for _, p := range a.puzzles {
		if p.group == group && p.outcomes[s.Name] != nil {
			n++
		}
	}
	return n
}

// countOn returns how many trials a solver has on a group, and how many are such.
func (a *Analysis) countOn(group int, s Solver, such func(bench.Record) bool) (trials, hits int) {
	for _, p := range a.puzzles {
		if p.group != group {
			continue
		}
		for _, r := range p.outcomes[s.Name] {
			trials++
			if such(r) {
				hits++
			}
		}
	}
	return trials, hits
}

// metLimit tells whether a trial ended at one.
func metLimit(r bench.Record) bool {
	return !failed(r) && slices.Contains([]search.Status{search.TimeLimit, search.NodeLimit, search.MemoryLimit}, r.Status)
}

// mostNamed is how many things a sentence names.
const mostNamed = 6

// some writes the first of many names, and how many more there are.
func some(names []string) string {
	if len(names) > mostNamed {
		names = append(slices.Clone(names[:mostNamed]), fmt.Sprintf("%d more", len(names)-mostNamed))
	}
	return list(names)
}

// distinct returns the values of a field, in the order in which they first occur.
func (a *Analysis) distinct(of func(bench.Record) string) []string {
	var values []string
	for _, r := range a.Trials {
		if v := of(r); v != "" && !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values
}

// Fact is a line of what the trials ran on.
type Fact struct{ Name, Value string }

// Provenance says on what, when and how the trials ran, as far as is known.
func (a *Analysis) Provenance() []Fact {
	var facts []Fact
	add := func(name string, values []string) {
		if len(values) > 0 {
			facts = append(facts, Fact{name, strings.Join(values, "; ")})
		}
	}
	add("Machine", a.distinct(func(r bench.Record) string { return r.Machine }))
	add("Version", a.distinct(func(r bench.Record) string { return r.Version }))
	add("Signature", a.distinct(func(r bench.Record) string { return r.Signature }))
	add("Revision", a.distinct(func(r bench.Record) string { return r.Revision }))
	if started := a.distinct(func(r bench.Record) string { return r.Started }); len(started) > 0 {
		first, last := slices.Min(started), slices.Max(started)
		if first == last {
			add("Started", []string{first})
		} else {
			add("Started", []string{"first trial " + first + ", last " + last})
		}
	}
	add("Jobs", a.distinct(func(r bench.Record) string {
		if r.Jobs == 0 {
			return ""
		}
		return fmt.Sprintf("%d at a time", r.Jobs)
	}))
	add("Workers", a.workers())
	isolated := 0
	for _, r := range a.Trials {
		if r.Isolated {
			isolated++
		}
	}
	switch isolated {
	case 0:
		add("Isolation", []string{"none: all trials ran in one process"})
	case len(a.Trials):
		add("Isolation", []string{"each trial in a process of its own"})
	default:
		add("Isolation", []string{fmt.Sprintf("%d of %d trials in processes of their own", isolated, len(a.Trials))})
	}
	return facts
}

// workers says how many threads there were inside the trials, and in which where
// that is more than one.
func (a *Analysis) workers() []string {
	var counts []int
	solvers := map[int][]string{}
	for _, r := range a.Trials {
		n := max(r.Workers, 1) // a solver that takes no workers is one itself
		if !slices.Contains(solvers[n], r.Solver) {
			solvers[n] = append(solvers[n], r.Solver)
		}
		if !slices.Contains(counts, n) {
			counts = append(counts, n)
		}
	}
	slices.Sort(counts)
	var values []string
	for _, n := range counts {
		text := fmt.Sprintf("%d in each trial", n)
		if len(counts) > 1 {
			text += " of " + some(solvers[n])
		}
		values = append(values, text)
	}
	return values
}
