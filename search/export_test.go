package search

// Patterns are pattern databases of so many tiles each, built in memory.
type Patterns = patterns

// AtOnce has the kernels search all iterations but the first.
func AtOnce(s *IDAStar) *IDAStar {
	s.large = 1
	return s
}
