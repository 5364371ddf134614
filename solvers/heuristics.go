package solvers

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"npuzzle/heuristics"
	"npuzzle/heuristics/pairs"
	"npuzzle/heuristics/pdb"
	"npuzzle/internal/units"
)

// heuristicRow is a row of the table of heuristics: a heuristic, and what it estimates, in a
// sentence.
type heuristicRow struct {
	heuristic heuristics.Heuristic
	about     string
}

// heuristicTable lists the heuristics of this module, roughly from the weakest to the strongest.
var heuristicTable = []heuristicRow{
	{heuristic: heuristics.Zero, about: "No estimate: 0 for each board."},
	{
		heuristic: heuristics.Misplaced,
		about:     "The number of tiles that are not on their goal cell.",
	},
	{
		heuristic: heuristics.MaxSort,
		about:     "The swaps that sort the board, if any two cells can be swapped.",
	},
	{
		heuristic: heuristics.Euclidean,
		about:     "Straight lines from the tiles to their goal cells, added up.",
	},
	{
		heuristic: heuristics.OutOfRowColumn,
		about:     "Tiles out of their goal row, plus tiles out of their column.",
	},
	{
		heuristic: heuristics.Manhattan,
		about:     "Rows and columns from each tile to its goal cell, added up.",
	},
	{
		heuristic: heuristics.LinearConflict,
		about:     "Manhattan distance, plus 2 for each tile that must leave its line.",
	},
	{
		heuristic: heuristics.LinearConflictPairs,
		about:     "Manhattan distance, plus 2 for each reversed pair in a goal row.",
	},
	{
		heuristic: heuristics.WalkingDistance,
		about:     "Moves of all tiles to their rows, plus moves to their columns.",
	},
	{
		heuristic: heuristics.Convex,
		about:     "A score for beam search, from the distances of the tiles.",
	},
	{
		heuristic: pairs.Heuristic{},
		about:     "A learned score for beam search: a value for every two tiles.",
	},
	{heuristic: pdb.Heuristic{}, about: "Moves of groups of tiles, from tables, added up."},
}

// Library finds the tables of heuristics that read files.
type Library = heuristics.Library

// DefaultHeuristic is the name of the default heuristic. It is the strongest heuristic
// that needs no large table and supports all board sizes.
const DefaultHeuristic = "linear-conflict"

// HeuristicNames returns the names of all heuristics, in the order of the table.
func HeuristicNames() []string {
	var names []string
	for _, row := range known.heuristics {
		names = append(names, row.heuristic.Name())
	}
	return names
}

// DescribeHeuristic returns what the named heuristic estimates, in a sentence; "" if there is none.
func DescribeHeuristic(name string) string {
	for _, row := range known.heuristics {
		if row.heuristic.Name() == name {
			return row.about
		}
	}
	return ""
}

// EstimateNames returns the names of the heuristics whose estimates are costs. Those of the others
// only order boards.
func EstimateNames() []string {
	var names []string
	for _, row := range known.heuristics {
		if !heuristics.OnlyOrders(row.heuristic) {
			names = append(names, row.heuristic.Name())
		}
	}
	return names
}

// HeuristicVersion returns the version of a heuristic's estimates, for the keys of stored
// trials. It is the version that the heuristic states (see heuristics.Versioned). A
// heuristic of the table need not state one. If it does not, its version is "", because it
// changes only with the program. Heuristics of the table are recognised by identity, not by
// name. If another heuristic states no version, HeuristicVersion returns an error, and
// trials with the heuristic must not be stored. The version of a maximum lists the versions
// of its heuristics, or is "" if all of them are.
//
// For a heuristic that reads files, call it with the result of Library.Prepare.
func HeuristicVersion(h heuristics.Heuristic) (string, error) {
	if err := heuristics.Check(h); err != nil {
		return "", fmt.Errorf("solvers: %w", err)
	}
	var versions []string
	for _, part := range heuristics.Parts(h) {
		version := ""
		if v, ok := part.(heuristics.Versioned); ok {
			version = v.Version()
		}
		if version == "" && !isBuiltin(part) {
			return "", fmt.Errorf("heuristic %.60q states no version, so trials with it cannot be stored; "+
				"expected a method Version() string", part.Name())
		}
		versions = append(versions, version)
	}
	if len(versions) == 1 || strings.Join(versions, "") == "" {
		return versions[0], nil
	}
	return fmt.Sprintf("%q", versions), nil
}

// isBuiltin reports whether a heuristic that is no maximum is one of this module. A row that reads
// files stands for all heuristics of its type, such as the pattern databases of all partitions.
func isBuiltin(h heuristics.Heuristic) bool {
	return slices.ContainsFunc(heuristicTable, func(row heuristicRow) bool {
		if heuristics.ReadsFiles(row.heuristic) {
			return reflect.TypeOf(h) == reflect.TypeOf(row.heuristic)
		}
		return h == row.heuristic
	})
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
		inner, ok := strings.CutSuffix(exact[len("max("):], ")")
		if _, closed := splitTerms(inner); !ok || !closed {
			return nil, fmt.Errorf("heuristic %.60q: parentheses do not match; expected max(a,b,...)", text)
		}
		terms, err := ParseHeuristics(inner)
		if err != nil {
			return nil, err
		}
		return heuristics.Max(terms[0], terms[1:]...), nil
	}
	if found, ok := units.FindName(text, HeuristicNames()); ok {
		return known.heuristics[slices.Index(HeuristicNames(), found)].heuristic, nil
	}
	if kind, rest, ok := strings.Cut(exact, ":"); ok {
		for _, row := range known.heuristics {
			if p, files := row.heuristic.(heuristics.Preparer); files && strings.EqualFold(kind, p.Name()) {
				return p.Named(rest)
			}
		}
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
	var parsed []heuristics.Heuristic
	for _, part := range parts {
		h, err := ParseHeuristic(part)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, h)
	}
	return parsed, nil
}

// splitTerms splits a text at the commas outside parentheses. The result closed is false
// if the parentheses do not match.
func splitTerms(text string) (terms []string, closed bool) {
	depth := 0 // of the parentheses
	begin := 0 // of the current term
	for i, c := range text {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
			if depth < 0 {
				return nil, false
			}
		case c == ',' && depth == 0:
			terms = append(terms, text[begin:i])
			begin = i + 1
		}
	}
	return append(terms, text[begin:]), depth == 0
}
