package lists_test

import (
	"fmt"
	"strings"

	"npuzzle/internal/lists"
)

func Example() {
	words := []string{"up", "down", "left"}
	fmt.Println(lists.Map(words, strings.ToUpper))
	fmt.Println(lists.Where(words, func(word string) bool { return len(word) > 2 }))
	// Output:
	// [UP DOWN LEFT]
	// [down left]
}
