package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"

	"npuzzle/internal/units"
)

// program holds the files that a browser needs to run the solvers.
type program struct {
	wasm []byte // WebAssembly, compressed with gzip
	exec string // script from the Go distribution that runs the WebAssembly
}

// wasmPackage returns the import path of web/wasm. It begins with the path of this module.
func wasmPackage() string {
	known := reflect.TypeFor[units.Unit]().PkgPath()
	return strings.TrimSuffix(known, "internal/units") + "web/wasm"
}

// build is buildProgram. Tests replace it, because compiling takes seconds.
var build = buildProgram

// buildProgram compiles package web/wasm with the go command of the user.
func buildProgram(ctx context.Context) (program, error) {
	goroot, err := goCommand(ctx, "env", "GOROOT")
	if err != nil {
		return program{}, err
	}
	script, err := os.ReadFile(filepath.Join(strings.TrimSpace(goroot), "lib", "wasm",
		"wasm_exec.js"))
	if err != nil {
		return program{}, err
	}
	folder, err := os.MkdirTemp("", "npuzzle-")
	if err != nil {
		return program{}, err
	}
	defer os.RemoveAll(folder)
	name := filepath.Join(folder, "npuzzle.wasm")
	if _, err := goCommand(ctx, "build", "-o", name, "-trimpath", "-buildvcs=false",
		"-ldflags=-s -w", wasmPackage()); err != nil {
		return program{}, err
	}
	wasm, err := os.ReadFile(name)
	if err != nil {
		return program{}, err
	}
	wasm, err = compress(wasm)
	return program{wasm: wasm, exec: string(script)}, err
}

// goCommand runs the go command for WebAssembly and returns its output. If the command fails, the
// error contains the first line of its error output.
func goCommand(ctx context.Context, args ...string) (string, error) {
	command := exec.CommandContext(ctx, "go", args...)
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	var complaint strings.Builder
	command.Stderr = &complaint
	out, err := command.Output()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		first, _, _ := strings.Cut(strings.TrimSpace(complaint.String()), "\n")
		return "", fmt.Errorf("go %s: %w: %s", args[0], err, first)
	}
	return string(out), nil
}

// compress compresses data with gzip, because every browser can decompress gzip.
func compress(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(data)
	err = errors.Join(err, w.Close())
	return out.Bytes(), err
}
