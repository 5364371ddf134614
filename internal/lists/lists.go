// Package lists makes lists from functions and from other lists.
package lists

// Make returns a list of n elements, where the function makes the element of each index, in order.
// Without elements, the list is nil.
func Make[E any](n int, of func(int) E) (list []E) {
	if n > 0 {
		list = make([]E, n)
	}
	for i := range list {
		list[i] = of(i)
	}
	return list
}

// Map returns the results of a function for each element, in order.
func Map[E, R any](list []E, of func(E) R) []R {
	return Make(len(list), func(i int) R { return of(list[i]) })
}

// Try returns the results of a function for each element, in order, or its first error.
func Try[E, R any](list []E, of func(E) (R, error)) (results []R, err error) {
	for _, element := range list {
		result, err := of(element)
		if err != nil {
			return nil, err
		}
		results = append(results, result)
	}
	return results, nil
}

// Where returns the elements for which keep returns true.
func Where[S ~[]E, E any](list S, keep func(E) bool) S {
	var kept S
	for _, e := range list {
		if keep(e) {
			kept = append(kept, e)
		}
	}
	return kept
}

// Distinct returns the different elements of a list, in the order of their first places.
func Distinct[S ~[]E, E comparable](list S) (distinct S) {
	seen := map[E]bool{}
	for _, element := range list {
		if !seen[element] {
			distinct = append(distinct, element)
		}
		seen[element] = true
	}
	return distinct
}
