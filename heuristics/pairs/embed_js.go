package pairs

import "embed"

// tables holds no tables: the program of the web page must be small.
var tables embed.FS
