package solvers

import (
	"fmt"
	"slices"
	"strings"

	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/internal/units"
)

// heuristicTable lists the heuristics, roughly from the weakest to the strongest.
var heuristicTable = []heuristics.Heuristic{
	heuristics.Zero,
	heuristics.Misplaced,
	heuristics.MaxSort,
	heuristics.Euclidean,
	heuristics.OutOfRowColumn,
	heuristics.Manhattan,
	heuristics.LinearConflict,
	heuristics.LinearConflictPairs,
	heuristics.WalkingDistance,
	pdb.Heuristic{},
}

// DefaultHeuristic is the heuristic of the informed searches and of the genetic
// solver where none is named: the strongest that needs no large table.
const DefaultHeuristic = "linear-conflict"

// HeuristicNames returns the name of every heuristic.
func HeuristicNames() []string {
	names := make([]string, len(heuristicTable))
	for i, h := range heuristicTable {
		names[i] = h.Name()
	}
	return names
}

// longestName is the largest number of bytes of a heuristic's name. The time to read nested terms grows
// with the square of the length.
const longestName = 1000

// ParseHeuristic returns the heuristic of a name, or of max(a,b,...) the
// greatest of several, which may be such terms themselves. Names are read as
// units.FindName does; only the letters of a partition keep their case. Pattern databases are
// only named by it: Library.Prepare finds them.
func ParseHeuristic(text string) (heuristics.Heuristic, error) {
	if len(text) > longestName {
		return nil, fmt.Errorf("heuristic %.20q...: the name has %d bytes; expected at most %d",
			text, len(text), longestName)
	}
	exact := strings.ReplaceAll(text, " ", "")
	name := strings.ToLower(exact)
	if strings.HasPrefix(name, "max(") {
		inner := exact[len("max("):]
		inner, ok := strings.CutSuffix(inner, ")")
		parts, closed := splitTerms(inner)
		if !ok || !closed {
			return nil, fmt.Errorf("heuristic %.60q: parentheses do not match; expected max(a,b,...)", text)
		}
		all := make([]heuristics.Heuristic, len(parts))
		for i, part := range parts {
			var err error
			if all[i], err = ParseHeuristic(part); err != nil {
				return nil, err
			}
		}
		return heuristics.Max(all[0], all[1:]...), nil
	}
	if known, ok := units.FindName(text, HeuristicNames()); ok {
		return heuristicTable[slices.Index(HeuristicNames(), known)], nil
	}
	if strings.HasPrefix(name, pdb.Name+":") {
		return pdb.ParseHeuristic(pdb.Name + exact[len(pdb.Name):])
	}
	return nil, fmt.Errorf("%w, pdb:PARTITION such as pdb:5-5-5, or max(a,b,...) of several",
		units.UnknownName("heuristic", text, HeuristicNames()))
}

// ParseHeuristics reads a list of heuristics separated by commas.
func ParseHeuristics(text string) ([]heuristics.Heuristic, error) {
	parts, closed := splitTerms(text)
	if !closed {
		return nil, fmt.Errorf("heuristics %.60q: parentheses do not match; expected a list such as "+
			"manhattan,max(manhattan,euclidean)", text)
	}
	list := make([]heuristics.Heuristic, len(parts))
	for i, part := range parts {
		var err error
		if list[i], err = ParseHeuristic(part); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// splitTerms cuts a text at the commas that stand outside all parentheses. It
// reports whether the parentheses match.
func splitTerms(text string) (terms []string, closed bool) {
	depth, begin := 0, 0
	for i, c := range text {
		switch {
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth < 0 {
				return nil, false
			}
		case c == ',' && depth == 0:
			terms = append(terms, text[begin:i])
			begin = i + 1
		}
	}
	return append(terms, text[begin:]), depth == 0
}
