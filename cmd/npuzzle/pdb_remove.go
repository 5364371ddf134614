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
	listed, err := store.List()
	if err != nil {
		return blamed(err)
	}
	parts, err := store.Parts()
	if err != nil {
		return err
	}
	removed := pdbRemoved{Files: []string{}, Kept: []string{}, For: []string{}}
	files := listed
	if o.all {
		parts = slices.DeleteFunc(parts, func(p pdb.Part) bool { return !p.Abandoned })
	} else if files, parts, err = o.chosen(store, texts, listed, parts, &removed); err != nil {
		return err
	}
	for _, f := range files {
		if err := store.Remove(f); err != nil {
			return err
		}
		removed.Files = append(removed.Files, f.Path)
		removed.Bytes += f.Bytes
	}
	for _, p := range parts {
		if err := store.RemovePart(p); err != nil {
			return err
		}
		removed.Files = append(removed.Files, p.Path)
		removed.Bytes += p.Bytes
	}
	if o.json {
		return json.NewEncoder(con.out).Encode(removed)
	}
	text := fmt.Sprintf("removed %s, %s in %s\n", plural(len(removed.Files), "file", "files"), amount(removed.Bytes), store.Dir())
	if len(removed.Kept) > 0 {
		text += fmt.Sprintf("kept %s of %s, to be removed together\n", plural(len(removed.Kept), "file", "files"), strings.Join(removed.For, ", "))
	}
	_, err = con.out.Write([]byte(text))
	return err
}

// chosen returns the files to remove, each once, and notes those that are kept
// since other partitions need them. It is an error if one of the texts names
// none.
func (o pdbRemoveOptions) chosen(store *pdb.Store, texts []string, listed []pdb.File, parts []pdb.Part, removed *pdbRemoved) ([]pdb.File, []pdb.Part, error) {
	var files, named []pdb.File
	var partitions []pdb.Partition
	var chosen []pdb.Part
	for _, text := range texts {
		if !strings.HasSuffix(text, ".pdb") && !strings.HasSuffix(text, ".part") {
			list, err := o.of.partitions([]string{text})
			if err != nil {
				return nil, nil, err
			}
			found, err := store.Files(list[0])
			if err != nil {
				return nil, nil, err
			}
			if len(found) == 0 {
				return nil, nil, misuse("%s of %v is not built in %s; see npuzzle pdb list", shortened(list[0].String()), o.of.size, store.Dir())
			}
			files, partitions = append(files, found...), append(partitions, list[0])
			continue
		}
		path, err := inStore(store, text)
		if err != nil {
			return nil, nil, err
		}
		at := slices.IndexFunc(listed, func(f pdb.File) bool { return f.Path == path })
		part := slices.IndexFunc(parts, func(p pdb.Part) bool { return p.Path == path })
		switch {
		case at >= 0:
			named = append(named, listed[at])
		case part < 0:
			return nil, nil, misuse("%s has no file %.80q; see npuzzle pdb list", store.Dir(), filepath.Base(text))
		case !parts[part].Abandoned:
			return nil, nil, misuse("%s is being written; expected one that nobody has written to for ten minutes", path)
		case !slices.Contains(chosen, parts[part]):
			chosen = append(chosen, parts[part])
		}
	}
	losing, shared := pdb.Sharing(pdb.Catalogue(listed), partitions)
	files = slices.DeleteFunc(files, func(f pdb.File) bool {
		return slices.ContainsFunc(shared, func(kept pdb.File) bool { return kept.Path == f.Path })
	})
	files = append(files, named...)
	isChosen := func(path string) bool {
		return slices.ContainsFunc(files, func(f pdb.File) bool { return f.Path == path })
	}
	for _, f := range shared {
		if !isChosen(f.Path) && !slices.Contains(removed.Kept, f.Path) {
			removed.Kept = append(removed.Kept, f.Path)
		}
	}
	for _, b := range losing {
		if slices.ContainsFunc(b.Files, func(f pdb.File) bool { return slices.Contains(removed.Kept, f.Path) }) {
			removed.For = append(removed.For, shortened(b.Partition.String()))
		}
	}
	slices.SortFunc(files, func(a, b pdb.File) int { return strings.Compare(a.Path, b.Path) })
	return slices.CompactFunc(files, func(a, b pdb.File) bool { return a.Path == b.Path }), chosen, nil
}

// inStore returns the path of a file in the store's directory: of a name alone,
// or of a path that leads there.
func inStore(store *pdb.Store, text string) (string, error) {
	path := filepath.Join(store.Dir(), filepath.Base(text))
	if filepath.Base(text) == text {
		return path, nil
	}
	here, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if there, err := filepath.Abs(text); err != nil || there != here {
		return "", misuse("%.80q is not in %s; expected a file of that directory; see npuzzle pdb list", text, store.Dir())
	}
	return path, nil
}
