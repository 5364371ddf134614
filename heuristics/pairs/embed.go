//go:build !js

package pairs

import "embed"

// tables holds the tables that come with the program; tables/README.md tells how each was made.
//
//go:embed tables
var tables embed.FS
