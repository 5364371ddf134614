package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"
)

// version describes the program: its version, which go build takes from the
// repository's tags and revision, and what it was built with and for.
func version() string {
	return fmt.Sprintf("%s (%s, %s/%s)", versionNumber(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func versionNumber() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "development"
}

func versionCommand(con console) *cli.Command {
	return command(cli.Command{
		Name:  "version",
		Usage: "print the version of the program and of Go",
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			_, err := fmt.Fprintln(con.out, "npuzzle", c.App.Version)
			return err
		},
	},
		"npuzzle version",
		"npuzzle --version",
	)
}
