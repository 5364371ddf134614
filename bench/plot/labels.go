package plot

import (
	"slices"
	"strings"

	"npuzzle/internal/units"
)

// names are the names of lines, or of the values of an axis, as a panel shows them. A name that is
// too long for a line has several. No letter of a name is left out, because names may differ in any
// letter.
type names []string

// labels returns the names as a panel shows them. If one is too long, the words that all of them
// have are left out, and labels returns these words, too: the panel shows them once.
func labels(full []string) (short names, shared string) {
	long := slices.ContainsFunc(full, func(name string) bool {
		return len([]rune(name)) > mostLetters
	})
	if long {
		full, shared = withoutShared(full)
	}
	return wrappedNames(full), shared
}

// wrappedNames breaks each name into lines of at most mostLetters letters.
func wrappedNames(full []string) names {
	var wrap names
	for _, name := range full {
		wrap = append(wrap, wrapped(name, mostLetters))
	}
	return wrap
}

// withoutShared returns names without the words that all of them have, and these words. It returns
// the names as they are if one would be empty, or if different names would become equal.
func withoutShared(full []string) (short []string, shared string) {
	differ := slices.ContainsFunc(full, func(name string) bool { return name != full[0] })
	if !differ {
		return full, ""
	}
	var common []string
	for _, word := range strings.Fields(full[0]) {
		isCount := strings.HasPrefix(word, "(") // such as "(12 of 20)"
		if !isCount && inAll(full, word) {
			common = append(common, word)
		}
	}
	before := map[string]string{} // the full name of each short name
	for _, name := range full {
		var rest []string
		for _, word := range strings.Fields(name) {
			if !slices.Contains(common, word) {
				rest = append(rest, word)
			}
		}
		text := strings.Join(rest, " ")
		other, known := before[text]
		if text == "" || known && other != name {
			return full, ""
		}
		before[text] = name
		short = append(short, text)
	}
	return short, strings.Join(common, " ")
}

// inAll reports whether all names have a word.
func inAll(names []string, word string) bool {
	for _, name := range names {
		if !slices.Contains(strings.Fields(name), word) {
			return false
		}
	}
	return true
}

// wrapped breaks a name into lines of at most the given number of letters: at spaces and, within
// longer words, behind commas and other marks. A word without such marks is broken anywhere.
func wrapped(name string, longest int) string {
	var lines []string
	for _, line := range units.Wrap(name, longest) {
		letters := []rune(line)
		for len(letters) > longest {
			end := longest
			for i := longest; i > longest/2; i-- {
				if strings.ContainsRune(",=|:-/", letters[i-1]) {
					end = i
					break
				}
			}
			lines = append(lines, string(letters[:end]))
			letters = letters[end:]
		}
		lines = append(lines, string(letters))
	}
	return strings.Join(lines, "\n")
}

// lineCount returns the number of lines of a name.
func lineCount(name string) int { return strings.Count(name, "\n") + 1 }

// most returns the largest number of lines of a name, or 0 if there are no names.
func (n names) most() int {
	most := 0
	for _, name := range n {
		most = max(most, lineCount(name))
	}
	return most
}
