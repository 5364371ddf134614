package page_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/web/browser"
)

// The headline of a race follows from the events of its searches. The events are made up, because
// in a real race it depends on the speed of the machine which headlines are shown, and for how long.
func TestHeadlinesOfRace(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	v := openServed(t)
	for _, c := range []struct {
		about, events string // the events of the lanes genetic and prover
		want          []string
	}{
		{"no plan", `prover.progress({seconds: 0.1, bound: 40})`,
			[]string{"No plan yet.", "about"}},
		{"a plan", `genetic.progress({seconds: 0.1, length: 60, moves: 'L'})`,
			[]string{"Genetic leads: 60 moves.", "about"}},
		{"a plan and a bound", `genetic.progress({seconds: 0.1, length: 60, moves: 'L'});
			prover.progress({seconds: 0.2, bound: 40})`,
			[]string{"Genetic leads: 60 moves; at least 40 are needed.", "about"}},
		{"a proof", `genetic.progress({seconds: 0.1, length: 58, moves: 'L'});
			prover.progress({seconds: 0.2, bound: 40});
			prover.progress({seconds: 3, bound: 58})`,
			[]string{"Genetic's 58 moves are the shortest.", "IDA* has ruled out all plans of fewer than " +
				"58 moves. It has no plan of its own yet."}},
		{"a proof and another plan", `genetic.progress({seconds: 0.1, length: 58, moves: 'L'});
			prover.progress({seconds: 0.2, bound: 40});
			prover.progress({seconds: 3, bound: 58, length: 58, moves: 'L'})`,
			[]string{"Genetic's 58 moves are the shortest.", "IDA* has ruled out all plans of fewer than " +
				"58 moves."}},
		{"a proof by the estimate", `genetic.progress({seconds: 0.1, length: 58, moves: 'L'});
			prover.estimate(58)`,
			[]string{"Genetic's 58 moves are the shortest.", "The first estimate rules out all plans of " +
				"fewer than 58 moves. IDA* has no plan of its own yet."}},
		{"the end, long after the proof", `genetic.progress({seconds: 0.1, length: 58, moves: 'L'});
			prover.progress({seconds: 0.2, bound: 40});
			prover.progress({seconds: 3, bound: 58});
			prover.finish({length: 58, optimal: true, lower_bound: 58, seconds: 5, moves: 'L'})`,
			[]string{"Genetic found 58 moves first, IDA* proved them shortest.", "Proved after 3 s, " +
				"when IDA* had tried all shorter plans. Its own plan came after 5 s."}},
		{"the end, with the proof", `genetic.progress({seconds: 0.1, length: 58, moves: 'L'});
			prover.progress({seconds: 0.2, bound: 40});
			prover.finish({length: 58, optimal: true, lower_bound: 58, seconds: 5, moves: 'L'})`,
			[]string{"Genetic found 58 moves first, IDA* proved them shortest.", "Found after 100 ms, " +
				"proved after 5 s."}},
		{"the end, with a later plan of the other solver", `
			prover.progress({seconds: 0.2, bound: 40});
			prover.finish({length: 58, optimal: true, lower_bound: 58, seconds: 5, moves: 'L'});
			genetic.progress({seconds: 6, length: 58, moves: 'L'});
			genetic.finish({length: 58, optimal: false, seconds: 7, moves: 'L'})`,
			[]string{"IDA* won: 58 moves, proved shortest after 5 s.",
				"Genetic ended last, after 7 s."}},
	} {
		got := browser.Value[[]string](v.Page, `(async () => {
			const { Lane } = await import('./js/race/lane.js');
			const { live, verdict } = await import('./js/race/verdict.js');
			const lane = (name, optimal) => {
				const made = new Lane({}, { state: {}, announce() {} }, () => {});
				return Object.assign(made, { name, known: { optimal } });
			};
			const genetic = lane('Genetic', false);
			const prover = lane('IDA*', true);
			`+c.events+`;
			const lanes = [genetic, prover];
			return prover.answer ? verdict(lanes, false, false) : live(lanes, 'about');
		})()`)
		assert.Equal(t, c.want, got, c.about)
	}
}
