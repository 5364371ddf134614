package bench

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path"
	"reflect"
	"regexp"
	"runtime/debug"
	"slices"
	"sync"
)

// The key of a trial is a digest of everything that its result depends on: the program, the
// puzzle, the solver with the settings that it takes, the limits, the number of the repeat, the
// seed of a solver that uses one, whether the trial is isolated, and whether it records a
// history. It does not depend on the experiment, on names and numbers in the experiment, or on
// how the board was drawn. So trials of different experiments have the same key if they would
// have the same result.

// solverKey returns the part of the key that all trials of a solver on a group have in common, or
// "" if the program is not known. The heuristic must be prepared. It returns an *ExperimentError if
// the solver is not in the registry, or if a heuristic of another program does not state its
// version.
func (e Experiment) solverKey(g Group, s Solver, p Provenance) (string, error) {
	if p.Program == "" {
		return "", nil
	}
	version, err := s.Settings.Version()
	if err != nil {
		return "", Fault("solver %q cannot be stored: %w", s.Name, err)
	}
	settings := s.Settings.KeyTexts()
	limits := e.limitsOf(g, s)
	processor := cmp.Or(g.CPULimit, e.CPULimit)
	history := e.History && s.Settings.Capabilities().Generations
	text := fmt.Sprintf("program %s\nlimits %d %d %d %d\nisolated %v\nhistory %v\n",
		p.Program, limits.Generated, limits.Bytes, e.TimeLimit, processor, e.Isolate, history)
	text += fmt.Sprintf("goal %v\ncosts %v\nversion %s\nsettings %q\n",
		g.Goal, g.Costs, version, settings)
	if limits.Evaluated > 0 { // without this limit, the text is that of earlier versions
		text += fmt.Sprintf("evaluations %d\n", limits.Evaluated)
	}
	return digestOf(text), nil
}

// key returns the key of a trial, whose solver must have its part of the key.
func (t Trial) key() string {
	text := fmt.Sprintf("%s\nboard %v\nrepeat %d\n", t.Solver.key, t.Puzzle.Start, t.Repeat)
	if t.Solver.Settings.Takes("seed") {
		text += fmt.Sprintf("seed %s\n", t.Solver.Settings.Get("seed"))
	}
	return digestOf(text)
}

// digestOf returns the first half of the SHA-256 sum of a text, in hexadecimal. Among a billion
// trials, the probability that any two have the same digest is below 1e-20.
func digestOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

// module is the path of the module that this package belongs to.
var module = path.Dir(reflect.TypeFor[Experiment]().PkgPath())

// Program returns a text that identifies the running program. It is the revision in version
// control, the version of Go and the architecture, if the program was built from an unmodified
// tree of this module with go build.
// Otherwise it is "build:" and the ID that the go command wrote into the executable, which is a
// digest of everything that the program was built from. So two builds of one revision are the same
// program, and two builds of a modified tree are the same program only if the trees are equal.
// If the executable has no such ID, because another linker or its flags left it out, the text is
// "sha256:" and a digest of the whole file, which takes some 30 ms the first time.
// Keys of trials contain this text.
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
	return identity(file)
})

// identity returns what identifies an executable file: its build ID, or the digest of the file.
func identity(file io.ReadSeeker) (string, error) {
	start, err := io.ReadAll(io.LimitReader(file, buildIDWithin))
	if err != nil {
		return "", err
	}
	if id := buildIDPattern.FindSubmatch(start); id != nil {
		return "build:" + string(id[1]), nil
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return "sha256:" + hex.EncodeToString(sum.Sum(nil)[:16]), nil
}

// The linker writes the build ID near the beginning of an executable: into a note of Go in the
// format ELF, and otherwise into the text of the program. Four digests are what the go command
// gives to the linker, so that an ID that somebody chose by hand does not count.
// Source: cmd/internal/buildid of Go.
var buildIDPattern = regexp.MustCompile(`Go(?:\x00\x00| build ID: ")([\w-]{20}(?:/[\w-]{20}){3})`)

// buildIDWithin is the number of bytes in which the go command itself looks for a build ID.
const buildIDWithin = 32 << 10

// stamp returns the revision from which a program was built, the version of Go and the
// architecture. It returns "" if these do not determine the program: the tree was modified, a
// dependency is a directory (it has no checksum) or was replaced, or the program belongs to another
// module.
func stamp(info *debug.BuildInfo) string {
	replaced := func(m *debug.Module) bool { return m.Replace != nil || m.Sum == "" }
	if info.Main.Path != module || slices.ContainsFunc(info.Deps, replaced) {
		return ""
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if settings["vcs.modified"] != "false" || settings["vcs.revision"] == "" {
		return ""
	}
	return settings["vcs.revision"] + " " + info.GoVersion + " " + settings["GOARCH"]
}
