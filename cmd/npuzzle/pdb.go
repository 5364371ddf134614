package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/urfave/cli/v2"

	"npuzzle/heuristics/pdb"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// pdbOptions are the flags of a subcommand of pdb, and the store that it works on.
type pdbOptions struct {
	dir, goal string
	size      puzzle.Size
	workers   int
	memory    uint64
	all, json bool

	con   console
	store *pdb.Store
	files []pdb.File // files of the store
}

// aboutPartitions explains the argument PARTITION.
const aboutPartitions = "A partition divides the tiles into groups. Each group has a pattern database. " +
	"For every placement of the tiles of the group, it stores the smallest number of moves of these tiles " +
	"that brings all of them to their goal cells. PARTITION is either a list of group sizes, or a drawing. The list " +
	"5-5-5 stands for three groups of five tiles. A drawing is the goal board with each tile replaced by " +
	"the letter of its group, and the blank by a dot."

// pdbCommand manages the files of pattern databases. Each subcommand has its own
// pdbOptions.
func pdbCommand(con console) *cli.Command {
	var build, list, verify, remove pdbOptions
	all := cli.BoolFlag{Name: "all", Usage: "remove all pattern databases in the folder", Destination: &remove.all}
	return command(cli.Command{
		Name:      "pdb",
		Usage:     "build, list, verify and remove pattern databases",
		UsageText: "npuzzle pdb COMMAND [FLAGS] [ARGUMENTS]",
		Description: "A pattern database stores how many moves some of the tiles need to reach their goal cells. " +
			"The heuristic pdb uses pattern databases, and builds small ones, such as 5-5-5 on 4x4, if they are " +
			"missing. A partition divides the tiles into groups, with a pattern database for each group. npuzzle " +
			"pdb COMMAND --help shows the flags of a command.",
		Subcommands: []*cli.Command{
			build.command(con, cli.Command{
				Name:        "build",
				Usage:       "build the pattern databases of partitions, if they are missing or damaged",
				ArgsUsage:   "PARTITION...",
				Description: aboutPartitions,
				Flags: append(build.goalFlags(),
					in(aboutLimits, workersFlag(&build.workers), memoryFlag(&build.memory))...),
			}, "print one JSON object per partition", build.build,
				"npuzzle pdb build --size 3x3 4-4",
				"npuzzle pdb build --size 3x4 --goal blank-first '. a a b/a a b b/c c c b'",
			),
			list.command(con, cli.Command{
				Name:  "list",
				Usage: "list the stored pattern databases, by partition",
			}, "print one JSON object per partition", list.list,
				"npuzzle pdb list",
				"npuzzle pdb list --json",
			),
			verify.command(con, cli.Command{
				Name:  "verify",
				Usage: "check the checksum of every pattern database file",
			}, "print one JSON object per file", verify.verify,
				"npuzzle pdb verify",
				"npuzzle pdb verify --json",
			),
			remove.command(con, cli.Command{
				Name:        "remove",
				Usage:       "delete the files of partitions, except files that other partitions use",
				ArgsUsage:   "[PARTITION...]",
				Description: aboutPartitions,
				Flags:       append(remove.goalFlags(), in(aboutBoards, &all)...),
			}, "print one JSON object", remove.remove,
				"npuzzle pdb remove --size 3x3 4-4",
				"npuzzle pdb remove --all",
			),
		},
		Action: cli.ShowSubcommandHelp,
	},
		"npuzzle pdb build --size 4x4 5-5-5",
		"npuzzle pdb list",
	)
}

// goalFlags returns the flags of the goal whose tiles a partition divides.
func (o *pdbOptions) goalFlags() []cli.Flag {
	return in(aboutBoards, sizeFlag("use boards of `ROWSxCOLS`, from 1x2 to 16x16", "4x4", &o.size), goalFlag(&o.goal))
}

// command completes a subcommand. Its action lists the files of the store and then calls
// run with the arguments. The parameter line is the usage of --json.
func (o *pdbOptions) command(con console, c cli.Command, line string,
	run func(ctx context.Context, texts []string) error, examples ...string) *cli.Command {
	o.con = con
	c.Flags = slices.Concat(c.Flags, in(aboutOutput, pdbDirFlag(&o.dir), jsonFlag(line, &o.json)))
	c.Action = func(c *cli.Context) (err error) {
		if o.store, err = pdb.NewStore(o.dir); err != nil {
			return blamed(err)
		}
		if o.files, err = o.store.List(); err != nil {
			return err
		}
		return run(c.Context, c.Args().Slice())
	}
	return command(c, examples...)
}

// partition reads a partition of the tiles of the goal.
func (o *pdbOptions) partition(text string) (pdb.Partition, error) {
	goal, err := puzzle.Goal(o.goal, o.size)
	if err != nil {
		return pdb.Partition{}, &usageError{err}
	}
	p, err := pdb.ParsePartition(text, goal)
	return p, blamed(err)
}

// pdbBuilt is the JSON output of pdb build for one partition.
type pdbBuilt struct {
	Partition string       `json:"partition"`
	Drawing   string       `json:"drawing"`
	Size      string       `json:"size"`
	Goal      puzzle.Board `json:"goal"`
	Tables    int          `json:"tables"`
	Built     int          `json:"built"` // number of tables built by this command
	There     int          `json:"there"` // number of undamaged tables stored now
	Bytes     uint64       `json:"bytes"` // size of the files of the partition
	Dir       string       `json:"dir"`
	Seconds   float64      `json:"seconds"`
	Partial   bool         `json:"partial"`
}

// build builds partitions one after another and prints a line or an object for each
// partition.
//
// It parses all partitions before it builds the first, so that a mistake in the last one
// costs no time. It does not build existing undamaged tables again. If the memory is too
// small, the error names a sufficient limit. After an interrupt, build prints what is
// stored and returns errUnsolved.
func (o *pdbOptions) build(ctx context.Context, texts []string) error {
	partitions := make([]pdb.Partition, len(texts))
	for i, text := range texts {
		var err error
		if partitions[i], err = o.partition(text); err != nil {
			return err
		}
	}
	memory := limitMemory(o.memory)
	building := newProgress(o.con.err)
	options := pdb.BuildOptions{Workers: o.workers, Memory: memory, Observe: showBuild(building)}
	for _, p := range partitions {
		began := time.Now()
		built, err := o.store.Build(ctx, p, options)
		building.end()
		if err != nil && ctx.Err() == nil {
			return blamed(err)
		}
		b := pdbBuilt{
			Partition: p.String(), Drawing: p.Drawing(), Size: o.size.String(), Goal: p.Goal(),
			Tables: len(p.Patterns()), Built: len(built),
			Dir: o.store.Dir, Seconds: time.Since(began).Seconds(), Partial: err != nil,
		}
		for _, f := range o.store.Files(p) {
			b.Bytes += f.Bytes
			if f.Err == nil {
				b.There++
			}
		}
		if o.json {
			err = o.con.object(b)
		} else {
			_, err = fmt.Fprintln(o.con.out, b.text(p))
		}
		if err := errors.Join(err, o.con.out.Flush()); err != nil {
			return err
		}
		if b.Partial {
			return errUnsolved
		}
	}
	return nil
}

// text returns one line that says how many tables of a partition were built, and how many
// are stored now.
func (b pdbBuilt) text(p pdb.Partition) string {
	what := p.Short() + " of " + b.Size
	if b.Drawing != b.Partition && len(b.Drawing) <= 40 {
		what += " (" + b.Drawing + ")"
	}
	done := "built"
	if b.Partial {
		done = "cancelled: built"
	}
	return fmt.Sprintf("%s %d of %s of %s in %s; %d stored, %s in %s", done, b.Built,
		units.Plural(b.Tables, "table", "tables"), what, units.Seconds.Format(b.Seconds),
		b.There, amount(b.Bytes), b.Dir)
}

// pdbEntry is the JSON output of pdb list for one partition or one damaged file.
type pdbEntry struct {
	Partition string       `json:"partition,omitempty"`
	Drawing   string       `json:"drawing,omitempty"`
	Size      string       `json:"size,omitempty"`
	Goal      puzzle.Board `json:"goal,omitzero"`   // first goal that the partition was built for
	Goals     []string     `json:"goals,omitempty"` // goals that need these tables: names first, then boards
	Tables    int          `json:"tables,omitempty"`
	Missing   int          `json:"missing"` // number of missing tables
	Bytes     uint64       `json:"bytes"`   // size of the files
	Built     time.Time    `json:"built"`   // time of the newest file
	Damaged   any          `json:"damaged"` // fault in the header or the length; nil if there is none
	Files     []string     `json:"files"`
}

// list prints the partitions as a table, a line for each damaged file, and the total size
// of the files.
func (o *pdbOptions) list(context.Context, []string) error {
	var entries []pdbEntry
	var rows []table.Row
	for _, l := range pdb.Partitions(o.files) {
		p, goal := l.Partition, l.Partition.Goal()
		e := pdbEntry{
			Partition: p.String(), Drawing: p.Drawing(), Size: goal.Size().String(), Goal: goal,
			Tables: len(p.Patterns()), Missing: len(p.Patterns()) - len(l.Files),
		}
		for _, goal := range l.Goals {
			e.Goals = append(e.Goals, puzzle.GoalText(goal))
		}
		for _, f := range l.Files {
			e.Files = append(e.Files, f.Path)
			e.Bytes += f.Bytes
			if f.Built.After(e.Built) {
				e.Built = f.Built
			}
		}
		state := "complete"
		if e.Missing > 0 {
			state = fmt.Sprintf("%d of %s missing", e.Missing, units.Plural(e.Tables, "table", "tables"))
		}
		entries = append(entries, e)
		rows = append(rows, table.Row{p.Short(), e.Size, strings.Join(e.Goals, ", "), len(l.Files), amount(e.Bytes),
			e.Built.Format("2006-01-02 15:04"), state})
	}
	sum, damaged := uint64(0), ""
	for _, f := range o.files {
		sum += f.Bytes
		if f.Err != nil {
			damaged += f.Err.Error() + "\n"
			entries = append(entries, pdbEntry{Bytes: f.Bytes, Built: f.Built, Damaged: f.Err.Error(),
				Files: []string{f.Path}})
		}
	}
	if o.json {
		return objects(o.con, entries)
	}
	if len(rows) > 0 {
		header := table.Row{"partition", "size", "goals", "tables", "disk", "built", "state"}
		o.con.table(2, header, rows, 1, 2, 3, 7)
		fmt.Fprintln(o.con.out)
	}
	if len(o.files) == 0 {
		fmt.Fprintf(o.con.out, "no pattern databases in %s\n", o.store.Dir)
	} else {
		fmt.Fprintf(o.con.out, "%s%s in %s\n", damaged, amount(sum), filepath.Clean(o.store.Dir))
	}
	return nil
}

// pdbVerdict is the JSON output of pdb verify for one file.
type pdbVerdict struct {
	File      string `json:"file"`
	Partition string `json:"partition,omitempty"` // partition that the file was built for
	Size      string `json:"size,omitempty"`
	Bytes     uint64 `json:"bytes"`
	Sound     bool   `json:"sound"`
	Damaged   any    `json:"damaged"` // text that describes the fault; nil if there is none
}

// verify prints the state of each file. It returns an error if a file is damaged.
//
// It reads all files even if one is damaged, so that one run finds all damage. After an
// interrupt, it prints the files read so far.
func (o *pdbOptions) verify(ctx context.Context, _ []string) error {
	total, done, damaged := uint64(0), uint64(0), 0
	for _, f := range o.files {
		total += f.Bytes
	}
	shown := newProgress(o.con.err)
	defer shown.end()
	var rows []table.Row
	for _, f := range o.files {
		shown.show("verify", done, total, fmt.Sprintf("%s of %s", amount(done), amount(total)))
		err := f.Verify(ctx)
		if ctx.Err() != nil {
			break
		}
		if errors.Is(err, fs.ErrNotExist) {
			continue // another process removed it
		}
		v, short, state := pdbVerdict{File: f.Path, Bytes: f.Bytes, Sound: err == nil}, "", "sound"
		if f.Err == nil {
			v.Partition, v.Size, short = f.Partition.String(), f.Partition.Goal().Size().String(), f.Partition.Short()
		}
		if err != nil {
			damaged++
			v.Damaged, state = err.Error(), err.Error()
			if wrong, ok := errors.AsType[*pdb.FileError](err); ok {
				state = wrong.Fault.Error() // the table names the file
			}
		}
		if o.json {
			if err := o.con.object(v); err != nil {
				return err
			}
		}
		rows = append(rows, table.Row{filepath.Base(v.File), short, v.Size, amount(v.Bytes), state})
		done += f.Bytes
	}
	shown.end()
	if !o.json && len(rows) > 0 {
		o.con.table(1, table.Row{"file", "partition", "size", "disk", "state"}, rows, 1, 2, 3, 5)
	} else if !o.json {
		fmt.Fprintf(o.con.out, "nothing to verify in %s\n", o.store.Dir)
	}
	if damaged > 0 {
		return fmt.Errorf("damaged: %d of %s; npuzzle pdb build builds a damaged table again",
			damaged, units.Plural(len(o.files), "file", "files"))
	}
	if ctx.Err() != nil {
		return errUnsolved
	}
	return nil
}

// pdbRemoved is the JSON output of pdb remove.
type pdbRemoved struct {
	Files []string `json:"files"`
	Bytes uint64   `json:"bytes"`
	Kept  []string `json:"kept"` // files that the partitions in For need
	For   []string `json:"for"`  // other partitions, which need the files in Kept
}

// remove deletes the files of partitions and prints their number. It keeps files that
// other partitions need.
//
// It checks all names before it deletes the first file. Giving both names and --all is a
// usage error, and so is giving neither.
func (o *pdbOptions) remove(_ context.Context, texts []string) error {
	if o.all == (len(texts) > 0) {
		return misuse("pdb remove needs partitions or --all; see npuzzle pdb list")
	}
	removed := pdbRemoved{Files: []string{}, Kept: []string{}, For: []string{}}
	chosen := map[string]bool{} // by path
	var partitions []pdb.Partition
	for _, text := range texts {
		p, err := o.partition(text)
		if err != nil {
			return err
		}
		files := o.store.Files(p)
		if len(files) == 0 {
			return misuse("%s of %v is not built in %s; see npuzzle pdb list", p.Short(), o.size, o.store.Dir)
		}
		partitions = append(partitions, p)
		for _, f := range files {
			chosen[f.Path] = true
		}
	}
	needed, by := pdb.Needed(o.files, partitions)
	for _, f := range needed {
		if chosen[f.Path] {
			removed.Kept = append(removed.Kept, f.Path)
			delete(chosen, f.Path)
		}
	}
	for _, p := range by {
		removed.For = append(removed.For, p.Short())
	}
	for _, f := range o.files {
		if !o.all && !chosen[f.Path] {
			continue
		}
		if err := os.Remove(f.Path); errors.Is(err, fs.ErrNotExist) {
			continue // another process removed it
		} else if err != nil {
			return err
		}
		removed.Files = append(removed.Files, f.Path)
		removed.Bytes += f.Bytes
	}
	if o.json {
		return o.con.object(removed)
	}
	count := units.Plural(len(removed.Files), "file", "files")
	fmt.Fprintf(o.con.out, "removed %s, %s in %s\n", count, amount(removed.Bytes), o.store.Dir)
	if len(removed.Kept) > 0 {
		kept := units.Plural(len(removed.Kept), "file", "files")
		fmt.Fprintf(o.con.out, "kept %s of %s, to be removed together\n", kept, strings.Join(removed.For, ", "))
	}
	return nil
}
