package main

import (
	"encoding/json"
	"fmt"
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
	var dir string
	var asJSON bool
	flags := in(aboutBoards, pdbDirFlag(&dir))
	flags = append(flags, in(aboutOutput, jsonFlag("print one JSON object a partition", &asJSON))...)
	return command(cli.Command{
		Name:  "list",
		Usage: "list the partitions that are built",
		Flags: flags,
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			return pdbList(dir, asJSON, con)
		},
	},
		"npuzzle pdb list",
		"npuzzle pdb list --json",
	)
}

func pdbList(dir string, asJSON bool, con console) error {
	store, err := openStore(dir)
	if err != nil {
		return err
	}
	files, err := store.List()
	if err != nil {
		return blamed(err)
	}
	entries := pdbEntries(files)
	if !asJSON {
		sum := uint64(0)
		for _, f := range files {
			sum += f.Bytes
		}
		return printEntries(con, store.Dir, entries, sum)
	}
	for _, e := range entries {
		if err := json.NewEncoder(con.out).Encode(e); err != nil {
			return err
		}
	}
	return nil
}

// pdbEntries lists the partitions that are built, then the damaged files.
func pdbEntries(files []pdb.File) []pdbEntry {
	var entries []pdbEntry
	for _, l := range pdb.Partitions(files) {
		goal := l.Partition.Goal()
		e := pdbEntry{
			Partition: l.Partition.String(), Drawing: l.Partition.Drawing(), Size: goal.Size().String(), Goal: &goal,
			Tables: len(l.Files) + l.Missing, Missing: l.Missing,
		}
		for _, goal := range l.Goals {
			e.Goals = append(e.Goals, puzzle.GoalText(goal))
		}
		for _, f := range l.Files {
			e.Bytes += f.Bytes
			e.Files = append(e.Files, f.Path)
			if f.Built.After(e.Built) {
				e.Built = f.Built
			}
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

// printEntries prints the partitions as a table, a line for each damaged file,
// and the size of all files.
func printEntries(con console, dir string, entries []pdbEntry, sum uint64) error {
	var text, damaged strings.Builder
	var rows []table.Row
	for _, e := range entries {
		if e.Damaged != nil {
			fmt.Fprintln(&damaged, *e.Damaged)
			continue
		}
		state := "complete"
		if e.Missing > 0 {
			state = fmt.Sprintf("%d of %s missing", e.Missing, plural(e.Tables, "table", "tables"))
		}
		rows = append(rows, table.Row{shortened(e.Partition), e.Size, strings.Join(e.Goals, ", "), e.Tables - e.Missing,
			amount(e.Bytes), e.Built.Format("2006-01-02 15:04"), state})
	}
	if len(rows) > 0 {
		header := table.Row{"partition", "size", "goals", "tables", "disk", "built", "state"}
		if err := printTable(&text, header, rows, 1, 2, 3, 7); err != nil {
			return err
		}
		text.WriteString("\n")
	}
	text.WriteString(damaged.String())
	if len(entries) == 0 {
		fmt.Fprintf(&text, "no pattern databases in %s\n", dir)
	} else {
		fmt.Fprintf(&text, "%s in %s\n", amount(sum), filepath.Clean(dir))
	}
	_, err := con.out.Write([]byte(text.String()))
	return err
}

// shortened returns the beginning of a text that is too long for a column.
func shortened(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-3]) + "..."
	}
	return text
}
