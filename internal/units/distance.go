package units

// editDistance returns the smallest number of bytes that have to be inserted, deleted or replaced
// to make one text of the other (Wagner and Fischer 1974). It takes time in proportion to the
// product of the lengths.
func editDistance(from, to string) int {
	// row[j] is the distance between the part of from that was read and the first j bytes of to.
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(from) {
		diagonal := row[0] // distance without the last byte of both
		row[0] = i + 1
		for j := range len(to) {
			replaced := diagonal
			if from[i] != to[j] {
				replaced++
			}
			diagonal = row[j+1]
			deleted := row[j+1] + 1
			inserted := row[j] + 1
			row[j+1] = min(replaced, deleted, inserted)
		}
	}
	return row[len(to)]
}
