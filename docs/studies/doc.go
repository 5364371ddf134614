// Package studies holds the reports of the published studies, as "npuzzle reproduce" wrote them.
// Each study has a folder with a report in Markdown, its figures and its tables. The web page shows
// them as examples.
package studies

import (
	"embed"
	"io/fs"
)

//go:embed */*.md */figures */tables
var files embed.FS

// Files returns the files of the reports.
func Files() fs.FS { return files }

// Names returns the names of the studies.
func Names() []string {
	folders, err := fs.ReadDir(files, ".")
	if err != nil {
		panic(err) // the files are in the program
	}
	var names []string
	for _, folder := range folders {
		names = append(names, folder.Name())
	}
	return names
}
