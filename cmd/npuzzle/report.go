package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"npuzzle/bench/analysis"
	"npuzzle/bench/config"
	"npuzzle/bench/report"
)

// reportCommand writes a report on an experiment: a single HTML file, or a folder with
// HTML, Markdown, plots and tables. Package report makes the contents. This command finds
// the trials and names the files.
//
// If the name of --out ends in .html, the command writes one file, and otherwise a folder. It
// checks the name first. Without a name, it writes the folder EXPERIMENT-report beside the store.
func reportCommand(con console) *cli.Command {
	var file, baseline string
	var handout bool
	out := output{flag: "out"}
	flags := []cli.Flag{textFlag("store", &file), textFlag("out", &out.name), boolFlag("force", &out.force),
		textFlag("baseline", &baseline), boolFlag("print", &handout)}
	return command("report", flags, func(c *cli.Context) error {
		page := strings.EqualFold(filepath.Ext(out.name), ".html")
		out.folder = !page
		if err := out.check(); err != nil {
			return err
		}
		e, records, err := find(c.Context, file, c.Args().First(), con)
		if err == nil && e == nil {
			err = misuse("%.60q is a trial; expected an experiment", c.Args().First())
		}
		if err != nil {
			return err
		}
		a := analysis.Stored(e.Definition, records)
		if baseline != "" {
			if a.Baseline, err = baselineOf(baseline, solverNames(records)); err != nil {
				return err
			}
		}
		if _, err := config.ParseName(e.Name); err != nil && out.name == "" { // a name that npuzzle did not give
			return misuse("%.60q is not a name for a folder; expected --out NAME", e.Name)
		}
		var html bytes.Buffer // if the report is one page
		var files report.Files
		err = con.compute(c.Context, func() error {
			doc := report.Of(*e, a)
			if handout {
				doc = doc.Handout()
			}
			if page {
				return doc.HTML(&html)
			}
			var err error
			files, err = doc.Files("report")
			return err
		})
		if err != nil {
			return err
		}
		if page {
			write := func(w io.Writer) error {
				_, err := html.WriteTo(w)
				return err
			}
			if err := out.write(write); err != nil {
				return err
			}
			fmt.Fprintf(con.out, "report of %s in %s\n", e.Name, out.name)
			return nil
		}
		if out.name == "" {
			out.name = filepath.Join(filepath.Dir(storeName(file)), e.Name+"-report")
		}
		if err := out.fill(files.Write); err != nil {
			return err
		}
		fmt.Fprintf(con.out, "report of %s in %s\nMarkdown version in %s; plots and tables in the same folder\n",
			e.Name, filepath.Join(out.name, "report.html"), filepath.Join(out.name, "report.md"))
		return nil
	})
}
