package config

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"npuzzle/internal/units"
)

// Error reports what is wrong on a line of an experiment file, a preset file or a file of
// boards, and what was expected there.
type Error struct {
	File   string
	Line   int    // from 1; 0 for the whole file
	Reason string // what is wrong, and what was expected
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Reason
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Reason)
}

// fault returns an error that names the line of a node.
func (r *reader) fault(n *yaml.Node, format string, args ...any) error {
	return &Error{r.file, n.Line, fmt.Sprintf(format, args...)}
}

// syntax matches an error of the YAML library about text that is not YAML. The groups of the
// match are the line and the message.
var syntax = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`)

// syntaxFault converts an error of the YAML library to an *Error. Tabs have a special message,
// because not all messages of the library mention tabs.
func (r *reader) syntaxFault(text []byte, err error) error {
	parts := syntax.FindStringSubmatch(strings.ReplaceAll(err.Error(), "\n", " "))
	if parts == nil {
		return &Error{r.file, 0, err.Error()}
	}
	line, _ := strconv.Atoi(parts[1])
	if len(text) <= 1<<14 { // otherwise the search would take seconds
		line = faultyLine(text)
	}
	if strings.Contains(parts[2], "tab character") || parts[2] == "found character that cannot start any token" {
		return &Error{r.file, line, "a tab where the line begins or between words; expected spaces"}
	}
	return &Error{r.file, line, "not YAML: " + parts[2] + "; expected lines such as name: value"}
}

// faultyLine returns the number of the line at which a text stops being YAML: the text up to the
// line before is YAML, and the text up to this line, or any later one, is not. The library often
// names an earlier line. It takes O(n²) time for n lines.
func faultyLine(text []byte) int {
	lines := bytes.SplitAfter(text, []byte("\n"))
	n := len(lines)
	for ; n > 1; n-- {
		var document yaml.Node
		if yaml.Unmarshal(bytes.Join(lines[:n-1], nil), &document) == nil {
			break
		}
	}
	return n
}

// field is a function that reads the value of a key into a variable. Its error names the line
// of the value.
type field func(*yaml.Node) error

// mapping reads a mapping. The parameter fields has a function for each allowed key.
// It calls these functions in the order of the keys in the file, up to the first error.
// An unknown key is an error, and so is a key that appears twice. The parameter what is a
// description of the mapping for errors.
func (r *reader) mapping(n *yaml.Node, what string, fields map[string]field) error {
	n = resolved(n)
	if n.Kind != yaml.MappingNode {
		return r.fault(n, "%s is %s; expected values under keys of %s", what, kindOf(n),
			strings.Join(names(fields), ", "))
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], resolved(n.Content[i+1])
		read, known := fields[key.Value]
		switch {
		case !known:
			return r.fault(key, "%v", units.UnknownName("key of "+what, key.Value, names(fields)))
		case seen[key.Value]:
			return r.fault(key, "%s appears twice in %s; expected it once", key.Value, what)
		}
		seen[key.Value] = true
		if err := read(value); err != nil {
			return err
		}
	}
	return nil
}

// keys returns the keys of a mapping. It returns nil for other kinds of nodes.
func keys(n *yaml.Node) []*yaml.Node {
	var all []*yaml.Node
	if n = resolved(n); n.Kind == yaml.MappingNode {
		for i := 0; i < len(n.Content); i += 2 {
			all = append(all, n.Content[i])
		}
	}
	return all
}

// last returns which of the given keys comes last in a mapping. If the mapping has none of
// them, last returns the mapping itself. An error about two keys that exclude each other
// names the line of the later key.
func last(n *yaml.Node, names ...string) *yaml.Node {
	found := resolved(n)
	for _, key := range keys(n) {
		if slices.Contains(names, key.Value) {
			found = key
		}
	}
	return found
}

// names returns the keys of fields, sorted.
func names(fields map[string]field) []string { return slices.Sorted(maps.Keys(fields)) }

// resolved returns the node that an alias refers to. It returns any other node itself.
func resolved(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// kindOf returns a description of a node for errors about nodes of the wrong kind.
func kindOf(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Tag == "!!null":
		return "empty"
	}
	return fmt.Sprintf("%.40q", n.Value)
}

// scalar returns the text of a value. A list, a mapping or a missing value is an error. YAML
// reads a missing value as null. The parameter what is a description for errors.
func (r *reader) scalar(n *yaml.Node, what string) (string, error) {
	if n = resolved(n); n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		return "", r.fault(n, "%s is %s; expected one value", what, kindOf(n))
	}
	return n.Value, nil
}

// list returns the values of a list. A value that is not a list counts as a list of one
// value. An empty list is an error.
func (r *reader) list(n *yaml.Node, what string) ([]*yaml.Node, error) {
	n = resolved(n)
	if n.Kind != yaml.SequenceNode {
		return []*yaml.Node{n}, nil
	}
	if len(n.Content) == 0 {
		return nil, r.fault(n, "%s is an empty list; expected at least one value", what)
	}
	values := make([]*yaml.Node, len(n.Content))
	for i, value := range n.Content {
		values[i] = resolved(value)
	}
	return values, nil
}

// value returns a field that parses one value. If the parser's error only says what was
// expected, the field adds the name of the key and the value.
func value[T any](r *reader, name string, to *T, parse func(string) (T, error)) field {
	return func(n *yaml.Node) error {
		text, err := r.scalar(n, name)
		if err != nil {
			return err
		}
		switch *to, err = parse(text); {
		case err == nil:
		case strings.HasPrefix(err.Error(), "expected "): // and does not quote the value
			return r.fault(n, "%s %.40q: %v", name, text, err)
		default:
			return r.fault(n, "%s: %v", name, err)
		}
		return nil
	}
}

// values returns a field that parses one value or each value of a list, and appends the
// results to the variable. An error names the line of the invalid value.
func values[T any](r *reader, name string, to *[]T, parse func(string) (T, error)) field {
	return func(n *yaml.Node) error {
		list, err := r.list(n, name)
		if err != nil {
			return err
		}
		for _, n := range list {
			var one T
			if err := value(r, name, &one, parse)(n); err != nil {
				return err
			}
			*to = append(*to, one)
		}
		return nil
	}
}
