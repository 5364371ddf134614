package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/heuristics/pdb"
	"npuzzle/internal/cli"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// pdbOptions are the flags of a subcommand of pdb, and the store that it works on.
type pdbOptions struct {
	dir, goal string // the empty name of a folder means the default folder
	size      puzzle.Size
	build     pdb.BuildOptions
	all       bool

	con   cli.Console
	store *pdb.Store
	files []pdb.File // files of the store
}

// pdbCommand manages the files of pattern databases. The subcommands share one pdbOptions,
// because a command line has only one of them.
func pdbCommand(con cli.Console) *urfave.Command {
	o := &pdbOptions{con: con}
	command := &urfave.Command{
		Name:  "pdb",
		Usage: "build, list, verify and remove pattern databases",
		Description: `
A pattern database stores how many moves some of the tiles need to reach their goal cells. The
heuristic pdb uses pattern databases, and builds small ones, such as 5-5-5 on 4x4, if they are
missing. A partition divides the tiles into groups, with a pattern database for each group. npuzzle
pdb COMMAND --help shows the flags of a command.`,
		Action: urfave.ShowSubcommandHelp,
		CustomHelpTemplate: cli.Help(
			"npuzzle pdb build --size 4x4 5-5-5",
			"npuzzle pdb list",
		),
	}
	command.Subcommands = []*urfave.Command{
		o.buildCommand(), o.listCommand(), o.verifyCommand(), o.removeCommand(),
	}
	return command
}

func (o *pdbOptions) buildCommand() *urfave.Command {
	flags := []urfave.Flag{
		cli.Parsed(&urfave.StringFlag{
			Name: "size", Category: "boards", Value: "4x4",
			Usage: "use boards of `ROWSxCOLS`, from 1x2 to 16x16",
		}, &o.size, puzzle.ParseSize),
		cli.GoalFlag(&o.goal),
		cli.WorkersFlag(&o.build.Workers),
		cli.MemoryFlag(&o.build.Memory),
		cli.TablesFlag("output", &o.dir),
		cli.JSONFlag("print one JSON object per partition", &o.con.JSON),
	}
	return &urfave.Command{
		Name:      "build",
		Usage:     "build the pattern databases of partitions, if they are missing or damaged",
		ArgsUsage: "PARTITION...",
		Description: `
A partition divides the tiles into groups. Each group has a pattern database. For every placement of
the tiles of the group, it stores the smallest number of moves of these tiles that brings all of
them to their goal cells. PARTITION is either a list of group sizes, or a drawing. The list 5-5-5
stands for three groups of five tiles. A drawing is the goal board with each tile replaced by the
letter of its group, and the blank by a dot.`,
		Flags:  flags,
		Action: o.action(o.buildAll),
		CustomHelpTemplate: cli.Help(
			"npuzzle pdb build --size 3x3 4-4",
			"npuzzle pdb build --size 3x4 --goal blank-first '. a a b/a a b b/c c c b'",
		),
	}
}

func (o *pdbOptions) listCommand() *urfave.Command {
	flags := []urfave.Flag{
		cli.TablesFlag("output", &o.dir),
		cli.JSONFlag("print one JSON object per partition", &o.con.JSON),
	}
	return &urfave.Command{
		Name:   "list",
		Usage:  "list the stored pattern databases, by partition",
		Flags:  flags,
		Action: o.action(o.list),
		CustomHelpTemplate: cli.Help(
			"npuzzle pdb list",
			"npuzzle pdb list --json",
		),
	}
}

func (o *pdbOptions) verifyCommand() *urfave.Command {
	flags := []urfave.Flag{
		cli.TablesFlag("output", &o.dir),
		cli.JSONFlag("print one JSON object per partition", &o.con.JSON),
	}
	return &urfave.Command{
		Name:   "verify",
		Usage:  "check the checksum of every pattern database file, and list them",
		Flags:  flags,
		Action: o.action(o.verify),
		CustomHelpTemplate: cli.Help(
			"npuzzle pdb verify",
			"npuzzle pdb verify --json",
		),
	}
}

func (o *pdbOptions) removeCommand() *urfave.Command {
	flags := []urfave.Flag{
		cli.Parsed(&urfave.StringFlag{
			Name: "size", Category: "boards", Value: "4x4",
			Usage: "use boards of `ROWSxCOLS`, from 1x2 to 16x16",
		}, &o.size, puzzle.ParseSize),
		cli.GoalFlag(&o.goal),
		&urfave.BoolFlag{
			Name: "all", Category: "boards",
			Usage:       "remove all pattern databases in the folder",
			Destination: &o.all,
		},
		cli.TablesFlag("output", &o.dir),
		cli.JSONFlag("print one JSON object", &o.con.JSON),
	}
	return &urfave.Command{
		Name:      "remove",
		Usage:     "delete the files of partitions, also those that other partitions share",
		ArgsUsage: "[PARTITION...]",
		Description: `
A partition divides the tiles into groups. Each group has a pattern database. For every placement of
the tiles of the group, it stores the smallest number of moves of these tiles that brings all of
them to their goal cells. PARTITION is either a list of group sizes, or a drawing. The list 5-5-5
stands for three groups of five tiles. A drawing is the goal board with each tile replaced by the
letter of its group, and the blank by a dot.`,
		Flags:  flags,
		Action: o.action(o.remove),
		CustomHelpTemplate: cli.Help(
			"npuzzle pdb remove --size 3x3 4-4",
			"npuzzle pdb remove --all",
		),
	}
}

// action makes the action of a subcommand. It lists the files of the store and then calls run with
// the arguments.
func (o *pdbOptions) action(run func(ctx context.Context, texts []string) error) urfave.ActionFunc {
	return func(c *urfave.Context) (err error) {
		o.store, err = pdb.NewStore(o.dir)
		if err != nil {
			return err
		}
		o.files, err = o.store.List()
		if err != nil {
			return err
		}
		return run(c.Context, c.Args().Slice())
	}
}

// partitions reads partitions of the tiles of the goal.
func (o *pdbOptions) partitions(texts []string) ([]pdb.Partition, error) {
	goal, err := puzzle.Goal(cmp.Or(o.goal, puzzle.BlankLast), o.size)
	if err != nil {
		return nil, cli.AsUsage(err)
	}
	var partitions []pdb.Partition
	for _, text := range texts {
		partition, err := pdb.ParsePartition(text, goal)
		if err != nil {
			return nil, err
		}
		partitions = append(partitions, partition)
	}
	return partitions, nil
}

// pdbPartition is the part of the JSON outputs that describes a partition.
type pdbPartition struct {
	Partition string `json:"partition,omitempty"`
	Short     string `json:"-"` // short form of Partition
	Drawing   string `json:"drawing,omitempty"`
	Size      string `json:"size,omitempty"`
	// goal that the partition was built for; others may use it, too
	Goal   puzzle.Board `json:"goal,omitzero"`
	Tables int          `json:"tables,omitempty"`
}

// describePartition returns the description of a partition.
func describePartition(p pdb.Partition) pdbPartition {
	return pdbPartition{
		Partition: p.String(), Short: p.Short(), Drawing: p.Drawing(),
		Size: p.Goal().Size().String(), Goal: p.Goal(), Tables: p.Tables(),
	}
}

// pdbBuilt is the JSON output of pdb build for one partition.
type pdbBuilt struct {
	pdbPartition
	Built   int     `json:"built"` // number of tables built by this command
	There   int     `json:"there"` // number of undamaged tables stored now
	Bytes   uint64  `json:"bytes"` // size of the files of the partition
	Dir     string  `json:"dir"`
	Seconds float64 `json:"seconds"`
	Partial bool    `json:"partial"`
}

// buildAll builds partitions one after another and prints a line or an object for each
// partition.
//
// It parses all partitions before it builds the first, so that a mistake in the last one
// costs no time. It does not build existing undamaged tables again. If the memory is too
// small, the error names a sufficient limit. After an interrupt, buildAll prints what is
// stored and returns errUnsolved.
func (o *pdbOptions) buildAll(ctx context.Context, texts []string) error {
	partitions, err := o.partitions(texts)
	if err != nil {
		return err
	}
	building := cli.NewProgress(o.con.Err)
	o.build.Memory = cli.LimitMemory(o.build.Memory)
	o.build.Observe = func(p pdb.Progress) { building.Show("build", p.Done, p.Total, p.String()) }
	for _, p := range partitions {
		began := time.Now()
		built, err := o.store.Build(ctx, p, o.build)
		building.End()
		if err != nil && ctx.Err() == nil {
			return err
		}
		stored, listed := o.store.List()
		files := cli.Where(sound(stored), p.Has)
		b := pdbBuilt{
			pdbPartition: describePartition(p), Built: len(built), There: len(files),
			Bytes: bytesOf(files), Dir: o.store.Dir, Seconds: time.Since(began).Seconds(),
			Partial: err != nil,
		}
		err = o.con.Result(b, func() { o.con.Say("built", b) })
		if err := errors.Join(err, listed, o.con.Out.Flush()); err != nil {
			return err
		}
		if b.Partial {
			return cli.ErrUnsolved
		}
	}
	return nil
}

// pdbEntry is the JSON output of pdb list for one partition or one damaged file.
type pdbEntry struct {
	pdbPartition
	Missing int       `json:"missing"` // number of missing tables
	Bytes   uint64    `json:"bytes"`   // size of the files
	Built   time.Time `json:"built"`   // time of the newest file
	Damaged any       `json:"damaged"` // fault in the header or the length; nil if there is none
	Files   []string  `json:"files"`
}

// list prints the partitions as a table, a line for each damaged file, and the total size
// of the files.
func (o *pdbOptions) list(context.Context, []string) error {
	var entries []pdbEntry
	sound := sound(o.files)
	partitions := pdb.Partitions(sound)
	for _, p := range partitions {
		files := cli.Where(sound, p.Has)
		newest := slices.MaxFunc(files, func(a, b pdb.File) int { return a.Built.Compare(b.Built) })
		entries = append(entries, pdbEntry{
			pdbPartition: describePartition(p),
			Missing:      p.Tables() - len(files),
			Bytes:        bytesOf(files),
			Built:        newest.Built,
			Files:        cli.Map(files, func(f pdb.File) string { return f.Path }),
		})
	}
	damaged := ""
	for _, f := range o.files {
		if f.Err != nil {
			damaged += f.Err.Error() + "\n"
			entries = append(entries, pdbEntry{Bytes: f.Bytes, Built: f.Built,
				Damaged: f.Err.Error(),
				Files:   []string{f.Path}})
		}
	}
	if o.con.JSON {
		return cli.Objects(o.con, entries)
	}
	if len(partitions) > 0 {
		o.con.Tabulate("partitions", entries)
		fmt.Fprintln(o.con.Out)
	}
	if len(o.files) == 0 {
		fmt.Fprintf(o.con.Out, "no pattern databases in %s\n", o.store.Dir)
	} else {
		fmt.Fprintf(o.con.Out, "%s%s in %s\n", damaged, cli.Amount(bytesOf(o.files)),
			filepath.Clean(o.store.Dir))
	}
	return nil
}

// verify compares the checksums of all files, and prints what list prints. It returns an
// error if a file is damaged.
func (o *pdbOptions) verify(ctx context.Context, _ []string) error {
	total := bytesOf(o.files)
	done := uint64(0)
	damaged := 0
	var files []pdb.File
	shown := cli.NewProgress(o.con.Err)
	for _, f := range o.files {
		shown.Show("verify", done, total,
			fmt.Sprintf("%s of %s", cli.Amount(done), cli.Amount(total)))
		f.Err = f.Verify(ctx)
		done += f.Bytes
		if errors.Is(f.Err, fs.ErrNotExist) { // another process has removed it since
			continue
		}
		if f.Err != nil {
			damaged++
		}
		files = append(files, f)
	}
	shown.End()
	o.files = files
	if ctx.Err() != nil {
		return cli.ErrUnsolved
	}
	if err := o.list(ctx, nil); err != nil || damaged == 0 {
		return err
	}
	return fmt.Errorf("damaged: %d of %s; npuzzle pdb build builds a damaged table again",
		damaged, units.Plural(len(o.files), "file", "files"))
}

// pdbRemoved is the JSON output of pdb remove.
type pdbRemoved struct {
	Files []string `json:"files"`
	Bytes uint64   `json:"bytes"`
}

// remove deletes the files of partitions, even if another partition shares them, and
// prints their number.
//
// It checks all names before it deletes the first file. Giving both names and --all is a
// usage error, and so is giving neither.
func (o *pdbOptions) remove(_ context.Context, texts []string) error {
	if o.all == (len(texts) > 0) {
		return cli.Misuse("pdb remove needs partitions or --all; see npuzzle pdb list")
	}
	partitions, err := o.partitions(texts)
	if err != nil {
		return err
	}
	for _, p := range partitions {
		if !slices.ContainsFunc(o.files, p.Has) {
			return cli.Misuse("%s of %v is not built in %s; see npuzzle pdb list", p.Short(),
				o.size, o.store.Dir)
		}
	}
	removed := pdbRemoved{Files: []string{}}
	for _, f := range o.files {
		if !o.all && !slices.ContainsFunc(partitions,
			func(p pdb.Partition) bool { return p.Has(f) }) {
			continue
		}
		if err := os.Remove(f.Path); err == nil {
			removed.Files = append(removed.Files, f.Path)
			removed.Bytes += f.Bytes
		} else if !errors.Is(err, fs.ErrNotExist) { // another process may have removed it
			return err
		}
	}
	return o.con.Result(removed, func() {
		count := units.Plural(len(removed.Files), "file", "files")
		fmt.Fprintf(o.con.Out, "removed %s, %s in %s\n", count, cli.Amount(removed.Bytes),
			o.store.Dir)
	})
}

// sound returns the files without known damage.
func sound(files []pdb.File) []pdb.File {
	return cli.Where(files, func(f pdb.File) bool { return f.Err == nil })
}

// bytesOf returns the size of files together.
func bytesOf(files []pdb.File) (sum uint64) {
	for _, f := range files {
		sum += f.Bytes
	}
	return sum
}
