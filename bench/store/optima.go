package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"npuzzle/bench"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Optimum is the cost of a cheapest plan of a problem, or the result of a search that did not
// find this cost.
type Optimum struct {
	Cost  bench.Figure // unknown if the search reached its limit
	Proof string       // what proves the cost: a constant below, or the key of a trial
	Moves string       // a plan of this cost, as moves of the blank; "" if none is stored

	// Searched is the limit of the laboratory's search, in states generated. It is 0 if there was
	// no search.
	Searched uint64

	// Refuted reports that a trial has a cheaper plan than the stored cost. Cost is not the stored
	// one then.
	Refuted bool
}

// What proves an optimal cost, unless a trial does.
const (
	ProvedBySearch  = "search"    // the search of package lab
	ProvedElsewhere = "published" // a publication

	// The following costs are used, but the laboratory's search replaces them when it can.
	ClaimedBefore   = "earlier" // a store of an earlier version, which did not name proofs
	ClaimedByImport = "import"  // a store that was imported
)

// Certain reports whether the cost is known, and is not only claimed.
func (o Optimum) Certain() bool {
	return o.Cost.Known() && o.Proof != "" && o.Proof != ClaimedBefore && o.Proof != ClaimedByImport
}

// optimumOf returns the optimum in a row of the table optimum.
func optimumOf(row []any) Optimum {
	o := Optimum{
		Cost:     bench.Unknown,
		Searched: uint64(number(row[4])),
		Proof:    text(row[5]),
		Moves:    text(row[6]),
	}
	if cost, known := row[3].(float64); known {
		o.Cost = bench.Figure(cost)
	}
	return o
}

// row returns the row of an optimum in its table.
func (o Optimum) row(p search.Problem) []any {
	cost := sql.NullFloat64{Float64: float64(o.Cost), Valid: o.Cost.Known()}
	moves := sql.NullString{String: o.Moves, Valid: o.Moves != ""}
	return seal(p.Start.String(), p.Goal.String(), p.Costs.String(), cost, o.Searched, o.Proof,
		moves)
}

// check returns an error if a problem cannot have the optimum.
func (o Optimum) check(p search.Problem) error {
	if !o.Cost.Known() {
		return nil
	}
	if o.Moves != "" {
		moves, err := puzzle.ParseMoves(o.Moves, puzzle.BlankNotation)
		if err != nil {
			return err
		}
		end, err := p.Start.Replay(moves)
		if err != nil {
			return err
		}
		cost := bench.Figure(p.Costs.Float(p.Costs.Total(moves)))
		if end != p.Goal || cost != o.Cost {
			return fmt.Errorf("cost %g, but its plan has cost %g and leads to %v", o.Cost, cost,
				end)
		}
	}
	estimator, err := heuristics.Manhattan.For(p.Goal, p.Costs)
	if err != nil {
		return err
	}
	least := bench.Figure(p.Costs.Float(estimator.Estimate(p.Start.Tiles())))
	if o.Cost < least {
		return fmt.Errorf("cost %g, but no plan costs less than %g", o.Cost, least)
	}
	return nil
}

// optimum returns the stored optimum of a problem. If the store has none, or it is damaged, Cost
// is unknown and Searched is 0.
func (s *Store) optimum(ctx context.Context, q querier, p search.Problem) (Optimum, error) {
	o := Optimum{Cost: bench.Unknown}
	const query = "SELECT * FROM optimum WHERE board = ? AND goal = ? AND move_costs = ?"
	err := each(ctx, q, query, func(row []any) error {
		found := optimumOf(row)
		possible := !found.Cost.Known() || 0 <= found.Cost && found.Cost < 1e15
		if verify(row) != nil || number(row[4]) < 0 || !possible {
			s.warn("an optimal cost is damaged and left out")
			return nil
		}
		o = found
		return nil
	}, p.Start.String(), p.Goal.String(), p.Costs.String())
	return o, s.failed(err)
}

// KeepOptima writes optima to the store, for use by all experiments. It changes only what says
// less: a proof replaces a claim, a cost replaces an unknown one, and a plan replaces a dearer one.
func (s *Store) KeepOptima(ctx context.Context, optima map[search.Problem]Optimum) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		var rows [][]any
		for p, o := range optima {
			known, err := s.optimum(ctx, tx, p)
			if err != nil {
				return err
			}
			if better, changed := known.with(o); changed {
				rows = append(rows, better.row(p))
			}
		}
		return insert(ctx, tx, "optimum", rows...)
	})
}

// with returns an optimum with what another one knows better, and whether there is something.
func (o Optimum) with(other Optimum) (better Optimum, changed bool) {
	better = o
	better.Searched = max(o.Searched, other.Searched)
	switch {
	case !other.Cost.Known():
	case !o.Cost.Known(),
		!o.Certain() && other.Certain(),
		other.Certain() && other.Moves != "" && other.Cost < o.Cost:
		better.Cost = other.Cost
		better.Proof = other.Proof
		better.Moves = other.Moves
		return better, true
	}
	return better, better.Searched > o.Searched
}

// RemoveOptima deletes the stored optima of problems.
func (s *Store) RemoveOptima(ctx context.Context, problems []search.Problem) error {
	if len(problems) == 0 {
		return nil
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		for _, p := range problems {
			_, err := tx.ExecContext(ctx,
				"DELETE FROM optimum WHERE board = ? AND goal = ? AND move_costs = ?",
				p.Start.String(), p.Goal.String(), p.Costs.String())
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// evidence is what trials tell about the optimal cost of a problem. The fields are nil if no trial
// tells it.
type evidence struct {
	cheapest *bench.Record // a trial with a cheapest plan
	proof    *bench.Record // a trial that proves the optimal cost

	// claim is a trial that claims an optimal cost, but does not prove it: of several, the cheapest.
	claim *bench.Record
}

// add adds what a trial tells.
func (e *evidence) add(r *bench.Record) {
	if r.Status != search.Solved {
		return
	}
	if e.cheapest == nil || r.Cost < e.cheapest.Cost {
		e.cheapest = r
	}
	switch {
	case r.Proves() && (e.proof == nil || r.Cost < e.proof.Cost):
		e.proof = r
	case r.Optimal && !r.Proves() && (e.claim == nil || r.Cost < e.claim.Cost):
		e.claim = r
	}
}

// evidenceOf returns what records tell about the optimal costs of their problems.
func evidenceOf(records []bench.Record) map[search.Problem]*evidence {
	byProblem := map[search.Problem]*evidence{}
	for i := range records {
		p := records[i].Problem()
		if byProblem[p] == nil {
			byProblem[p] = &evidence{}
		}
		byProblem[p].add(&records[i])
	}
	return byProblem
}

// refutes reports whether a trial has a plan that is cheaper than a cost. The plan is replayed.
func (e *evidence) refutes(cost bench.Figure) bool {
	return e.cheapest != nil && e.cheapest.Cost < cost && e.cheapest.CheckPlan() == nil
}

// proofOf returns the optimum that a record proves.
func proofOf(r *bench.Record) Optimum {
	o := Optimum{Cost: r.Cost, Proof: r.Key}
	if r.Notation == puzzle.BlankNotation && r.Moves != nil {
		o.Moves = *r.Moves
	}
	if o.Proof == "" {
		o.Proof = ProvedBySearch
	}
	return o
}

// proven returns the costs of the plans that records prove to be optimal.
func proven(records []bench.Record) map[search.Problem]Optimum {
	optima := map[search.Problem]Optimum{}
	for p, e := range evidenceOf(records) {
		if e.proof != nil && !e.refutes(e.proof.Cost) {
			optima[p] = proofOf(e.proof)
		}
	}
	return optima
}

// FillOptima sets the optimal cost in each record, and returns the optima of their puzzles. The
// cost is that which one of the records proves, or else which the store has. If neither is known,
// it is what a record claims that proves nothing, such as one of a worker. A cost is not used if a
// record has a cheaper plan. No other function decides whether an optimal cost is known.
func (s *Store) FillOptima(
	ctx context.Context, records []bench.Record,
) (map[search.Problem]Optimum, error) {
	known := map[search.Problem]Optimum{}
	for p, e := range evidenceOf(records) {
		o, err := s.settle(ctx, p, e)
		if err != nil {
			return nil, err
		}
		known[p] = o
	}
	for i := range records {
		r := &records[i]
		r.SetOptimal(known[r.Problem()].Cost)
	}
	return known, nil
}

// settle returns the optimum of a problem, given what trials tell.
func (s *Store) settle(ctx context.Context, p search.Problem, e *evidence) (Optimum, error) {
	if e.proof != nil && !e.refutes(e.proof.Cost) {
		return proofOf(e.proof), nil
	}
	o, err := s.optimum(ctx, s.db, p)
	if err != nil {
		return o, err
	}
	if o.Cost.Known() && e.refutes(o.Cost) {
		s.warn("the optimal cost %g of %s is left out: trial %.40q has a plan of cost %g", o.Cost,
			p.Start, e.cheapest.Key, e.cheapest.Cost)
		o = Optimum{Cost: bench.Unknown, Refuted: true}
	}
	if e.claim == nil {
		return o, nil
	}
	switch claimed := e.claim.Cost; {
	case o.Cost.Known() && claimed > o.Cost:
		s.warn(wrongClaim, e.claim.Key, claimed, o.Cost)
	case e.refutes(claimed):
		s.warn(wrongClaim, e.claim.Key, claimed, e.cheapest.Cost)
	case !o.Cost.Known():
		o.Cost = claimed
		o.Proof = ""
	}
	return o, nil
}

// wrongClaim is the warning about a trial whose plan is not optimal, given its key, the cost and a
// smaller one.
const wrongClaim = "trial %.40q claims that its cost of %g is optimal, but a plan of cost %g is " +
	"known; the next run replaces the trial"

// errNotOptimal is what is wrong with a trial whose plan is not optimal, although the trial says
// so.
var errNotOptimal = errors.New("it claims to be optimal, but a cheaper plan is known")
