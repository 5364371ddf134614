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

// pdbEntry is what pdb list prints as JSON: a partition of which tables are
// there, or a file at fault.
type pdbEntry struct {
	Partition string        `json:"partition,omitempty"`
	Drawing   string        `json:"drawing,omitempty"`
	Size      string        `json:"size,omitempty"`
	Goal      *puzzle.Board `json:"goal,omitempty"`  // the first of them that it was built for
	Goals     []string      `json:"goals,omitempty"` // that need these tables: names, then boards that it was built for
	Tables    int           `json:"tables,omitempty"`
	Missing   int           `json:"missing"`        // of the tables
	Bytes     uint64        `json:"bytes"`          // of the files
	Built     time.Time     `json:"built"`          // the last of the files
	Damaged   *string       `json:"damaged"`        // what is wrong, as far as that is seen without reading files whole
	Part      bool          `json:"part,omitempty"` // of a file, which a build is writing or has left
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
			store, err := openStore(dir)
			if err != nil {
				return err
			}
			files, err := store.List()
			if err != nil {
				return blamed(err)
			}
			parts, err := store.Parts()
			if err != nil {
				return err
			}
			entries := pdbEntries(files, parts)
			if !asJSON {
				sum := uint64(0)
				for _, f := range files {
					sum += f.Bytes
				}
				for _, p := range parts {
					sum += p.Bytes
				}
				return printEntries(con, store.Dir(), entries, sum)
			}
			for _, e := range entries {
				if err := json.NewEncoder(con.out).Encode(e); err != nil {
					return err
				}
			}
			return nil
		},
	},
		"npuzzle pdb list",
		"npuzzle pdb list --json",
	)
}

// pdbEntries lists the partitions that are built, then the files at fault, then
// parts of files.
func pdbEntries(files []pdb.File, parts []pdb.Part) []pdbEntry {
	var entries []pdbEntry
	for _, b := range pdb.Catalogue(files) {
		goal := b.Partition.Goal()
		e := pdbEntry{
			Partition: b.Partition.String(), Drawing: b.Partition.Drawing(), Size: goal.Size().String(), Goal: &goal,
			Tables: len(b.Files) + b.Missing, Missing: b.Missing,
		}
		for _, goal := range b.Goals {
			e.Goals = append(e.Goals, goalText(goal))
		}
		for _, f := range b.Files {
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
	for _, p := range parts {
		e := pdbEntry{Bytes: p.Bytes, Built: p.Written, Part: true, Files: []string{p.Path}}
		if p.Abandoned {
			text := fmt.Sprintf("pdb: %s: left by a build that was cut short; remove it (npuzzle pdb remove --all, or by its name)", p.Path)
			e.Damaged = &text
		}
		entries = append(entries, e)
	}
	return entries
}

// goalText returns the name of a goal, or its board.
func goalText(goal puzzle.Board) string {
	for _, name := range []string{puzzle.BlankLast, puzzle.BlankFirst, puzzle.Snail} {
		if named, err := puzzle.Goal(name, goal.Size()); err == nil && named == goal {
			return name
		}
	}
	return goal.String()
}

// printEntries prints the partitions as a table and a line for each other file,
// given the bytes of all files.
func printEntries(con console, dir string, entries []pdbEntry, sum uint64) error {
	var b strings.Builder
	var rows []table.Row
	var others []string
	for _, e := range entries {
		switch {
		case e.Damaged != nil:
			others = append(others, *e.Damaged)
			continue
		case e.Part:
			others = append(others, fmt.Sprintf("%s is being written", e.Files[0]))
			continue
		}
		state := "complete"
		if e.Missing > 0 {
			state = fmt.Sprintf("%d of %s missing", e.Missing, plural(e.Tables, "table", "tables"))
		}
		rows = append(rows, table.Row{shortened(e.Partition), e.Size, strings.Join(e.Goals, ", "), e.Tables - e.Missing, amount(e.Bytes), e.Built.Format("2006-01-02 15:04"), state})
	}
	if len(rows) > 0 {
		header := table.Row{"partition", "size", "goals", "tables", "disk", "built", "state"}
		if err := printTable(&b, header, rows, 1, 2, 3, 7); err != nil {
			return err
		}
		b.WriteString("\n")
	}
	for _, text := range others {
		fmt.Fprintln(&b, text)
	}
	if len(entries) == 0 {
		fmt.Fprintf(&b, "no pattern databases in %s\n", dir)
	} else {
		fmt.Fprintf(&b, "%s in %s\n", amount(sum), filepath.Clean(dir))
	}
	_, err := con.out.Write([]byte(b.String()))
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
