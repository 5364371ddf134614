package machine

import (
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
)

// ProgramBytes is the memory that a process of the program takes besides the data
// structures of its solvers: code, stacks, tables, and heap that is not freed yet.
const ProgramBytes = 24 << 20

// FreeMemory returns the bytes that this process may still take: what the
// machine has available, or what is left to the process's control group or one
// above it where that is less. It reports false where the system does not say,
// as only Linux does.
func FreeMemory() (uint64, bool) { return freeMemory(os.DirFS("/")) }

// freeMemory reads the files of proc(5) and cgroups(7) below the root.
func freeMemory(root fs.FS) (uint64, bool) {
	free, ok := field(root, "proc/meminfo", "MemAvailable:")
	if !ok {
		return 0, false
	}
	free *= 1024
	groups, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return free, true
	}
	for line := range strings.Lines(string(groups)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) < 3 {
			continue
		}
		v := hierarchy{"sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"}
		if parts[1] != "" { // version 1: one hierarchy a controller
			if !strings.Contains(","+parts[1]+",", ",memory,") {
				continue
			}
			v = hierarchy{
				"sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file",
			}
		}
		// A limit holds for all the groups below it. Within a container the
		// group's own folder may be out of sight; then those above it speak.
		for dir := path.Join("/", parts[2]); ; dir = path.Dir(dir) {
			if left, ok := v.left(root, dir); ok {
				free = min(free, left)
			}
			if dir == "/" {
				break
			}
		}
	}
	return free, true
}

// HighWater returns the most memory that the process has had resident since it
// began, in bytes. What getrusage(2) says of a child is no measure of it: it
// counts what the parent had resident when it started the child. HighWater
// reports false where the system does not say, as only Linux does.
func HighWater() (bytes uint64, ok bool) { return highWater(os.DirFS("/")) }

// highWater reads the file status of proc(5) below the root.
func highWater(root fs.FS) (bytes uint64, ok bool) {
	kilobytes, ok := field(root, "proc/self/status", "VmHWM:")
	return kilobytes << 10, ok
}

// hierarchy names the files of one version of control groups.
type hierarchy struct{ mount, limit, usage, cache string }

// left returns what one group may still take. File cache that has not been
// used of late counts as free: the kernel drops it first.
func (h hierarchy) left(root fs.FS, dir string) (uint64, bool) {
	dir = path.Join(h.mount, dir)
	limit, ok := number(root, path.Join(dir, h.limit))
	if !ok {
		return 0, false
	}
	usage, ok := number(root, path.Join(dir, h.usage))
	if !ok {
		return 0, false
	}
	cache, _ := field(root, path.Join(dir, "memory.stat"), h.cache)
	usage -= min(usage, cache)
	return limit - min(limit, usage), true
}

// number reads a file that holds one number. "max" is none.
func number(root fs.FS, name string) (uint64, bool) {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	return n, err == nil
}

// field reads the number behind a key that begins a line of a file.
func field(root fs.FS, name, key string) (uint64, bool) {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) >= 2 && fields[0] == key {
			n, err := strconv.ParseUint(fields[1], 10, 64)
			return n, err == nil
		}
	}
	return 0, false
}
