// Package slow leaves long tests out of an ordinary run of the tests.
//
// A test that takes longer than a second or two begins with Only. It runs if the environment
// variable NPUZZLE_SLOW is 1, or if the test binary of its package is given the flag -slow:
//
//	NPUZZLE_SLOW=1 go test ./...
//	go test ./search/searchtest -slow
//
// The environment variable suits "go test ./...", because packages that do not import this package
// refuse the flag.
//
// A test that is not worth its time under the race detector begins with NotShort.
package slow

import (
	"flag"
	"os"
	"testing"
)

// Variable is the environment variable that asks for long tests.
const Variable = "NPUZZLE_SLOW"

var flagged = flag.Bool("slow", false, "run the long tests, too")

// Asked reports whether long tests are to run.
func Asked() bool { return *flagged || os.Getenv(Variable) == "1" }

// Only skips a test unless long tests are to run. The output of the test says why it was left out.
func Only(t testing.TB, why string) {
	t.Helper()
	if !Asked() {
		t.Skipf("%s; run it with -slow or %s=1", why, Variable)
	}
}

// NotShort skips a test with -short, which is the flag of runs under the race detector. Such a test
// shows the race detector nothing that other tests do not show.
func NotShort(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("left out with -short: it shows the race detector nothing that other tests do not show")
	}
}
