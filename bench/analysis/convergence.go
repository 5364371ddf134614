package analysis

import (
	"npuzzle/bench"
	"npuzzle/bench/plot"
	"npuzzle/puzzle"
)

// Convergence draws how the genetic solver went on: in the trials whose histories
// are kept, a drawing for each size, and in the runs that there are traces of.
func (a *Analysis) Convergence(traces []plot.Evolution) []Drawing {
	const name, title = "convergence", "Convergence of the genetic solver"
	var all []Drawing
	draw := func(name, title string, evolutions []plot.Evolution) {
		if figure := plot.Convergence(title, evolutions...); len(figure.Panels) > 0 {
			all = append(all, Drawing{Name: name, Title: title, Caption: figure.Description, Figure: figure}.describe())
		}
	}
	for _, size := range a.Sizes() {
		if len(a.Sizes()) > 1 {
			draw(name+"-"+size.String(), title+", "+size.String(), a.histories(size))
		} else {
			draw(name, title, a.histories(size))
		}
	}
	draw(name+"-traces", title+", from traces", traces)
	if all == nil {
		all = append(all, leftOut(name, title, "trials are kept without their generations; history: true in an experiment file keeps them, and npuzzle solve --trace writes those of a run, which report --trace takes"))
	}
	return all
}

// histories returns what is kept of how solvers evolved on the puzzles of a size.
func (a *Analysis) histories(size puzzle.Size) []plot.Evolution {
	var all []plot.Evolution
	for _, s := range a.Solvers {
		e := plot.Evolution{Name: s.Name, Look: s.Number}
		for _, p := range a.ofSize(size) {
			for _, r := range p.trials[s.Name] {
				if len(r.History) > 0 {
					e.Runs = append(e.Runs, generations(r))
				}
			}
		}
		if e.Runs != nil {
			all = append(all, e)
		}
	}
	return all
}

// generations returns the history of a trial as a trace, with a row for each plan
// that was found between two moments.
func generations(r bench.Record) []plot.Generation {
	var run []plot.Generation
	found := r.Found
	length := 0
	for i, m := range r.History {
		for len(found) > 0 && found[0].Evaluated <= m.Evaluated {
			length = found[0].Length
			if i > 0 && found[0].Evaluated < m.Evaluated {
				row := run[len(run)-1]
				row.Evaluations, row.Length = found[0].Evaluated, length
				run = append(run, row)
			}
			found = found[1:]
		}
		run = append(run, plot.Generation{
			Generation: i, Best: float64(m.Best), Median: float64(m.Median), Mean: m.Mean, Diversity: m.Diversity,
			Evaluations: m.Evaluated, Length: length,
		})
	}
	return run
}
