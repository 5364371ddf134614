package lint

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// link matches a link of a Markdown file to another file or heading of the repository.
var link = regexp.MustCompile(`\]\(([^()\s]*)\)`)

// code matches what a Markdown file shows as code, where brackets are no links.
var code = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")

// mention matches the path of a document in the text of any file.
var mention = regexp.MustCompile(`\bdocs/[\w/-]+\.md\b`)

// punctuation matches what the anchor of a heading leaves out.
var punctuation = regexp.MustCompile(`[^\pL\p{N} _-]`)

// anchor returns the anchor that GitHub gives to a heading: the text without punctuation, in lower
// case, with hyphens for spaces.
func anchor(heading string) string {
	text := punctuation.ReplaceAllString(heading, "")
	return strings.ReplaceAll(strings.ToLower(strings.TrimSpace(text)), " ", "-")
}

// anchors returns the anchors of the headings of a Markdown file. It does not number headings that
// appear twice: a link to one of them would be ambiguous.
func anchors(t *testing.T, file string) (found []string) {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	fenced := false
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		marks, heading, isHeading := strings.Cut(line, " ")
		if !fenced && isHeading && marks != "" && strings.Trim(marks, "#") == "" {
			found = append(found, anchor(heading))
		}
	}
	return found
}

// Every link of a document leads to a file of the repository and, after a "#", to a heading of it.
func TestLinks(t *testing.T) {
	links := 0
	for _, file := range filesNamed(t, ".md") {
		text := code.ReplaceAllString(file.text, "")
		for _, match := range link.FindAllStringSubmatch(text, -1) {
			target := match[1]
			if strings.Contains(target, "://") {
				continue
			}
			links++
			path, heading, hasHeading := strings.Cut(target, "#")
			linked := file.path
			if path != "" {
				linked = filepath.Join(filepath.Dir(file.path), path)
			}
			_, err := os.Stat(linked)
			if !assert.NoError(t, err, "%s: link to %s", file.path, target) {
				continue
			}
			if hasHeading {
				assert.Contains(t, anchors(t, linked), heading, "%s: link to %s", file.path, target)
			}
		}
	}
	assert.Greater(t, links, 100)
}

// Every document that a comment, an error, a help text or the page names is there.
func TestMentionedDocuments(t *testing.T) {
	mentions := 0
	for _, file := range filesNamed(t, ".go", ".js", ".txt", ".md", ".yaml", ".csv") {
		for _, name := range mention.FindAllString(file.text, -1) {
			mentions++
			assert.FileExists(t, filepath.Join(root, name), "%s names %s", file.path, name)
		}
	}
	assert.Greater(t, mentions, 20)
}

// named matches the path of a source file in a text.
var named = regexp.MustCompile(`\b[a-z][\w./-]*\.(go|js|txt|css)\b`)

// Every source file that docs/architecture.md names is there. The document may leave out the first
// folders of a path.
func TestFilesOfTheArchitecture(t *testing.T) {
	var paths []string
	for _, file := range filesNamed(t, ".go", ".js", ".txt", ".css") {
		paths = append(paths, filepath.ToSlash(file.path))
	}
	text, err := os.ReadFile(filepath.Join(root, "docs/architecture.md"))
	require.NoError(t, err)
	for _, name := range named.FindAllString(string(text), -1) {
		found := slices.ContainsFunc(paths, func(path string) bool {
			return strings.HasSuffix(path, "/"+name)
		})
		assert.True(t, found, "docs/architecture.md names %s; expected the path of a source file",
			name)
	}
}

// textFile is a text file of the repository.
type textFile struct{ path, text string }

// filesNamed returns the files of the repository whose names have one of the suffixes. It leaves
// out testdata and hidden folders.
func filesNamed(t *testing.T, suffixes ...string) (files []textFile) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			hidden := path != root && strings.HasPrefix(entry.Name(), ".")
			if hidden || entry.Name() == "testdata" {
				return filepath.SkipDir
			}
			return nil
		}
		if !slices.Contains(suffixes, filepath.Ext(path)) {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files = append(files, textFile{path: path, text: string(text)})
		return nil
	})
	require.NoError(t, err)
	return files
}
