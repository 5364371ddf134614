package page_test

import (
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/web/page"
)

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := fs.ReadFile(page.Files(), name)
	require.NoError(t, err)
	return string(text)
}

var (
	imports = regexp.MustCompile(`(?:from|import) '(\.[^']*)'|import\('(\.[^']*)'\)`)
	static  = regexp.MustCompile(`from '(\.[^']*)'`)
)

// TestImportsAreEmbedded follows the imports of all modules.
func TestImportsAreEmbedded(t *testing.T) {
	found := 0
	err := fs.WalkDir(page.Files(), "js", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		for _, match := range imports.FindAllStringSubmatch(read(t, name), -1) {
			target := path.Join(path.Dir(name), match[1]+match[2])
			_, err := fs.Stat(page.Files(), target)
			assert.NoError(t, err, "%s imports %s", name, target)
			found++
		}
		return nil
	})
	require.NoError(t, err)
	assert.Greater(t, found, 10)
}

// TestFirstPaint adds up what a browser loads to show a view: less than 100 KB.
func TestFirstPaint(t *testing.T) {
	loaded := map[string]bool{}
	size := len(read(t, "style.css"))
	var load func(name string)
	load = func(name string) {
		if loaded[name] {
			return
		}
		loaded[name] = true
		text := read(t, name)
		size += len(text)
		for _, match := range static.FindAllStringSubmatch(text, -1) {
			load(path.Join(path.Dir(name), match[1]))
		}
	}
	load("js/main.js")
	load("js/server.js")
	load("js/views/play.js")
	assert.Contains(t, loaded, "js/boardview.js")
	assert.Less(t, size, 100_000)
}

// TestContentSecurityPolicy looks for what the policy of the server forbids.
func TestContentSecurityPolicy(t *testing.T) {
	index := read(t, "index.html")
	assert.NotRegexp(t, `<script(?:[^>]*\ssrc=)?[^>]*>[^<]`, index, "a script in the page")
	assert.NotRegexp(t, `<[^>]+\s(style|on\w+)=`, index, "an attribute that is a style or a script")
	assert.NotContains(t, strings.ToLower(index), "<style")
}
