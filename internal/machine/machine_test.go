package machine

import (
	"fmt"
	"runtime"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
)

func TestFreeMemory(t *testing.T) {
	const meminfo = "MemTotal:       8000 kB\nMemFree:        1000 kB\nMemAvailable:   4000 kB\n"
	files := func(pairs ...string) fstest.MapFS {
		root := fstest.MapFS{}
		for i := 0; i < len(pairs); i += 2 {
			root[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
		}
		return root
	}
	for _, c := range []struct {
		name string
		root fstest.MapFS
		free uint64
		ok   bool
	}{
		{"not Linux", files(), 0, false},
		{"no control groups", files("proc/meminfo", meminfo), 4000 << 10, true},
		{"group without a limit", files(
			"proc/meminfo", meminfo,
			"proc/self/cgroup", "0::/a\n",
			"sys/fs/cgroup/a/memory.max", "max\n",
			"sys/fs/cgroup/a/memory.current", "5\n",
		), 4000 << 10, true},
		{"version 2, cache counted as free", files(
			"proc/meminfo", meminfo,
			"proc/self/cgroup", "0::/a/b\n",
			"sys/fs/cgroup/a/b/memory.max", "1000000\n",
			"sys/fs/cgroup/a/b/memory.current", "300000\n",
			"sys/fs/cgroup/a/b/memory.stat", "anon 7\ninactive_file 100000\n",
		), 800000, true},
		{"version 2, less left above", files(
			"proc/meminfo", meminfo,
			"proc/self/cgroup", "0::/a/b\n",
			"sys/fs/cgroup/a/memory.max", "500000\n",
			"sys/fs/cgroup/a/memory.current", "400000\n",
			"sys/fs/cgroup/a/b/memory.max", "1000000\n",
			"sys/fs/cgroup/a/b/memory.current", "300000\n",
		), 100000, true},
		{"version 2, full", files(
			"proc/meminfo", meminfo,
			"proc/self/cgroup", "0::/\n",
			"sys/fs/cgroup/memory.max", "100\n",
			"sys/fs/cgroup/memory.current", "400\n",
		), 0, true},
		{"version 1, own folder out of sight", files(
			"proc/meminfo", meminfo,
			"proc/self/cgroup", "5:cpu,cpuacct:/x\n4:memory:/x/y\n0::/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes", "2000000\n",
			"sys/fs/cgroup/memory/memory.usage_in_bytes", "1500000\n",
			"sys/fs/cgroup/memory/memory.stat", "total_inactive_file 200000\n",
		), 700000, true},
		{"version 1, no limit", files(
			"proc/meminfo", meminfo,
			"proc/self/cgroup", "4:memory:/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n",
			"sys/fs/cgroup/memory/memory.usage_in_bytes", "1500000\n",
		), 4000 << 10, true},
	} {
		free, ok := freeMemory(c.root)
		assert.Equal(t, c.ok, ok, c.name)
		assert.Equal(t, c.free, free, c.name)
	}
}

func TestFreeMemoryOfThisMachine(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells")
	}
	free, ok := FreeMemory()
	assert.True(t, ok)
	assert.Greater(t, free, uint64(1<<20))
}

func TestHighWater(t *testing.T) {
	if runtime.GOOS == "linux" {
		bytes, ok := HighWater()
		assert.True(t, ok)
		assert.Greater(t, bytes, uint64(1<<20))
	}
	for _, c := range []struct {
		status string
		bytes  uint64
		ok     bool
	}{
		{"Name:\tnpuzzle\nVmHWM:\t    2048 kB\nVmRSS:\t 12 kB\n", 2 << 20, true},
		{"Name:\tnpuzzle\n", 0, false},
		{"VmHWM:\tmany kB\n", 0, false},
	} {
		bytes, ok := memory(fstest.MapFS{"status": &fstest.MapFile{Data: []byte(c.status)}},
			"status", "VmHWM")
		assert.Equal(t, c.ok, ok, c.status)
		assert.Equal(t, c.bytes, bytes, c.status)
	}
	_, ok := memory(fstest.MapFS{}, "status", "VmHWM")
	assert.False(t, ok, "no such file")
}

func TestCPUTimeGrowsWithWork(t *testing.T) {
	before := CPUTime()
	for sum := uint64(1); CPUTime() == before; sum *= 3 {
	}
	assert.Greater(t, CPUTime(), before)
}

func TestDescribe(t *testing.T) {
	rest := fmt.Sprintf(", %d ", runtime.GOMAXPROCS(0))
	cpuinfo := "processor\t: 0\nmodel name\t: Abacus  9000 @ 1 Hz\nprocessor\t: 1\nmodel name\t: " +
		"Other\n"
	assert.Contains(t, describe(
		fstest.MapFS{"proc/cpuinfo": &fstest.MapFile{Data: []byte(cpuinfo)}}), "Abacus "+
		"9000 @ 1 Hz"+rest)
	assert.Contains(t, describe(fstest.MapFS{}), runtime.GOARCH+rest)
	assert.NotContains(t, Describe(), "\n")
}
