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

// version returns the version of the program, the Go version, and the platform.
func version() string {
	return fmt.Sprintf("%s (%s, %s/%s)", versionNumber(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// versionNumber returns the tag or revision from which the program was built, or
// "development" if go build did not record one.
func versionNumber() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "development"
}

// signature is the recorded signature of the command speed. A test compares it with the
// measured one.
//
//go:embed testdata/signature
var signature string

// provenance describes the program and the machine that run a trial, and the memory
// limit. Every stored trial has a provenance. Its field Program is left to lab.Lab, because it may take
// some 30 ms. Call limitMemory before provenance.
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

// versionCommand prints the same text as --version.
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
