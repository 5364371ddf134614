package main

import (
	_ "embed"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/internal/machine"
)

// version describes the program: its version, which go build takes from the tags and the
// revision of the repository, and what it was built with and for.
func version() string {
	return fmt.Sprintf("%s (%s, %s/%s)", versionNumber(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// versionNumber is the tag or revision that the program was built from, if go build knew it.
func versionNumber() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "development"
}

// signature is the signature of the node counts of the program. A test compares it with
// what speed measures.
//
//go:embed testdata/signature
var signature string

// provenance says which program and machine run a trial, and within which memory. Every stored
// trial carries it. Trials of another signature do not count as done, since their searches may
// differ. limitMemory comes first.
func provenance() bench.Provenance {
	p := bench.Provenance{Machine: machine.Describe(), Version: versionNumber(),
		Signature: strings.TrimSpace(signature), ProcessLimit: processLimit()}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				p.Revision = s.Value + p.Revision
			case s.Key == "vcs.modified" && s.Value == "true":
				p.Revision += " modified"
			}
		}
	}
	return p
}

// versionCommand prints what --version prints.
func versionCommand(con console) *cli.Command {
	return command(cli.Command{
		Name:  "version",
		Usage: "print the versions of the program and of Go",
		Action: func(c *cli.Context) error {
			_, err := fmt.Fprintln(con.out, "npuzzle", c.App.Version)
			return err
		},
	},
		"npuzzle version",
		"npuzzle --version",
	)
}
