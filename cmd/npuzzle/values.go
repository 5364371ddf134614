package main

import (
	"fmt"

	"github.com/urfave/cli/v2"
)

// value is the value of a flag: it reads the text with a parser whose errors
// say what was expected, and keeps the result where the command finds it.
type value[T any] struct {
	to      *T
	parse   func(string) (T, error)
	text    string   // as given, at first the default
	choices []string // for completion, where there are few
}

// Set implements cli.Generic.
func (v *value[T]) Set(text string) error {
	parsed, err := v.parse(text)
	if err != nil {
		return err
	}
	*v.to, v.text = parsed, text
	return nil
}

// String implements cli.Generic.
func (v *value[T]) String() string { return v.text }

// Choices lists what the shell may offer as the value.
func (v *value[T]) Choices() []string { return v.choices }

// flagOf makes a flag whose value goes to the variable. A default other than ""
// is read at once and must be right.
func flagOf[T any](name, usage, byDefault string, to *T, parse func(string) (T, error), choices ...string) *cli.GenericFlag {
	v := &value[T]{to: to, parse: parse, choices: choices}
	if byDefault != "" {
		if err := v.Set(byDefault); err != nil {
			panic(fmt.Sprintf("default of --%s: %v", name, err))
		}
	}
	return &cli.GenericFlag{Name: name, Usage: usage, Value: v}
}
