package studies

import (
	"context"

	"npuzzle/bench"
)

// fifteen solves uniformly random 15-puzzles by IDA* with heuristics that the
// studies did without; none of them reached such boards.
func (s *session) fifteen(ctx context.Context) error {
	names := []string{"linear-conflict", "pdb:5-5-5"}
	e := bench.Experiment{
		Name:    "uniform-4x4",
		Groups:  []bench.Group{s.group("uniform", sizeOf("4x4"), s.of(10, 1), bench.Scramble{})},
		Solvers: informed("idastar", names...),
	}
	found, err := s.run(ctx, e)
	if err != nil {
		return err
	}
	t := Table{
		Name:    "fifteen",
		Caption: "Uniformly random 4x4 boards, solved optimally by IDA*",
		Columns: []Column{{"heuristic", Text}, {"boards", Number}, {"solved", Share}, {"mean length", Average}, {"median expanded", Number}, {"mean time", Seconds}},
	}
	for _, name := range names {
		records := found[[2]string{"uniform", name}]
		t.row(name, len(records), accuracyOf(records).share, mean(records, length), median(values(records, effort)), mean(records, elapsed))
	}
	s.Beyond = append(s.Beyond, t)
	return nil
}
