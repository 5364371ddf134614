package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"npuzzle/bench"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

// Write returns an experiment file for an experiment. Reading this file gives the same trials
// with the same keys. Except for the seed, values that equal their defaults are left out.
func Write(e bench.Experiment) string {
	var root object
	root.set("name", e.Name, e.Name != "")
	root.set("description", e.Description, e.Description != "")
	root.set("seed", e.Seed, true)
	root.set("repeats", e.Repeats, e.Repeats > 1)
	root.set("time-limit", e.TimeLimit.String(), e.TimeLimit > 0)
	root.set("node-limit", e.Limits.Expanded, e.Limits.Expanded > 0)
	root.set("memory-limit", e.Limits.Bytes, e.Limits.Bytes > 0)
	root.set("isolate", e.Isolate, e.Isolate)
	root.set("history", e.History, e.History)
	var groups, solvers yaml.Node
	groups.Kind, solvers.Kind = yaml.SequenceNode, yaml.SequenceNode
	for _, g := range e.Groups {
		groups.Content = append(groups.Content, writeGroup(g, e.Seed))
	}
	root.put("puzzles", &groups)
	for _, s := range e.Solvers {
		solvers.Content = append(solvers.Content, writeSolver(s))
	}
	if len(e.Solvers) > 0 {
		root.put("solvers", &solvers)
	}
	text, err := yaml.Marshal(root.node())
	if err != nil {
		panic(fmt.Sprintf("config: an experiment of texts and numbers: %v", err))
	}
	return string(text)
}

// writeGroup returns the entry of a group. If the boards are drawn, the entry describes how
// they are drawn. Otherwise the entry contains the boards, even if they came from another
// file or a published set. It does not contain their published lengths.
func writeGroup(g bench.Group, seed uint64) *yaml.Node {
	var o object
	o.set("name", g.Name, true)
	if g.Boards == nil {
		o.set("size", g.Goal.Size().String(), true)
		o.set("count", g.Count, true)
		o.set("seed", g.Seed, g.Seed != seed)
		if g.Scramble.Walk != nil {
			o.set("walk", *g.Scramble.Walk, true)
		}
		if g.Scramble.Misplaced != nil {
			o.set("misplaced", *g.Scramble.Misplaced, true)
		}
	}
	blankLast, err := puzzle.Goal(puzzle.BlankLast, g.Goal.Size())
	o.set("goal", g.Goal.Line(), err != nil || g.Goal != blankLast)
	o.set("move-costs", g.Costs.String(), !g.Costs.Unit())
	o.set("node-limit", g.NodeLimit, g.NodeLimit > 0)
	if g.Boards != nil {
		var boards []string
		for _, b := range g.Boards {
			boards = append(boards, b.Line())
		}
		o.put("boards", texts(boards))
	}
	return o.node()
}

// writeSolver returns the entry of a solver. It contains the algorithm, the heuristic, and all
// settings that differ from their defaults.
func writeSolver(s bench.Solver) *yaml.Node {
	var o object
	o.set("name", s.Name, s.Name != s.Settings.Algorithm)
	byDefault := solvers.Default(s.Settings.Algorithm)
	for _, name := range solvers.SettingNames() {
		if name == "seed" || !s.Settings.Takes(name) {
			continue
		}
		value := s.Settings.Get(name)
		o.set(name, value, name == "algorithm" || name == "heuristic" || value != byDefault.Get(name))
	}
	if s.Groups != nil {
		o.put("groups", texts(s.Groups))
	}
	return o.node()
}

// object is a mapping whose keys are written in the order in which they were added.
type object struct{ content []*yaml.Node }

// set adds a key with a value if the condition is true.
func (o *object) set(key string, value any, condition bool) {
	if condition {
		o.put(key, text(fmt.Sprint(value)))
	}
}

// put adds a key with a node.
func (o *object) put(key string, n *yaml.Node) { o.content = append(o.content, text(key), n) }

// node returns the mapping.
func (o *object) node() *yaml.Node { return &yaml.Node{Kind: yaml.MappingNode, Content: o.content} }

// text returns a scalar node. It is written with quotes only if YAML would otherwise read the
// value as another type, such as null. Numbers, true and false are written without quotes,
// because Read uses the text of a scalar and ignores its type.
func text(value string) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Value: value}
	if _, err := strconv.ParseFloat(value, 64); err != nil && !slices.Contains([]string{"true", "false"}, value) {
		n.Tag = "!!str"
	}
	if strings.Contains(value, "\n") {
		n.Style = yaml.LiteralStyle
	}
	return n
}

// texts returns a list of scalars.
func texts(values []string) *yaml.Node {
	n := &yaml.Node{Kind: yaml.SequenceNode}
	for _, v := range values {
		n.Content = append(n.Content, text(v))
	}
	return n
}
