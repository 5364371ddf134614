package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// dataID is the id of the HTML element that holds the WebAssembly.
const dataID = "npuzzle-standalone"

// readData is the script that makes the object that fromPage in web/page/js/worker.js reads.
const readData = `globalThis.npuzzleStandalone = JSON.parse(document.getElementById("` + dataID +
	`").textContent);`

// bundle returns a script or a style sheet of the page together with all files that it imports.
func bundle(page fs.FS, name string) (string, error) {
	folder, err := os.MkdirTemp("", "npuzzle-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(folder)
	if err := os.CopyFS(folder, page); err != nil {
		return "", err
	}
	result := api.Build(api.BuildOptions{
		AbsWorkingDir:     folder,
		EntryPoints:       []string{name},
		Outfile:           filepath.Join(folder, "bundle", name),
		Bundle:            true,
		Format:            api.FormatESModule,
		Platform:          api.PlatformBrowser,
		Target:            api.ES2022,
		Charset:           api.CharsetUTF8,
		MinifyWhitespace:  true,
		MinifySyntax:      true,
		MinifyIdentifiers: true,
		LogLevel:          api.LogLevelSilent,
	})
	if len(result.Errors) > 0 {
		wrong := result.Errors[0]
		if at := wrong.Location; at != nil {
			return "", fmt.Errorf("%s:%d: %s", at.File, at.Line, wrong.Text)
		}
		return "", errors.New(wrong.Text)
	}
	return string(result.OutputFiles[0].Contents), nil
}

// assemble returns index.html with the style, the script and the WebAssembly embedded. The content
// security policy of the page allows only these, so the page loads nothing from other addresses.
func assemble(page fs.FS, p program) (string, error) {
	index, err := fs.ReadFile(page, "index.html")
	if err != nil {
		return "", err
	}
	script, err := bundle(page, "js/main.js")
	if err != nil {
		return "", err
	}
	style, err := bundle(page, "style.css")
	if err != nil {
		return "", err
	}
	more, err := bundle(page, "learn.css")
	if err != nil {
		return "", err
	}
	style = more + style // as in the served page, style.css comes last
	wasm := base64.StdEncoding.EncodeToString(p.wasm)
	data, err := json.Marshal(map[string]string{"wasm": wasm, "exec": p.exec})
	if err != nil {
		return "", err
	}
	script = readData + script
	const policyFormat = "default-src 'none'; script-src %s 'wasm-unsafe-eval'; style-src %s; " +
		"worker-src blob:; img-src data: blob:; base-uri 'none'; form-action 'none'"
	policy := fmt.Sprintf(policyFormat, digest(script), digest(style))
	scriptElement := `<script type="module">` + script + "</script>"
	dataElement := `<script type="application/json" id="` + dataID + `">` + string(data) + "</script>"
	edits := []string{
		`<meta charset="utf-8">`, `<meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="` + policy + `">`,
		`<link rel="stylesheet" href="style.css">`, "<style>" + style + "</style>",
		`<script type="module" src="js/main.js"></script>`, scriptElement,
		"</body>", dataElement + "\n</body>",
	}
	for i := 0; i < len(edits); i += 2 {
		if strings.Count(string(index), edits[i]) != 1 {
			return "", fmt.Errorf("index.html: expected %s once", edits[i])
		}
	}
	text := strings.NewReplacer(edits...).Replace(string(index))
	return preloads.ReplaceAllString(text, ""), nil
}

// preloads matches the links to modules that browsers load before the script asks for them.
var preloads = regexp.MustCompile(`\n *<link rel="modulepreload"[^>]*>`)

// digest returns the hash of a text as a source expression of a content security policy.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
