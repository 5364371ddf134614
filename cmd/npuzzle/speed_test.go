package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/cli"
)

// signatureFile is the one place that holds the known signature.
var signatureFile = filepath.Join(sourceFolder, "testdata", "signature")

func TestSpeed(t *testing.T) {
	parallel(t)
	if testing.Short() {
		t.Skip("searches of many million nodes")
	}
	got := npuzzle("", "speed", "--json")
	require.Zero(t, got.status, got.errors)
	report := objectsOf(t, got.out)[0]
	signature := fmt.Sprintf("%.0f\n", report["signature"])
	if *update {
		require.NoError(t, os.WriteFile(signatureFile, []byte(signature), 0o666))
	}
	known, err := os.ReadFile(signatureFile)
	require.NoError(t, err)
	assert.Equal(t, string(known), signature,
		"node counts have changed: if they are meant to, go test ./cmd/npuzzle -update writes "+
			"the new signature, and"+
			" the commit names it")
	assert.Len(t, report["searches"], strings.Count(speedSearches, "\n"))
	golden(t, "speed-json.txt", got.out)

	var results speedReport
	require.NoError(t, json.Unmarshal([]byte(got.out), &results))
	var table strings.Builder
	con := cli.Console{Out: cli.NewTextWriter(&table), Columns: cli.FileColumns}
	printSpeed(con, results)
	require.NoError(t, con.Out.Flush())
	assert.True(t, strings.HasSuffix(table.String(), "\nsignature "+signature), table.String())
	golden(t, "speed.txt", table.String())
}

func TestInterruptedSpeed(t *testing.T) {
	parallel(t)
	got := npuzzleIn(cancelled(t.Context()), nil, "speed")
	assert.Equal(t, cli.ExitUnsolved, got.status)
	assert.Empty(t, got.out)
	assert.Empty(t, got.errors)
}
