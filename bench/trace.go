package bench

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// Trace is a sequence of moments of one run of the genetic solver, in order of time (see History).
//
// A trace file is CSV with the following columns. Its first line has their names.
//
//   - subgoal, phase, generation: the numbers of search.Generation
//   - best, median, mean: fitness of the population
//   - diversity: see Moment
//   - evaluations: number of evaluations so far
//   - length: length of the best plan so far; empty if there is no plan yet
//   - seconds: time since the start of the run
type Trace []Moment

// Write writes the trace as CSV.
func (t Trace) Write(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintln(w, "subgoal,phase,generation,best,median,mean,diversity,evaluations,length,seconds")
	for _, m := range t {
		length := ""
		if m.Length > 0 {
			length = strconv.Itoa(m.Length)
		}
		fmt.Fprintf(w, "%d,%d,%d,%d,%d,%v,%v,%d,%s,%v\n", m.Subgoal, m.Phase, m.Generation, m.Best, m.Median,
			m.Mean, m.Diversity, m.Evaluated, length, m.Seconds)
	}
	return w.Flush()
}
