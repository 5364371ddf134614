package config

import (
	"fmt"
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

// fail ends the reading with an *Error that names the line of a node. The function that began the
// reading returns it, see caught.
func (r *reader) fail(n *yaml.Node, format string, args ...any) {
	panic(&Error{r.file, n.Line, fmt.Sprintf(format, args...)})
}

// warn adds a warning that names the line of a node.
func (r *reader) warn(n *yaml.Node, format string, args ...any) {
	r.warnings = append(r.warnings, &Error{r.file, n.Line, fmt.Sprintf(format, args...)})
}

// caught sets err to the error with which fail or check has ended the reading.
func caught(err *error) {
	switch cause := recover().(type) {
	case nil:
	case *Error:
		*err = cause
	default:
		panic(cause)
	}
}

// syntax matches any error of the YAML library in one line. The groups of the match are the line
// and the message.
var syntax = regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?(.*)$`)

// syntaxFault converts an error of the YAML library to an *Error. The library names the line of the
// mistake or, if a list or mapping is wrong, the line before it begins. Tabs have a special
// message, because not all messages of the library mention tabs.
func (r *reader) syntaxFault(err error) error {
	parts := syntax.FindStringSubmatch(strings.ReplaceAll(err.Error(), "\n", " "))
	line, _ := strconv.Atoi(parts[1])
	if strings.Contains(parts[2], "tab character") ||
		parts[2] == "found character that cannot start any token" {
		return &Error{r.file, line, "a tab where the line begins or between words; expected spaces"}
	}
	return &Error{r.file, line, "not YAML here or below: " + parts[2] +
		"; expected lines such as name: value"}
}

// object is a mapping: the nodes of its keys and values by the names of the keys.
type object struct {
	*yaml.Node
	reader       *reader
	keys, values map[string]*yaml.Node
}

// object reads a mapping with the allowed keys. An unknown key is an error, and so is a key that
// appears twice. The key << merges other mappings: the mapping has their keys, too, apart from its
// own. The parameter what is a description of the mapping for errors.
func (r *reader) object(n *yaml.Node, what string, allowed ...string) object {
	allowed = slices.Compact(slices.Sorted(slices.Values(allowed))) // the caller's order stays
	if n.Kind != yaml.MappingNode {
		r.fail(n, "%s is %s; expected values under keys of %s", what, kindOf(n),
			strings.Join(allowed, ", "))
	}
	o := object{n, r, map[string]*yaml.Node{}, map[string]*yaml.Node{}}
	content := r.merged(n)
	for i := 0; i+1 < len(content); i += 2 {
		key := content[i]
		switch {
		case !slices.Contains(allowed, key.Value):
			r.fail(key, "%v", units.UnknownName("key of "+what, key.Value, allowed))
		case o.keys[key.Value] != nil:
			r.fail(key, "%s appears twice in %s; expected it once", key.Value, what)
		}
		o.keys[key.Value] = key
		o.values[key.Value] = resolved(content[i+1])
	}
	return o
}

// mergeKey is the key whose values are mappings that a mapping contains.
const mergeKey = "<<"

// isMerge reports whether a key merges mappings.
func isMerge(key *yaml.Node) bool { return key.Kind == yaml.ScalarNode && key.Tag == "!!merge" }

// maxMerged is the maximum number of keys that the mappings of a file merge. A few lines of
// merge keys can stand for millions of keys.
const maxMerged = 10_000

// merged returns the keys and values of a mapping, with those of the mappings that it merges in
// place of the merge key. Keys of the mapping itself come before equal keys of merged mappings,
// and earlier mappings of a list before later ones.
func (r *reader) merged(n *yaml.Node) []*yaml.Node {
	taken := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if key := n.Content[i]; !isMerge(key) {
			taken[key.Value] = true
		}
	}
	var content []*yaml.Node
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		value := resolved(n.Content[i+1])
		if !isMerge(key) {
			content = append(content, key, n.Content[i+1])
			continue
		}
		mappings := []*yaml.Node{value}
		if value.Kind == yaml.SequenceNode {
			mappings = items(value)
		}
		for _, mapping := range mappings {
			if mapping.Kind != yaml.MappingNode {
				r.fail(key, "%s merges %s; expected a mapping such as *name, where another one "+
					"has &name",
					mergeKey, kindOf(mapping))
			}
			content = append(content, r.added(key, mapping, taken)...)
		}
	}
	return content
}

// added returns the keys and values of a mapping that are not taken yet, and takes them. The key
// is the one that merges the mapping.
func (r *reader) added(key, mapping *yaml.Node, taken map[string]bool) []*yaml.Node {
	if slices.Contains(r.merging, mapping) {
		r.fail(key, "%s merges a mapping into itself; expected another one", mergeKey)
	}
	r.merges += 1 + len(mapping.Content)/2
	if r.merges > maxMerged {
		r.fail(key, "%s merges more than %d keys; expected fewer", mergeKey, maxMerged)
	}
	r.merging = append(r.merging, mapping)
	content := r.merged(mapping)
	r.merging = r.merging[:len(r.merging)-1]
	var added []*yaml.Node
	for i := 0; i+1 < len(content); i += 2 {
		if name := content[i].Value; !taken[name] {
			taken[name] = true
			added = append(added, content[i], content[i+1])
		}
	}
	return added
}

// last returns which of the given keys comes last in the mapping, or the mapping itself if it has
// none of them. An error about two keys that exclude each other names the line of the later key.
func (o object) last(names ...string) *yaml.Node {
	found := o.Node
	for _, name := range names {
		if key := o.keys[name]; key != nil && key.Line >= found.Line {
			found = key
		}
	}
	return found
}

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
// reads a missing value as null. The line breaks at the end of a text in the style > or | are
// left out. The parameter what is a description for errors.
func (r *reader) scalar(n *yaml.Node, what string) string {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		r.fail(n, "%s is %s; expected one value", what, kindOf(n))
	}
	if isBlock(n) {
		return strings.TrimRight(n.Value, "\n")
	}
	return n.Value
}

// isBlock reports whether a value is a text in the style > or |, which begins on the next line.
func isBlock(n *yaml.Node) bool { return n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 }

// list returns the values of a list. A value that is not a list counts as a list of one
// value. An empty list is an error. If the mapping has no such key, there are no values.
func (o object) list(name string) []*yaml.Node {
	n := o.values[name]
	switch {
	case n == nil:
		return nil
	case n.Kind == yaml.SequenceNode && len(n.Content) == 0:
		o.reader.fail(n, "%s is an empty list; expected at least one value", name)
	}
	return items(n)
}

// items returns the items of a list, or a single value as a list of one.
func items(n *yaml.Node) []*yaml.Node {
	n = resolved(n)
	if n.Kind != yaml.SequenceNode {
		return []*yaml.Node{n}
	}
	var list []*yaml.Node
	for _, item := range n.Content {
		list = append(list, resolved(item))
	}
	return list
}

// parsed parses the text of a value. If the parser's error only says what was expected, the error
// names the key and the value as well.
func parsed[T any](r *reader, n *yaml.Node, name, text string, parse func(string) (T, error)) T {
	value, err := parse(text)
	switch {
	case err == nil:
	case strings.HasPrefix(err.Error(), "expected "): // and does not quote the value
		r.fail(n, "%s %.40q: %v", name, text, err)
	default:
		r.fail(n, "%s: %v", name, err)
	}
	return value
}

// one returns the value of a key, or the default if the mapping does not have the key.
func one[T any](o object, name string, byDefault T, parse func(string) (T, error)) T {
	n := o.values[name]
	if n == nil {
		return byDefault
	}
	return parsed(o.reader, n, name, o.reader.scalar(n, name), parse)
}

// many returns the values of a key that may have a list. An error names the line of the value.
func many[T any](o object, name string, parse func(string) (T, error)) []T {
	var values []T
	for _, n := range o.list(name) {
		values = append(values, parsed(o.reader, n, name, o.reader.scalar(n, name), parse))
	}
	return values
}
