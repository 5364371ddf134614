package cli

import (
	"npuzzle/heuristics/pdb"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// buildWords returns the command that builds a partition, quoted for a shell.
func buildWords(missing *pdb.NotBuiltError) string {
	goal := missing.Partition.Goal()
	words := []string{"npuzzle", "pdb", "build", "--size", goal.Size().String()}
	if text := puzzle.GoalText(goal); text != puzzle.BlankLast {
		words = append(words, "--goal", text)
	}
	if usual, err := pdb.DefaultDir(); err != nil || usual != missing.Dir {
		words = append(words, "--pdb-dir", missing.Dir)
	}
	return units.ShellLine(append(words, missing.Partition.String()))
}
