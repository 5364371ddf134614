package must_test

import (
	"fmt"
	"strconv"

	"npuzzle/internal/must"
)

func ExampleSucceed() {
	fmt.Println(must.Succeed(strconv.Atoi("15"))) // digits
	defer func() { fmt.Println(recover()) }()
	must.Succeed(strconv.Atoi("fifteen"))
	// Output:
	// 15
	// strconv.Atoi: parsing "fifteen": invalid syntax
}
