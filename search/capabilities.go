package search

// Capabilities say what a solver does, with the settings that it has, beyond the contract of
// Solver. The runner, the conformance suite, the page and the documents take them from here. The
// zero Capabilities are those of a complete search without claims.
type Capabilities struct {
	// Kind is the kind of search, which determines the statistics that the solver reports: see
	// ReportedBy. A solver without a kind reports the statistics that all kinds report.
	Kind string

	Optimal   bool // with an admissible heuristic, each plan is a cheapest one
	UnitCosts bool // the solver refuses move costs other than 1, by ErrUnitCosts

	// Anytime solvers may go on after the first plan. A limit then ends the run with the best plan
	// so far.
	Anytime bool

	// Endless runs end only at a limit or with a plan that is proven optimal, because no plan is
	// the last one.
	Endless bool

	// Incomplete searches can end without a plan and without meeting a limit, although the board
	// can be solved.
	Incomplete bool

	// SearchesSolved solvers do not test whether the start is the goal. They search for a plan that
	// leaves the goal and comes back. The result of such a plan has no moves.
	SearchesSolved bool

	// Varies says that plans and counts of a run depend on the timing of its workers. So does the
	// cost of a plan, unless the solver claims Optimal.
	Varies bool

	Generations bool // the observer receives a Generation for each generation of a population
}

// Reports reports whether the solver reports the statistic with the given name. It returns true if
// no row of Statistics has this name.
func (c Capabilities) Reports(statistic string) bool { return ReportedBy(c.Kind, statistic) }

// Evaluates reports whether the solver evaluates complete plans, which Limits.Evaluated limits.
func (c Capabilities) Evaluates() bool { return c.Reports("evaluated") }

// Capable is a Solver that states its capabilities, which may depend on its settings.
type Capable interface {
	Solver
	Capabilities() Capabilities
}

// CapabilitiesOf returns the capabilities of a solver: the zero Capabilities if it states none.
func CapabilitiesOf(s Solver) Capabilities {
	if capable, ok := s.(Capable); ok {
		return capable.Capabilities()
	}
	return Capabilities{}
}
