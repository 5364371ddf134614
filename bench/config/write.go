package config

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"npuzzle/bench"
	"npuzzle/ga"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

// Template is an example of an experiment file, with comments.
//
//go:embed template.yaml
var Template string

// Write returns an experiment file for an experiment. Reading this file gives the same trials
// with the same keys. Except for the seed, values that equal their defaults are left out.
func Write(e bench.Experiment) string {
	root := node(yaml.MappingNode)
	set(root, "name", e.Name, e.Name != "")
	set(root, "description", e.Description, e.Description != "")
	set(root, "seed", e.Seed, true)
	set(root, "repeats", e.Repeats, e.Repeats > 1)
	set(root, "time-limit", e.TimeLimit, e.TimeLimit > 0)
	set(root, "cpu-limit", e.CPULimit, e.CPULimit > 0)
	set(root, "node-limit", e.Limits.Generated, e.Limits.Generated > 0)
	set(root, "evaluations", e.Limits.Evaluated, e.Limits.Evaluated > 0)
	set(root, "memory-limit", e.Limits.Bytes, e.Limits.Bytes > 0)
	set(root, "isolate", e.Isolate, e.Isolate)
	set(root, "history", e.History, e.History)
	groups := list(e.Groups, func(g bench.Group) *yaml.Node { return writeGroup(g, e.Seed) })
	set(root, "puzzles", groups, true)
	set(root, "solvers", list(e.Solvers, writeSolver), len(e.Solvers) > 0)
	set(root, "baseline", e.Baseline, e.Baseline != "")
	tuning := node(yaml.MappingNode)
	for _, key := range bench.TuneKeys {
		set(tuning, key, e.Tune[key], e.Tune[key] != "")
	}
	set(root, "tune", tuning, e.Tune != nil)
	return text(root)
}

// text returns the text of a node that consists of texts and numbers.
func text(n *yaml.Node) string {
	text, err := yaml.Marshal(n)
	if err != nil {
		panic(fmt.Sprintf("config: texts and numbers: %v", err))
	}
	return string(text)
}

// writeGroup returns the entry of a group. If the boards are drawn, the entry describes how
// they are drawn. Otherwise the entry contains the boards, even if they came from another
// file or a published set. It does not contain their published lengths.
func writeGroup(g bench.Group, seed uint64) *yaml.Node {
	entry := node(yaml.MappingNode)
	set(entry, "name", g.Name, true)
	if g.Boards == nil {
		set(entry, "size", g.Goal.Size(), true)
		set(entry, "count", g.Count, true)
		set(entry, "seed", g.Seed, g.Seed != seed)
		way, value, drawnSo := strings.Cut(g.Scramble.String(), " ") // such as walk 30
		set(entry, way, value, drawnSo)
	}
	blankLast, err := puzzle.Goal(puzzle.BlankLast, g.Goal.Size())
	set(entry, "goal", g.Goal.Line(), err != nil || g.Goal != blankLast)
	set(entry, "move-costs", g.Costs, !g.Costs.Unit())
	set(entry, "node-limit", g.NodeLimit, g.NodeLimit > 0)
	boards := list(g.Boards, func(b puzzle.Board) *yaml.Node { return scalar(b.Line()) })
	set(entry, "boards", boards, g.Boards != nil)
	return entry
}

// writeSolver returns the entry of a solver. It contains the algorithm, the heuristic, and all
// settings that differ from their defaults.
func writeSolver(s bench.Solver) *yaml.Node {
	entry := node(yaml.MappingNode)
	set(entry, "name", s.Name, s.Name != s.Settings.Algorithm)
	byDefault := solvers.Default(s.Settings.Algorithm)
	for _, name := range solvers.SettingNames() {
		value := s.Settings.Get(name)
		taken := s.Settings.Takes(name) && name != "seed"
		needed := name == "algorithm" || name == "heuristic" || value != byDefault.Get(name)
		set(entry, name, value, taken && needed)
	}
	set(entry, "groups", list(s.Groups, scalar), s.Groups != nil)
	return entry
}

// WritePreset returns a preset file, which [ReadPreset] reads as settings of the genetic solver that
// have the same effect. It leaves out settings that have none, because of others, and those with the
// default value.
func WritePreset(s solvers.Settings) string {
	root := node(yaml.MappingNode)
	differing := s.Differing(solvers.Default("ga"))
	for _, row := range ga.Table {
		value, differs := differing[row.Name]
		set(root, row.Name, value, differs && !row.Hidden && s.Active(row.Name))
	}
	return text(root)
}

// list returns a list of the nodes that a function makes from values.
func list[T any](values []T, nodeOf func(T) *yaml.Node) *yaml.Node {
	n := node(yaml.SequenceNode)
	for _, value := range values {
		n.Content = append(n.Content, nodeOf(value))
	}
	return n
}

// node returns an empty mapping or list.
func node(kind yaml.Kind) *yaml.Node { return &yaml.Node{Kind: kind} }

// set adds a key with a value to a mapping if the condition is true. The value is a node, or
// becomes a scalar.
func set(mapping *yaml.Node, key string, value any, condition bool) {
	n, ok := value.(*yaml.Node)
	if !ok {
		n = scalar(fmt.Sprint(value))
	}
	if condition {
		mapping.Content = append(mapping.Content, scalar(key), n)
	}
}

// scalar returns a scalar node. It is written with quotes only if YAML would otherwise read the
// value as another type, such as null. Numbers, true and false are written without quotes,
// because Read uses the text of a scalar and ignores its type.
func scalar(value string) *yaml.Node {
	n := node(yaml.ScalarNode)
	n.Value = value
	if _, err := strconv.ParseFloat(value, 64); err != nil &&
		!slices.Contains([]string{"true", "false"}, value) {
		n.Tag = "!!str"
	}
	if strings.Contains(value, "\n") {
		n.Style = yaml.LiteralStyle
	}
	return n
}
