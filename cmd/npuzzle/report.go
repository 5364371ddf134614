package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench/analysis"
	"npuzzle/bench/config"
	"npuzzle/bench/report"
	"npuzzle/internal/cli"
)

// reportCommand writes a report on an experiment: a single HTML file, or a folder with
// HTML, Markdown, plots and tables. Package report makes the contents. This command finds
// the trials and names the files.
//
// If the name of --out ends in .html, the command writes one file, and otherwise a folder. Without
// --out, it writes the folder EXPERIMENT-report beside the store. Without --force, it refuses a name
// that exists before it makes the report. It checks the name of --out before it reads the store.
func reportCommand(con cli.Console) *urfave.Command {
	var file, baseline string
	var handout bool
	out := cli.Output{Flag: "out"}
	flags := []urfave.Flag{
		cli.StoreFlag("output", &file),
		&urfave.StringFlag{
			Name:     "out",
			Category: "output",
			Usage: "write to the new folder `NAME`; if NAME ends in .html, write one HTML " +
				"file",
			DefaultText: "EXPERIMENT-report beside the store",
			Destination: &out.Name,
		},
		cli.ForceFlag(&out.Force),
		cli.BaselineFlag(&baseline),
		&urfave.BoolFlag{
			Name: "print", Category: "output",
			Usage:       "write only a handout of at most two printed pages",
			Destination: &handout,
		},
	}
	action := func(c *urfave.Context) error {
		single := strings.EqualFold(filepath.Ext(out.Name), ".html")
		out.Folder = !single
		if err := out.Check(); err != nil {
			return err
		}
		e, records, err := cli.Find(c.Context, file, c.Args().First(), con)
		if err == nil && e == nil {
			err = cli.Misuse("%.60q is a trial; expected an experiment", c.Args().First())
		}
		if err != nil {
			return err
		}
		a := analysis.Stored(e.Definition, records)
		if baseline != "" {
			if a.Baseline, err = cli.BaselineOf(baseline, cli.SolverNames(records)); err != nil {
				return err
			}
		}
		if out.Name == "" {
			// Another program may have given a name that cannot be the name of a folder.
			if _, err := config.ParseName(e.Name); err != nil {
				return cli.Misuse("%.60q is not a name for a folder; expected --out NAME", e.Name)
			}
			out.Name = filepath.Join(filepath.Dir(cli.StoreName(file)), e.Name+"-report")
			out.Flag = "" // an error names no flag that the user did not give
			if err := out.Check(); err != nil {
				return err
			}
		}
		var html bytes.Buffer // if the report is one HTML file
		var files report.Files
		err = con.Compute(c.Context, func() error {
			doc := report.Of(*e, a)
			if handout {
				doc = doc.Handout()
			}
			if single {
				return doc.HTML(&html)
			}
			var err error
			files, err = doc.Files("report")
			return err
		})
		if err != nil {
			return err
		}
		if single {
			write := func(w io.Writer) error {
				_, err := html.WriteTo(w)
				return err
			}
			if err := out.Write(write); err != nil {
				return err
			}
			fmt.Fprintf(con.Out, "report of %s in %s\n", e.Name, out.Name)
			return nil
		}
		if err := out.Fill(files.Write); err != nil {
			return err
		}
		fmt.Fprintf(con.Out,
			"report of %s in %s\nMarkdown version in %s; plots and tables in the same folder\n",
			e.Name, filepath.Join(out.Name, "report.html"), filepath.Join(out.Name, "report.md"))
		return nil
	}
	return &urfave.Command{
		Name: "report",
		Usage: "report on an experiment (by default the newest) as HTML and Markdown, with " +
			"plots",
		ArgsUsage: "[EXPERIMENT]",
		Flags:     flags,
		Action:    action,
		CustomHelpTemplate: cli.Help(
			"npuzzle report",
			"npuzzle report compare-1 --out compare-1.html",
		),
	}
}
