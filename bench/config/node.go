package config

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"npuzzle/internal/units"
)

// Error says where an experiment file is at fault and what was expected there.
type Error struct {
	File   string
	Line   int // from 1; 0 for the whole file
	Reason string
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

// syntax is how the library begins what it says of a text that is no YAML.
var syntax = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`)

// syntaxFault puts such an error into our form. Its line, if it names one, becomes the
// line of the Error. A tab gets a message of its own, because that of the library does
// not name it.
func (r *reader) syntaxFault(err error) error {
	parts := syntax.FindStringSubmatch(strings.ReplaceAll(err.Error(), "\n", " "))
	if parts == nil {
		return &Error{r.file, 0, err.Error()}
	}
	line, _ := strconv.Atoi(parts[1])
	if strings.Contains(parts[2], "tab character") || parts[2] == "found character that cannot start any token" {
		return &Error{r.file, line, "a tab where the line begins or between words; expected spaces"}
	}
	return &Error{r.file, line, "no YAML: " + parts[2] + "; expected lines such as name: value"}
}

// field reads the value of a key into a variable. Its error names the line of the value.
type field func(*yaml.Node) error

// mapping reads a mapping by a table of its keys. An unknown key, and one that appears
// twice, is an error. The text what names the mapping in errors. The fields are called
// in the order of the keys in the file, up to the first error.
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

// keys returns the keys of a mapping, and none of other nodes.
func keys(n *yaml.Node) []*yaml.Node {
	var all []*yaml.Node
	if n = resolved(n); n.Kind == yaml.MappingNode {
		for i := 0; i < len(n.Content); i += 2 {
			all = append(all, n.Content[i])
		}
	}
	return all
}

// last returns the one of some keys that stands last in a mapping, or the mapping if it
// has none of them. An error about keys that exclude each other names the line of the
// later one.
func last(n *yaml.Node, names ...string) *yaml.Node {
	found := resolved(n)
	for _, key := range keys(n) {
		if slices.Contains(names, key.Value) {
			found = key
		}
	}
	return found
}

// names lists the keys of fields.
func names(fields map[string]field) []string { return slices.Sorted(maps.Keys(fields)) }

// resolved returns the node that an alias stands for, and any other node itself.
func resolved(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// kindOf describes a node that is not of the expected kind, for an error.
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

// scalar returns the text of a value that is neither a list nor a mapping. A key without
// a value is an error, since YAML reads it as null.
func (r *reader) scalar(n *yaml.Node, what string) (string, error) {
	if n = resolved(n); n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		return "", r.fault(n, "%s is %s; expected one value", what, kindOf(n))
	}
	return n.Value, nil
}

// list returns the values of a list. A single value is a list of one. An empty list is
// an error.
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

// value returns a field that reads one value with a parser. If the error of the parser
// only says what was expected, the field adds the name of the key and the value.
func value[T any](r *reader, name string, to *T, parse func(string) (T, error)) field {
	return func(n *yaml.Node) error {
		text, err := r.scalar(n, name)
		if err != nil {
			return err
		}
		switch *to, err = parse(text); {
		case err == nil:
		case strings.HasPrefix(err.Error(), "expected "): // and nothing of what there is
			return r.fault(n, "%s %.40q: %v", name, text, err)
		default:
			return r.fault(n, "%s: %v", name, err)
		}
		return nil
	}
}

// values returns a field that reads one value or a list of values with a parser. It
// appends them to the variable. An error names the line of the value at fault, which may
// be below that of the key.
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
