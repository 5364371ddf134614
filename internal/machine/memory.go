package machine

import (
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"unsafe"
)

// ProgramBytes is the estimated memory of a process besides the data structures of its
// solvers: code, stacks, tables, and garbage not yet collected.
const ProgramBytes = 24 << 20

// FreeMemory returns how many bytes this process may still allocate. This is the memory
// available on the machine, or less if the control group of the process or a parent group
// has less left. FreeMemory works only on Linux, and reports false elsewhere.
func FreeMemory() (uint64, bool) { return freeMemory(os.DirFS("/")) }

// freeMemory reads the files of proc(5) and cgroups(7) below the root.
func freeMemory(root fs.FS) (uint64, bool) {
	free, ok := memory(root, "proc/meminfo", "MemAvailable")
	if !ok {
		return 0, false
	}
	groups, _ := fs.ReadFile(root, "proc/self/cgroup") // empty if there are no groups
	for line := range strings.Lines(string(groups)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) < 3 {
			continue
		}
		v := hierarchy{
			mount: "sys/fs/cgroup",
			limit: "memory.max",
			usage: "memory.current",
			cache: "inactive_file",
		}
		if parts[1] != "" { // version 1 has one hierarchy for each controller
			if !strings.Contains(","+parts[1]+",", ",memory,") {
				continue
			}
			v = hierarchy{
				mount: "sys/fs/cgroup/memory",
				limit: "memory.limit_in_bytes",
				usage: "memory.usage_in_bytes",
				cache: "total_inactive_file",
			}
		}
		// The limit of a group also holds for the groups below it. In a container, the
		// folder of the group of the process may be invisible. Then only the limits of
		// the parent groups apply.
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

// HighWater returns the maximum resident memory of the process since it began, in bytes.
// It does not use getrusage(2), whose value for a child includes the memory of the parent
// when it started the child. HighWater works only on Linux, and reports false elsewhere.
func HighWater() (bytes uint64, ok bool) {
	return memory(os.DirFS("/"), "proc/self/status", "VmHWM")
}

// Resident returns the resident memory of the process in bytes. It works only on Linux, and
// reports false elsewhere.
func Resident() (bytes uint64, ok bool) {
	return memory(os.DirFS("/"), "proc/self/status", "VmRSS")
}

// memory reads an amount of memory from a file of proc(5), which holds kilobytes.
func memory(root fs.FS, name, key string) (bytes uint64, ok bool) {
	kilobytes, ok := number(value(root, name, key))
	return kilobytes << 10, ok
}

// hierarchy names the files of one version of control groups.
type hierarchy struct{ mount, limit, usage, cache string }

// left returns how many bytes a group may still allocate. Inactive file cache counts as
// free, because the kernel drops it first.
func (h hierarchy) left(root fs.FS, dir string) (uint64, bool) {
	dir = path.Join(h.mount, dir)
	limit, limited := number(value(root, path.Join(dir, h.limit), ""))
	usage, ok := number(value(root, path.Join(dir, h.usage), ""))
	if !limited || !ok {
		return 0, false
	}
	cache, _ := number(value(root, path.Join(dir, "memory.stat"), h.cache))
	usage -= min(usage, cache)
	return limit - min(limit, usage), true
}

// value returns the text that follows a key at the beginning of a line, without the colon between
// them. It returns "" if there is no such line or file.
func value(root fs.FS, name, key string) string {
	text, _ := fs.ReadFile(root, name)
	for line := range strings.Lines(string(text)) {
		if rest, found := strings.CutPrefix(line, key); found {
			return strings.TrimLeft(rest, " \t:")
		}
	}
	return ""
}

// number reads the number at the beginning of a text. It reports false if there is none, for
// example for "max", which means no limit.
func number(text string) (uint64, bool) {
	digits, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	n, err := strconv.ParseUint(digits, 10, 64)
	return n, err == nil
}

// sizeOf returns the size of n values in bytes.
func sizeOf[T any](n int) int {
	var value T
	return n * int(unsafe.Sizeof(value))
}
