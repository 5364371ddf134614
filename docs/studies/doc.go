// Package studies holds the reports of the published studies, as "npuzzle reproduce" wrote them.
// Each study has a folder with a report in Markdown, its figures and its tables. The web page shows
// them as examples.
package studies

import (
	"embed"
	"io/fs"

	"npuzzle/internal/lists"
	"npuzzle/internal/must"
)

//go:embed */*.md */figures */tables
var files embed.FS

// Files returns the files of the reports.
func Files() fs.FS { return files }

// Names returns the names of the studies.
func Names() []string {
	// the files are in the program
	return lists.Map(must.Succeed(fs.ReadDir(files, ".")), fs.DirEntry.Name)
}
