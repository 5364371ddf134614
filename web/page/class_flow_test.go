package page_test

import (
	"testing"

	"npuzzle/web"
	"npuzzle/web/browser"
)

// A student types the code into the page that the server shows without a token, and is a guest.
func TestDoorway(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at the page alone, which the race detector does not watch")
	}
	t.Parallel()
	server := newRestartable(t, web.Options{Token: "host", Class: &web.Class{Code: "bcdf", Token: "guest"}})
	address := "http://" + server.address + "/"
	v := &visit{browser.Start(t).Open(t, address), t, address, true}
	v.LoseServer() // browsers log the status 401
	const code = `document.querySelector('input[name="code"]')`
	v.Wait(code)
	v.Fill(code, "bcdg")
	v.Click(find("button", "Enter"))
	v.Wait(`document.body.textContent.includes('The code bcdg is wrong.')`)
	v.Fill(code, "BCDF")
	v.Click(find("button", "Enter"))
	v.Wait(tile("7"))
}
