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

// DefaultHeuristic is the name of the default heuristic. It is the strongest heuristic
// that needs no large table and supports all board sizes.
const DefaultHeuristic = "linear-conflict"

// HeuristicNames returns the names of all heuristics, in the order of the table.
func HeuristicNames() []string {
	names := make([]string, len(heuristicTable))
	for i, h := range heuristicTable {
		names[i] = h.Name()
	}
	return names
}

// longestName is the maximum length of a heuristic's name in bytes. It is limited because
// the time to parse nested terms grows with the square of the length.
const longestName = 1000

// ParseHeuristic returns the heuristic with the given name. The term max(a,b,...) means
// the maximum of several heuristics, and terms can be nested. Names are matched by
// units.FindName, so case does not matter, except in the letters of a partition. A
// pattern database is not opened: Library.Prepare does that.
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

// splitTerms splits a text at the commas outside parentheses. The result closed is false
// if the parentheses do not match.
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
