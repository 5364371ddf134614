package main

import (
	"encoding/json"
	"io"
	"net"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"npuzzle/internal/cli"
)

// freeAddress returns an address that nothing listens on.
func freeAddress(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	return l.Addr().String()
}

// background starts the program with a command line, and returns a function that ends it with a
// signal and returns what it wrote to standard error.
func (f *folder) background(args ...string) (end func(os.Signal) string) {
	child := f.command(f.t.Context(), args...)
	var errors strings.Builder
	child.Stderr = &errors
	require.NoError(f.t, child.Start())
	ended := make(chan error, 1)
	go func() { ended <- child.Wait() }()
	end = func(s os.Signal) string {
		child.Process.Signal(s)
		<-ended
		ended <- nil
		return errors.String()
	}
	f.t.Cleanup(func() { end(os.Kill) })
	return end
}

// A run shares its trials with a worker, and its records are those of a run without one.
func TestMachines(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Parallel()
	here := newFolder(t)
	address := freeAddress(t)
	url := "nats://" + address
	compare := []string{"compare", "--puzzles", "16", "--algorithm", "astar,idastar", "--json"}
	shared := append(compare, "--store", "shared.sqlite", "--listen", address, "--jobs", "0")

	end := here.background("worker", "--connect", url, "--jobs", "2", "--idle", "1m")
	got := here.npuzzle("", shared...)
	require.Zero(t, got.status, got.errors)
	assert.Contains(t, got.errors, "other machines join with:\nnpuzzle worker --connect "+url+"\n")
	var is, alone struct {
		Trials  int
		Solvers []map[string]any
	}
	require.NoError(t, json.Unmarshal([]byte(got.out), &is))
	require.NoError(t, json.Unmarshal([]byte(here.npuzzle("",
		append(compare, "--store", "alone.sqlite")...).out), &alone))
	for _, solvers := range [][]map[string]any{is.Solvers, alone.Solvers} {
		for _, s := range solvers {
			for key := range s {
				if strings.Contains(key, "seconds") {
					delete(s, key)
				}
			}
		}
	}
	assert.Equal(t, 32, is.Trials)
	assert.Equal(t, alone, is)
	assert.NoFileExists(t, here.path("shared.sqlite.nats"))
	assert.Regexp(t, "^npuzzle: working for "+url+"; Ctrl-C ends\n$", end(os.Interrupt))

	endless := here.background("tune", "--budget", "1000Mstates", "--store", "tuned.sqlite",
		"--listen", address)
	require.Eventually(t, func() bool {
		got = here.npuzzle("", "workers", "--connect", url)
		return got.status == 0 && strings.Contains(got.out, "1 worker, ")
	}, time.Minute, 50*time.Millisecond)
	assert.Regexp(t, `(?m)^\S+/\S+ .* works *$`, got.out)
	got = here.npuzzle("", append(compare, "--store", "other.sqlite", "--connect", url)...)
	assert.Regexp(t, "another run uses "+regexp.QuoteMeta(url), got.errors)
	assert.Equal(t, cli.ExitUsage, got.status)
	endless(os.Interrupt)
}

func TestMachineMistakes(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	nobody := "nats://" + freeAddress(t)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	for line, want := range map[string]string{
		"worker": "no server; expected --connect URL, as the coordinator " +
			"prints it",
		"worker --connect " + nobody: "no NATS server at " + nobody +
			"; expected one, or npuzzle run --listen",
		"worker --connect nats://h --tls-cert c.pem": "--tls-cert and --tls-key; expected both " +
			"or none",
		"worker --connect nats://h --creds c.creds": "open c.creds: no such file or directory",
		"compare --jobs 0": "--jobs 0 without other machines; expected " +
			"--jobs 1 or more",
		"compare --listen a --connect b": "--listen and --connect; expected only one " +
			"of them",
		"compare --listen a": "expected an unused HOST:PORT, such as " +
			"0.0.0.0:4222",
		"compare --listen " + taken.Addr().String(): "address already in use",
		"workers --connect " + nobody:               "no NATS server at " + nobody,
	} {
		got := here.npuzzle("", strings.Fields(line)...)
		assert.Equal(t, cli.ExitUsage, got.status, line)
		assert.Contains(t, got.errors, want, line)
		assert.Equal(t, 1, strings.Count(got.errors, "\n"), line)
	}
	assert.NoFileExists(t, here.path("results/lab.sqlite.nats"))
}

// The commands of the examples for clusters have flags that exist, and values that can be parsed.
func TestExamplesOfMachines(t *testing.T) {
	parallel(t)
	script, err := os.ReadFile(example("slurm-array.sh"))
	require.NoError(t, err)
	var commands [][]string
	for _, line := range regexp.MustCompile(`(?m)^\s*npuzzle .*$`).FindAllString(string(script),
		-1) {
		line = strings.NewReplacer(`"$SLURM_CPUS_PER_TASK"`, "8", `"`, "").Replace(line)
		commands = append(commands, strings.Fields(line)[1:])
	}
	file, err := os.Open(example("kubernetes-job.yml"))
	require.NoError(t, err)
	defer file.Close()
	kinds := ""
	for decoder := yaml.NewDecoder(file); ; {
		var document struct {
			Kind string
			Spec struct {
				Template struct {
					Spec struct{ Containers []struct{ Args []string } }
				}
			}
		}
		if err := decoder.Decode(&document); err == io.EOF {
			break
		}
		require.NoError(t, err)
		kinds += document.Kind + " "
		for _, c := range document.Spec.Template.Spec.Containers {
			commands = append(commands, c.Args)
		}
	}
	assert.Equal(t, "Service Job Job ", kinds)
	require.Len(t, commands, 4)
	for _, args := range commands {
		got := npuzzle("", append(args, "--help")...)
		assert.Zero(t, got.status, "%q: %s", args, got.errors)
	}
	assert.NotZero(t, npuzzle("", "worker", "--nothing", "--help").status)
}
