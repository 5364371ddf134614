package bench

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A revision identifies a program only if nothing else went into it.
func TestStamp(t *testing.T) {
	clean := []debug.BuildSetting{
		{Key: "GOARCH", Value: "arm64"}, {Key: "vcs.revision", Value: "abc"},
		{Key: "vcs.modified", Value: "false"},
	}
	modified := []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"},
		{Key: "vcs.modified", Value: "true"}}
	for want, all := range map[string][]debug.BuildInfo{
		"abc go1.26.1 arm64": {{
			GoVersion: "go1.26.1", Main: debug.Module{Path: module}, Settings: clean,
			Deps: []*debug.Module{{Sum: "h1:x"}},
		}},
		"": {
			{Main: debug.Module{Path: module}, Settings: modified},
			{Main: debug.Module{Path: module}},
			{Main: debug.Module{Path: "example.org/theirs"}, Settings: clean},
			{Main: debug.Module{Path: module}, Settings: clean,
				Deps: []*debug.Module{{Sum: "h1:x", Replace: &debug.Module{}}}},
			// go.work
			{
				Main:     debug.Module{Path: module},
				Settings: clean,
				Deps:     []*debug.Module{{Version: "(devel)"}},
			},
		},
	} {
		for _, info := range all {
			assert.Equal(t, want, stamp(&info), "%v", info)
		}
	}
}

// The path of the module is not written in the source, so that the module can be renamed.
func TestModule(t *testing.T) {
	text, err := os.ReadFile("../go.mod")
	require.NoError(t, err)
	assert.Contains(t, "\n"+string(text), "\nmodule "+module+"\n")
}

// The test's own binary has no stamp. Its digest is the same each time, and another file has
// another one.
func TestProgram(t *testing.T) {
	if os.Getenv("BENCH_TEST_PROGRAM") != "" {
		name, err := Program()
		require.NoError(t, err)
		os.Stdout.WriteString("<" + name + ">")
		os.Exit(0)
	}
	here, err := Program()
	require.NoError(t, err)
	assert.Regexp(t, "^sha256:[0-9a-f]{32}$", here)
	self, err := os.Executable()
	require.NoError(t, err)
	text, err := os.ReadFile(self)
	require.NoError(t, err)
	other := filepath.Join(t.TempDir(), "other"+filepath.Ext(self))
	require.NoError(t, os.WriteFile(other, append(text, 0), 0o700))
	for name, same := range map[string]bool{self: true, other: false} {
		c := exec.Command(name, "-test.run=^TestProgram$")
		c.Env = append(os.Environ(), "BENCH_TEST_PROGRAM=1")
		out, err := c.Output()
		require.NoError(t, err)
		assert.Equal(t, same, string(out) == "<"+here+">", "%s: %s", name, out)
	}
}
