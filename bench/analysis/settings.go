package analysis

import (
	"maps"
	"slices"
	"strings"

	"npuzzle/search/setting"
	"npuzzle/solvers"
)

// SplitName splits the name of a solver into the part without settings and the values of settings,
// as in "ga study population=10". compare gives solvers such names if a setting has several values.
// A name that consists of settings alone is not split.
func SplitName(name string) (solver string, values map[string]string) {
	values = map[string]string{}
	var words []string
	for _, word := range strings.Fields(name) {
		setting, value, assigned := strings.Cut(word, "=")
		if assigned && value != "" && slices.Contains(solvers.SettingNames(), setting) {
			values[setting] = value
			continue
		}
		words = append(words, word)
	}
	if words == nil {
		return name, map[string]string{}
	}
	return strings.Join(words, " "), values
}

// NamedSettings returns the settings in the names of solvers, in the order of the table of
// settings.
func NamedSettings(names []string) (named []string) {
	for _, setting := range solvers.SettingNames() {
		isGiven := func(name string) bool {
			_, values := SplitName(name)
			return values[setting] != ""
		}
		if slices.ContainsFunc(names, isGiven) {
			named = append(named, setting)
		}
	}
	return named
}

// commonWords returns the words that all names have, in the order of the first name.
func commonWords(names []string) string {
	var common []string
	for _, word := range strings.Fields(names[0]) {
		lacking := slices.ContainsFunc(names, func(name string) bool {
			return !slices.Contains(strings.Fields(name), word)
		})
		if !lacking {
			common = append(common, word)
		}
	}
	return strings.Join(common, " ")
}

// settings returns the settings of the first trial of the solver, without the seed. All trials of a
// solver have the same.
func (s Summary) settings() map[string]string {
	for r := range s.puzzles.trialsOf(s.Solver) {
		values := map[string]string{"heuristic": r.Heuristic}
		maps.Copy(values, r.Settings)
		delete(values, "seed")
		return values
	}
	return nil
}

// varied returns the sorted names of the settings that have several values among the solvers that
// have them.
func varied(summaries []Summary) (names []string) {
	first := map[string]string{}
	for _, s := range summaries {
		for name, value := range s.settings() {
			firstValue, known := first[name]
			switch {
			case !known:
				first[name] = value
			case value != firstValue && !slices.Contains(names, name):
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// settingRow returns the row of a setting, or an empty row for a setting of an earlier version.
func settingRow(name string) setting.Row {
	for _, row := range solvers.Table() {
		if row.Name == name {
			return row
		}
	}
	return setting.Row{Name: name}
}

// family is a set of solvers that agree in all settings but a few.
type family struct {
	name    string // what tells it apart from other families
	solvers []Summary
}

// families divides solvers into sets that agree in the given settings. The name of a family has the
// words that the names of all its solvers have. If these do not tell the families apart, it has the
// values of the settings.
func families(summaries []Summary, settings []string) []family {
	var order []string
	byValues := map[string][]Summary{}
	for _, s := range summaries {
		values := s.settings()
		var texts []string
		for _, name := range settings {
			// The name of a heuristic explains itself.
			texts = append(texts, strings.TrimPrefix(name+"="+values[name], "heuristic="))
		}
		key := strings.Join(texts, " ")
		if byValues[key] == nil {
			order = append(order, key)
		}
		byValues[key] = append(byValues[key], s)
	}
	byFirst := func(x, y string) int { return firstNumber(byValues[x]) - firstNumber(byValues[y]) }
	slices.SortStableFunc(order, byFirst)
	var found []family
	taken := map[string]bool{}
	apart := true
	for _, key := range order {
		members := byValues[key]
		var names []string
		for _, s := range members {
			names = append(names, s.Name)
		}
		name := commonWords(names)
		apart = apart && name != "" && !taken[name]
		taken[name] = true
		found = append(found, family{name: name, solvers: members})
	}
	if apart {
		return found
	}
	for i, key := range order {
		found[i].name = key
	}
	return found
}

// firstNumber returns the smallest number of the solvers.
func firstNumber(summaries []Summary) int {
	first := summaries[0].Number
	for _, s := range summaries {
		first = min(first, s.Number)
	}
	return first
}
