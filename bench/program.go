package bench

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync"
)

// module is the path of the module that this package belongs to.
const module = "npuzzle"

// Program returns a text that identifies the running program. It is the revision in version
// control if the program was built from an unmodified tree of this module with go build.
// Otherwise it is "sha256:" and a digest of the executable file, which takes some 30 ms the first
// time. So two builds of one revision are the same program, and two builds of a modified tree are
// the same program only if their files are equal. Keys of trials contain this text.
func Program() (string, error) { return program() }

var program = sync.OnceValues(func() (string, error) {
	if info, ok := debug.ReadBuildInfo(); ok {
		if revision := stamp(info); revision != "" {
			return revision, nil
		}
	}
	name, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("the executable of this program is not known: %w", err)
	}
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return "sha256:" + hex.EncodeToString(sum.Sum(nil)[:len(digest{})]), nil
})

// stamp returns the revision from which a program was built. It returns "" if the revision does
// not determine the program: the tree was modified, a dependency was replaced, or the program
// belongs to another module.
func stamp(info *debug.BuildInfo) string {
	if info.Main.Path != module {
		return ""
	}
	for _, m := range info.Deps {
		if m.Replace != nil {
			return ""
		}
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if settings["vcs.modified"] != "false" {
		return ""
	}
	return settings["vcs.revision"]
}
