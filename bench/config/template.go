package config

import _ "embed"

// Template is an example of an experiment file, with comments.
//
//go:embed template.yaml
var Template string
