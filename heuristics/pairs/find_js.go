package pairs

import "npuzzle/puzzle"

// Find returns nil: the program of the web page has no tables, because it must be small.
func Find(puzzle.Size, string) (*Table, error) { return nil, nil }

func shipped(puzzle.Size) (*Table, error) { return nil, nil }
