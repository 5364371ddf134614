package analysis

import "npuzzle/bench/plot"

// Convergence draws how the genetic solver went on in the runs that there are
// traces of.
func (a *Analysis) Convergence() Drawing {
	const name, title = "convergence", "Convergence of the genetic solver"
	figure := plot.Convergence(title, a.evolutions...)
	if len(figure.Panels) == 0 {
		return leftOut(name, title, "trials are kept without their generations; npuzzle solve --trace writes those of a run, and report --trace takes them")
	}
	return Drawing{Name: name, Title: title, Caption: figure.Description, Figure: figure}.describe()
}
