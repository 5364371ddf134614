package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"npuzzle/heuristics/pdb"
)

// pdbRemoved is what pdb remove prints as JSON.
type pdbRemoved struct {
	Files []string `json:"files"`
	Bytes uint64   `json:"bytes"`
	Kept  []string `json:"kept"` // files that other partitions need
	For   []string `json:"for"`  // these partitions
}

// pdbRemoveOptions are what pdb remove is told.
type pdbRemoveOptions struct {
	of   partitionFlags
	all  bool
	json bool
}

func pdbRemoveCommand(con console) *cli.Command {
	var o pdbRemoveOptions
	flags := o.of.flags()
	all := cli.BoolFlag{Name: "all", Usage: "remove all pattern databases of the directory", Destination: &o.all}
	flags = append(flags, in(aboutBoards, &all)...)
	flags = append(flags, in(aboutOutput, jsonFlag("print one JSON object", &o.json))...)
	return command(cli.Command{
		Name:      "remove",
		Usage:     "remove the tables of partitions, or files of the directory by their names",
		ArgsUsage: "[PARTITION|FILE]...",
		Flags:     flags,
		Action: func(c *cli.Context) error {
			if o.all == (c.NArg() > 0) {
				return misuse("pdb remove needs partitions, names of files, or --all; see npuzzle pdb list")
			}
			return pdbRemove(o, c.Args().Slice(), con)
		},
	},
		"npuzzle pdb remove --size 3x3 4-4",
		"npuzzle pdb remove --all",
	)
}

func pdbRemove(o pdbRemoveOptions, texts []string, con console) error {
	store, err := openStore(o.of.dir)
	if err != nil {
		return err
	}
	listed, err := store.List()
	if err != nil {
		return blamed(err)
	}
	removed := pdbRemoved{Files: []string{}, Kept: []string{}, For: []string{}}
	files := listed
	if !o.all {
		if files, err = o.chosen(store, texts, listed, &removed); err != nil {
			return err
		}
	}
	for _, f := range files {
		if err := f.Remove(); err != nil {
			return err
		}
		removed.Files = append(removed.Files, f.Path)
		removed.Bytes += f.Bytes
	}
	if o.json {
		return con.object(removed)
	}
	count := plural(len(removed.Files), "file", "files")
	fmt.Fprintf(con.out, "removed %s, %s in %s\n", count, amount(removed.Bytes), store.Dir)
	if len(removed.Kept) > 0 {
		kept := plural(len(removed.Kept), "file", "files")
		fmt.Fprintf(con.out, "kept %s of %s, to be removed together\n", kept, strings.Join(removed.For, ", "))
	}
	return nil
}

// chosen returns the files that the texts name, each once: files by their names,
// and the files of partitions. It leaves out the files of a partition that
// another partition needs, and records these in removed. A text that names
// nothing is an error.
func (o pdbRemoveOptions) chosen(
	store *pdb.Store, texts []string, listed []pdb.File, removed *pdbRemoved) ([]pdb.File, error) {
	var partitions []pdb.Partition
	names, found := map[string]bool{}, map[string]bool{} // paths that are named, and of the partitions
	for _, text := range texts {
		if strings.HasSuffix(text, ".pdb") {
			path, err := inStore(store, text)
			if err != nil {
				return nil, err
			}
			if !slices.ContainsFunc(listed, func(f pdb.File) bool { return f.Path == path }) {
				return nil, misuse("%s has no file %.80q; see npuzzle pdb list", store.Dir, filepath.Base(text))
			}
			names[path] = true
			continue
		}
		list, err := o.of.partitions([]string{text})
		if err != nil {
			return nil, err
		}
		files := store.Files(list[0])
		if len(files) == 0 {
			return nil, misuse("%s of %v is not built in %s; see npuzzle pdb list", list[0].Short(), o.of.size, store.Dir)
		}
		for _, f := range files {
			found[f.Path] = true
		}
		partitions = append(partitions, list[0])
	}
	others := slices.DeleteFunc(slices.Clone(listed), func(f pdb.File) bool { return names[f.Path] })
	needed, by := pdb.Needed(others, partitions)
	for _, f := range needed {
		delete(found, f.Path)
		if !slices.Contains(removed.Kept, f.Path) {
			removed.Kept = append(removed.Kept, f.Path)
		}
	}
	for _, l := range by {
		removed.For = append(removed.For, l.Partition.Short())
	}
	return slices.DeleteFunc(listed, func(f pdb.File) bool { return !names[f.Path] && !found[f.Path] }), nil
}

// inStore returns the path of a file in the store's directory. The text is the
// file's name alone or a path to that directory.
func inStore(store *pdb.Store, text string) (string, error) {
	path := filepath.Join(store.Dir, filepath.Base(text))
	if filepath.Base(text) == text {
		return path, nil
	}
	here, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if there, err := filepath.Abs(text); err != nil || there != here {
		return "", misuse("%.80q is not in %s; expected a file of that directory; see npuzzle pdb list", text, store.Dir)
	}
	return path, nil
}
