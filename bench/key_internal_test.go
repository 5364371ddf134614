package bench

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
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

// The test's own binary has no stamp, but a build ID, which each of its processes finds. On Linux, a
// process also finds it if the name of its file belongs to another file by then, as after a build.
func TestProgram(t *testing.T) {
	if os.Getenv("BENCH_TEST_PROGRAM") != "" {
		_, err := io.Copy(io.Discard, os.Stdin) // until the file is another one
		require.NoError(t, err)
		name, err := Program()
		require.NoError(t, err)
		os.Stdout.WriteString("<" + name + ">")
		os.Exit(0)
	}
	here, err := Program()
	require.NoError(t, err)
	self, err := os.Executable()
	require.NoError(t, err)
	id, err := exec.Command("go", "tool", "buildid", self).Output()
	require.NoError(t, err)
	assert.Equal(t, "build:"+strings.TrimSpace(string(id)), here)

	text, err := os.ReadFile(self)
	require.NoError(t, err)
	copied := filepath.Join(t.TempDir(), "program.exe")
	require.NoError(t, os.WriteFile(copied, text, 0o700))
	c := exec.Command(copied, "-test.run=^TestProgram$")
	c.Env = append(os.Environ(), "BENCH_TEST_PROGRAM=1")
	var out bytes.Buffer
	c.Stdout = &out
	stdin, err := c.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	if runtime.GOOS == "linux" {
		require.NoError(t, os.Remove(copied))
		require.NoError(t, os.WriteFile(copied, []byte("another program"), 0o700))
	}
	require.NoError(t, stdin.Close())
	require.NoError(t, c.Wait())
	assert.Equal(t, "<"+here+">", out.String())
}

// A build ID identifies a file in all formats of executables. A file without one, or with a build ID
// of another form, is identified by its bytes.
func TestIdentity(t *testing.T) {
	const part = "a91X4V_5ZlQZXUjQcc-m"
	id := strings.Join([]string{part, part, part, part}, "/")
	note := "\x04\x00\x00\x00\x53\x00\x00\x00\x04\x00\x00\x00Go\x00\x00"
	far := strings.Repeat("\x00", 1<<20)
	for name, c := range map[string]struct{ text, want string }{
		"ELF":                {"\x7fELF" + note + id + "\x00rest", "build:" + id},
		"other formats":      {"MZ\xff Go build ID: \"" + id + "\"\n \xffrest", "build:" + id},
		"no ID":              {"MZ", "sha256:"},
		"chosen by hand":     {"\x7fELF" + note + "redacted\x00", "sha256:"},
		"beyond the start":   {far + note + id, "sha256:"},
		"only three digests": {"\x7fELF" + note + part + "/" + part + "/" + part + "\x00", "sha256:"},
	} {
		got, err := identity(strings.NewReader(c.text))
		require.NoError(t, err)
		if c.want == "sha256:" {
			sum := sha256.Sum256([]byte(c.text))
			c.want += hex.EncodeToString(sum[:16])
		}
		assert.Equal(t, c.want, got, name)
	}
}
