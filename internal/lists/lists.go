// Package lists makes lists from other lists.
package lists

import "slices"

// Map returns the results of a function for each element, in order.
func Map[E, R any](list []E, of func(E) R) (results []R) {
	results = slices.Grow(results, len(list))
	for _, element := range list {
		results = append(results, of(element))
	}
	return results
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
	return slices.DeleteFunc(slices.Clone(list), func(e E) bool { return !keep(e) })
}
