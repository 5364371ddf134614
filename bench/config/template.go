package config

import _ "embed"

// Template is an experiment file that explains itself.
//
//go:embed template.yaml
var Template string
