package analysis

import (
	"fmt"

	"npuzzle/bench"
	"npuzzle/internal/units"
)

// OtherCPU returns a sentence about the trials whose processor times cannot be compared with
// others. It returns "" if there are none.
func OtherCPU(records []bench.Record) string {
	earlier := 0
	for _, r := range records {
		if r.Error == "" && r.CPUSeconds.Known() && r.OtherCPU() {
			earlier++
		}
	}
	if earlier == 0 {
		return ""
	}
	return fmt.Sprintf("The processor times of %s cannot be compared with others: an earlier "+
		"version of the program measured only a part of them. To measure them again, run the "+
		"experiment again.",
		units.Plural(earlier, "trial", "trials"))
}
