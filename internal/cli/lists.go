package cli

// Map returns the results of a function for each value.
func Map[T, U any](values []T, function func(T) U) []U {
	var results []U
	for _, value := range values {
		results = append(results, function(value))
	}
	return results
}

// Where returns the values for which a function is true.
func Where[T any](values []T, wanted func(T) bool) []T {
	var chosen []T
	for _, value := range values {
		if wanted(value) {
			chosen = append(chosen, value)
		}
	}
	return chosen
}
