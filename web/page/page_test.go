package page_test

import (
	"image/png"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/docs/studies"
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

// firstPaint returns the modules that a browser loads to show the first view.
func firstPaint(t *testing.T) map[string]string {
	loaded := map[string]string{}
	var load func(name string)
	load = func(name string) {
		if loaded[name] != "" {
			return
		}
		loaded[name] = read(t, name)
		for _, match := range static.FindAllStringSubmatch(loaded[name], -1) {
			load(path.Join(path.Dir(name), match[1]))
		}
	}
	load("js/main.js")
	load("js/server.js")
	load("js/views/play.js")
	return loaded
}

// TestFirstPaint adds up what a browser loads to show a view. The limit is there to notice an
// accident, such as a library that is loaded too early; docs/performance.md has the present size.
func TestFirstPaint(t *testing.T) {
	loaded := firstPaint(t)
	assert.Contains(t, loaded, "js/boardview.js")
	size := 0
	for _, name := range []string{"style.css", "board.css"} {
		size += len(read(t, name))
	}
	for _, text := range loaded {
		size += len(text)
	}
	assert.Less(t, size, 200_000)
	t.Logf("script and style at first paint: %d bytes", size)
}

// TestPreload checks that the browser loads the modules of the first view at once, and not one
// after the other.
func TestPreload(t *testing.T) {
	want := firstPaint(t)
	delete(want, "js/main.js")
	links := regexp.MustCompile(`<link rel="modulepreload" href="([^"]*)">`).
		FindAllStringSubmatch(read(t, "index.html"), -1)
	got := map[string]string{}
	for _, link := range links {
		got[link[1]] = read(t, link[1])
	}
	assert.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got)))
}

// TestFindings checks that the names of studies are those of their reports.
func TestFindings(t *testing.T) {
	names := regexp.MustCompile(`study: '([^']*)',\s+title: '([^']*)',\s+origin: '([^']*)'`).
		FindAllStringSubmatch(read(t, "js/findings.js"), -1)
	require.Len(t, names, len(studies.Names()))
	for _, name := range names {
		report, err := fs.ReadFile(studies.Files(), name[1]+"/"+name[1]+".md")
		require.NoError(t, err)
		text := strings.ReplaceAll(string(report), `\`, "")
		assert.True(t, strings.HasPrefix(text, "# "+name[2]), name[1])
		if name[1] != "evolution" {
			assert.Contains(t, strings.ToLower(text), strings.ToLower(name[1]+": "+name[3]))
		}
	}
}

// TestCard checks the picture that other sites show beside a link to the page.
func TestCard(t *testing.T) {
	index := read(t, "index.html")
	for _, property := range []string{"title", "type", "description", "image", "image:width", "image:alt"} {
		assert.Contains(t, index, `<meta property="og:`+property+`"`)
	}
	card, err := png.DecodeConfig(strings.NewReader(read(t, "card.png")))
	require.NoError(t, err, "run TestPictures with -update")
	assert.Equal(t, []int{1200, 630}, []int{card.Width, card.Height})
}

// TestContentSecurityPolicy looks for what the policy of the server forbids.
func TestContentSecurityPolicy(t *testing.T) {
	index := read(t, "index.html")
	assert.NotRegexp(t, `<script(?:[^>]*\ssrc=)?[^>]*>[^<]`, index, "a script in the page")
	assert.NotRegexp(t, `<[^>]+\s(style|on\w+)=`, index, "an attribute that is a style or a script")
	assert.NotContains(t, strings.ToLower(index), "<style")
}
