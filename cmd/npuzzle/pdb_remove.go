package main

import (
	"encoding/json"
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
	flags = append(flags, in(aboutBoards, &cli.BoolFlag{Name: "all", Usage: "remove all pattern databases of the directory", Destination: &o.all})...)
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
	files, err := o.files(store, texts)
	if err != nil {
		return err
	}
	removed := pdbRemoved{Files: []string{}}
	for _, f := range files {
		if err := store.Remove(f); err != nil {
			return err
		}
		removed.Files = append(removed.Files, f.Path)
		removed.Bytes += f.Bytes
	}
	if o.json {
		return json.NewEncoder(con.out).Encode(removed)
	}
	_, err = fmt.Fprintf(con.out, "removed %s, %s in %s\n", plural(len(files), "file", "files"), amount(removed.Bytes), store.Dir())
	return err
}

// files returns the files to remove, each once. Nothing is removed if one of the
// texts names none.
func (o pdbRemoveOptions) files(store *pdb.Store, texts []string) ([]pdb.File, error) {
	listed, err := store.List()
	if err != nil || o.all {
		return listed, blamed(err)
	}
	var files []pdb.File
	for _, text := range texts {
		if strings.HasSuffix(text, ".pdb") {
			i := slices.IndexFunc(listed, func(f pdb.File) bool { return filepath.Base(f.Path) == filepath.Base(text) })
			if i < 0 {
				return nil, misuse("%s has no file %.80q; see npuzzle pdb list", store.Dir(), filepath.Base(text))
			}
			files = append(files, listed[i])
			continue
		}
		partitions, err := o.of.partitions([]string{text})
		if err != nil {
			return nil, err
		}
		found, err := store.Files(partitions[0])
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, misuse("%v of %v is not built in %s; see npuzzle pdb list", partitions[0], o.of.size, store.Dir())
		}
		files = append(files, found...)
	}
	slices.SortFunc(files, func(a, b pdb.File) int { return strings.Compare(a.Path, b.Path) })
	return slices.CompactFunc(files, func(a, b pdb.File) bool { return a.Path == b.Path }), nil
}
