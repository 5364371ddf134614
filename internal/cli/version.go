package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Version returns the version of the program, the Go version, and the platform.
func Version() string {
	return fmt.Sprintf("%s (%s, %s/%s)", versionNumber(), runtime.Version(), runtime.GOOS,
		runtime.GOARCH)
}

// versionNumber returns the tag or revision from which the program was built, or
// "development" if go build did not record one.
func versionNumber() string {
	const development = "development"
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return development
	}
	return info.Main.Version
}
