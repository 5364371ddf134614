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
	"runtime"
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

// Program returns a text that identifies the running program. Keys of trials contain this text, so
// two programs with the same text are taken to give the same results.
//
// If go build recorded the revision of an unmodified tree of this module, the text is the revision,
// the version of Go and the architecture. Two builds of one revision are then the same program.
//
// Otherwise, the text is "build:" and the build ID that the go command wrote into the executable.
// The last part of a build ID is a digest of the executable, so two builds have the same ID only if
// they made the same file. An executable that is changed after the build keeps its ID.
//
// If the executable has no build ID, for example because of -ldflags=-buildid=, the text is
// "sha256:" and a digest of the whole file.
func Program() (string, error) { return program() }

var program = sync.OnceValues(func() (string, error) {
	if info, ok := debug.ReadBuildInfo(); ok {
		if revision := stamp(info); revision != "" {
			return revision, nil
		}
	}
	name, err := executable()
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

// executable returns a name of the file that this process runs. On Linux, it leads to that file
// even if the program was built again, so that its own name belongs to another file.
func executable() (string, error) {
	if runtime.GOOS == "linux" {
		return "/proc/self/exe", nil
	}
	return os.Executable()
}

// identity returns what identifies an executable file: its build ID, or the digest of the file.
func identity(file io.ReadSeeker) (string, error) {
	start, err := io.ReadAll(io.LimitReader(file, startBytes))
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

// buildIDPattern finds a build ID. In an ELF file it is in a note with the name "Go". In other
// formats it is at the beginning of the text segment. The go command writes four digests of 20
// characters. An ID of another form, such as -ldflags=-buildid=redacted, need not identify the
// program. Sources: cmd/go/internal/work/buildid.go and cmd/internal/buildid in Go.
var buildIDPattern = regexp.MustCompile(`Go(?:\x00\x00| build ID: ")([\w-]{20}(?:/[\w-]{20}){3})`)

// startBytes is how much of an executable is searched for its build ID. The linker of Go writes the
// ID into the first few kilobytes.
const startBytes = 32 << 10

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
