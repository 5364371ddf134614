// Package parameters describes structs of numbers that training evolves, and the files that hold
// them. A struct of numbers is a type P whose fields are of type float64. A [Set] lists these
// fields, and a [File] holds one P with the command that made it.
package parameters

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
)

// Row describes a field of P.
type Row[P any] struct {
	Name      string // in files
	Of        func(*P) *float64
	Low, High float64 // the smallest and the largest value

	// Step is a change that matters, by which training begins. If Factor is true, it is a change of
	// the logarithm.
	Step   float64
	Factor bool
}

// Set describes the parameters P.
type Set[P any] struct {
	Kind  string // what the parameters are for; in files
	Plain P      // chosen by hand
	Rows  []Row[P]
}

// Check returns an error, which does not name the kind, if a parameter is out of range.
func (s *Set[P]) Check(p P) error {
	for _, row := range s.Rows {
		value := *row.Of(&p)
		isWithin := row.Low <= value && value <= row.High
		if !isWithin {
			return fmt.Errorf("%s %v; expected %v to %v", row.Name, value, row.Low, row.High)
		}
	}
	return nil
}

// Changed returns the parameters that a vector stands for. It has a number for each row, which says
// by how many steps the parameter differs from the plain one. So the vector 0 stands for the plain
// parameters. All parameters are within their limits.
func (s *Set[P]) Changed(values []float64) P {
	p := s.Plain
	for i, row := range s.Rows {
		parameter := row.Of(&p)
		change := row.Step * values[i]
		changed := *parameter + change
		if row.Factor {
			changed = *parameter * math.Exp(change)
		}
		*parameter = min(max(changed, row.Low), row.High)
	}
	return p
}

// File is the content of a file of parameters. The file is a JSON object.
type File[P any] struct {
	Kind       string          `json:"kind"`
	Command    string          `json:"command"` // that made the file
	Parameters P               `json:"parameters"`
	Training   json.RawMessage `json:"training,omitempty"` // see package search/learn
}

// Read reads a file of the set's kind.
func (s *Set[P]) Read(text []byte) (File[P], error) {
	kind, err := KindOf(text)
	if err != nil {
		return File[P]{}, err
	}
	if kind != s.Kind {
		return File[P]{}, fmt.Errorf("a file of the kind %.40q; expected %q", kind, s.Kind)
	}
	var file File[P]
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&file); err != nil {
		return File[P]{}, fmt.Errorf("not a file of parameters: %w", err)
	}
	if err := s.Check(file.Parameters); err != nil {
		return File[P]{}, err
	}
	return file, nil
}

// KindOf returns the kind that a file names.
func KindOf(text []byte) (string, error) {
	var file struct {
		Kind string `json:"kind"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return "", fmt.Errorf("not a file of parameters: %w", err)
	}
	return file.Kind, nil
}

// MustRead reads a file that comes with the program. A file that cannot be read is a fault of the
// program, so MustRead panics.
func (s *Set[P]) MustRead(text []byte) File[P] {
	file, err := s.Read(text)
	if err != nil {
		panic(fmt.Sprintf("parameters: the file of %s: %v", s.Kind, err))
	}
	return file
}

// Write writes a file of parameters.
func (f File[P]) Write(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(f)
}
