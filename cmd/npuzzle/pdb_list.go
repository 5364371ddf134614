package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
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
	Goal      *puzzle.Board `json:"goal,omitempty"`  // that it was first built for
	Goals     []string      `json:"goals,omitempty"` // the goals with names that its tables serve
	Tables    int           `json:"tables,omitempty"`
	Missing   int           `json:"missing"` // of the tables
	Bytes     uint64        `json:"bytes"`   // of the files
	Built     time.Time     `json:"built"`   // the last of the files
	Damaged   *string       `json:"damaged"` // what is wrong, as far as that is seen without reading files whole
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
			entries := pdbEntries(files)
			if !asJSON {
				return printEntries(con, store.Dir(), entries)
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

// pdbEntries lists the partitions that files were built for, then the files at
// fault.
func pdbEntries(files []pdb.File) []pdbEntry {
	of := map[pdb.Pattern]pdb.File{}
	for _, f := range files {
		if f.Err == nil {
			of[f.Pattern] = f
		}
	}
	has := func(p pdb.Partition) bool {
		return !slices.ContainsFunc(p.Patterns(), func(pattern pdb.Pattern) bool { return of[pattern].Path == "" })
	}
	var entries, faults []pdbEntry
	seen := map[string]bool{}
	for _, f := range files {
		if f.Err != nil {
			text := f.Err.Error()
			faults = append(faults, pdbEntry{Bytes: f.Bytes, Built: f.Built, Damaged: &text, Files: []string{f.Path}})
			continue
		}
		goal := f.Partition.Goal()
		if key := fmt.Sprint(f.Partition, goal); seen[key] {
			continue
		} else {
			seen[key] = true
		}
		e := pdbEntry{Partition: f.Partition.String(), Drawing: f.Partition.Drawing(), Size: goal.Size().String(), Goal: &goal}
		for _, pattern := range f.Partition.Patterns() {
			e.Tables++
			file, there := of[pattern]
			if !there {
				e.Missing++
				continue
			}
			e.Bytes += file.Bytes
			e.Files = append(e.Files, file.Path)
			if file.Built.After(e.Built) {
				e.Built = file.Built
			}
		}
		for _, name := range []string{puzzle.BlankLast, puzzle.BlankFirst, puzzle.Snail} {
			named, err := puzzle.Goal(name, goal.Size())
			if err != nil {
				continue
			}
			if p, err := pdb.ParsePartition(e.Partition, named); err == nil && has(p) {
				e.Goals = append(e.Goals, name)
			}
		}
		entries = append(entries, e)
	}
	return append(entries, faults...)
}

// printEntries prints the partitions as a table and a line for each file at
// fault.
func printEntries(con console, dir string, entries []pdbEntry) error {
	var b strings.Builder
	var rows []table.Row
	var faults []string
	sum := uint64(0)
	for _, e := range entries {
		sum += e.Bytes
		if e.Damaged != nil {
			faults = append(faults, *e.Damaged)
			continue
		}
		goals, state := strings.Join(e.Goals, " "), "complete"
		if len(e.Goals) == 0 {
			goals = e.Goal.String()
		}
		if e.Missing > 0 {
			goals, state = e.Goal.String(), fmt.Sprintf("%d of %s missing", e.Missing, plural(e.Tables, "table", "tables"))
		}
		rows = append(rows, table.Row{e.Partition, e.Size, goals, e.Tables - e.Missing, amount(e.Bytes), e.Built.Format("2006-01-02 15:04"), state})
	}
	if len(rows) > 0 {
		header := table.Row{"partition", "size", "goals", "tables", "disk", "built", "state"}
		if err := printTable(&b, header, rows, 1, 2, 3, 7); err != nil {
			return err
		}
		b.WriteString("\n")
	}
	for _, text := range faults {
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
