package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/urfave/cli/v2"

	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
)

// pdbEntry is what pdb list prints as JSON: a partition that tables were built
// for, or a damaged file.
type pdbEntry struct {
	Partition string        `json:"partition,omitempty"`
	Drawing   string        `json:"drawing,omitempty"`
	Size      string        `json:"size,omitempty"`
	Goal      *puzzle.Board `json:"goal,omitempty"`  // the first goal that it was built for
	Goals     []string      `json:"goals,omitempty"` // that need these tables: names, then boards that it was built for
	Tables    int           `json:"tables,omitempty"`
	Missing   int           `json:"missing"` // number of the tables that are missing
	Bytes     uint64        `json:"bytes"`   // of the files
	Built     time.Time     `json:"built"`   // time of the last file
	Damaged   *string       `json:"damaged"` // what is wrong with the header or the length
	Files     []string      `json:"files"`
}

func pdbListCommand(con console) *cli.Command {
	return pdbFilesCommand("list", "list the partitions that are built", "print one JSON object a partition",
		func(_ context.Context, dir string, files []pdb.File, asJSON bool) error {
			if !asJSON {
				printListed(con.out, dir, files)
				return nil
			}
			for _, e := range pdbEntries(files) {
				if err := con.object(e); err != nil {
					return err
				}
			}
			return nil
		})
}

// pdbEntries lists the partitions that are built, then the damaged files.
func pdbEntries(files []pdb.File) []pdbEntry {
	var entries []pdbEntry
	for _, l := range pdb.Partitions(files) {
		goal := l.Partition.Goal()
		e := pdbEntry{
			Partition: l.Partition.String(), Drawing: l.Partition.Drawing(), Size: goal.Size().String(), Goal: &goal,
			Goals: goalTexts(l), Tables: len(l.Files) + l.Missing, Missing: l.Missing, Bytes: l.Bytes, Built: l.Built,
		}
		for _, f := range l.Files {
			e.Files = append(e.Files, f.Path)
		}
		entries = append(entries, e)
	}
	for _, f := range files {
		if f.Err != nil {
			text := f.Err.Error()
			entries = append(entries, pdbEntry{Bytes: f.Bytes, Built: f.Built, Damaged: &text, Files: []string{f.Path}})
		}
	}
	return entries
}

func goalTexts(l pdb.Listed) []string {
	texts := make([]string, len(l.Goals))
	for i, goal := range l.Goals {
		texts[i] = puzzle.GoalText(goal)
	}
	return texts
}

// printListed prints the partitions as a table, a line for each damaged file, and
// the size of all files.
func printListed(w io.Writer, dir string, files []pdb.File) {
	if len(files) == 0 {
		fmt.Fprintf(w, "no pattern databases in %s\n", dir)
		return
	}
	var rows []table.Row
	for _, l := range pdb.Partitions(files) {
		state := "complete"
		if l.Missing > 0 {
			state = fmt.Sprintf("%d of %s missing", l.Missing, plural(len(l.Files)+l.Missing, "table", "tables"))
		}
		rows = append(rows, table.Row{l.Partition.Short(), l.Partition.Goal().Size(), strings.Join(goalTexts(l), ", "),
			len(l.Files), amount(l.Bytes), l.Built.Format("2006-01-02 15:04"), state})
	}
	if len(rows) > 0 {
		printTable(w, table.Row{"partition", "size", "goals", "tables", "disk", "built", "state"}, rows, 1, 2, 3, 7)
		fmt.Fprintln(w)
	}
	sum := uint64(0)
	for _, f := range files {
		sum += f.Bytes
		if f.Err != nil {
			fmt.Fprintln(w, f.Err)
		}
	}
	fmt.Fprintf(w, "%s in %s\n", amount(sum), filepath.Clean(dir))
}
