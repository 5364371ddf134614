package studies

import (
	"embed"
	"encoding/csv"
	"fmt"
	"strconv"

	"npuzzle/puzzle"
)

// The figures that the studies published; published/README.md says of what.
//
//go:embed published/*.csv
var published embed.FS

// figures are the rows of a file by the names of its columns.
type figures []map[string]string

// readPublished reads a file. It panics on a fault, since the files are part of
// the program.
func readPublished(name string) figures {
	file, err := published.Open("published/" + name + ".csv")
	if err != nil {
		panic(fmt.Sprintf("studies: %v", err))
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		panic(fmt.Sprintf("studies: %s: %v", name, err))
	}
	var all figures
	for _, row := range rows[1:] {
		entry := map[string]string{}
		for i, column := range rows[0] {
			entry[column] = row[i]
		}
		all = append(all, entry)
	}
	return all
}

// tookTooLong is how the shuffle study's figures say so.
const tookTooLong = "TL"

// number reads a figure; one that took too long is TooLong.
func number(text string) float64 {
	if text == tookTooLong {
		return TooLong
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(fmt.Sprintf("studies: %v", err))
	}
	return x
}

func sizeOf(text string) puzzle.Size {
	size, err := puzzle.ParseSize(text)
	if err != nil {
		panic(fmt.Sprintf("studies: %v", err))
	}
	return size
}

// goalOf returns a named goal of a size.
func goalOf(name string, size puzzle.Size) puzzle.Board {
	goal, err := puzzle.Goal(name, size)
	if err != nil {
		panic(fmt.Sprintf("studies: %v", err))
	}
	return goal
}
