package lists_test

import (
	"fmt"
	"strconv"
	"strings"

	"npuzzle/internal/lists"
)

func Example() {
	words := []string{"up", "down", "left"}
	fmt.Println(lists.Map(words, strings.ToUpper))
	fmt.Println(lists.Where(words, func(word string) bool { return len(word) > 2 }))
	fmt.Println(lists.Make(4, func(i int) int { return i * i }))
	fmt.Println(lists.Distinct([]string{"up", "down", "up"}))
	numbers, err := lists.Try([]string{"1", "two"}, strconv.Atoi)
	fmt.Println(numbers, err)
	// Output:
	// [UP DOWN LEFT]
	// [down left]
	// [0 1 4 9]
	// [up down]
	// [] strconv.Atoi: parsing "two": invalid syntax
}
