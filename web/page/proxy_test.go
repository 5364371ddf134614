package page_test

import (
	"net/http/httptest"
	"net/http/httputil"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"npuzzle/bench/lab"
	"npuzzle/internal/slow"
	"npuzzle/solvers"
	"npuzzle/web"
	"npuzzle/web/browser"
	"npuzzle/web/page"
)

// The page works below a path of another host, behind a proxy that rewrites the host and removes
// the path.
func TestPageBehindProxy(t *testing.T) {
	slow.Only(t, "waits for a browser")
	t.Parallel()
	front := httptest.NewUnstartedServer(nil)
	public, err := web.ParsePublicURL("http://" + front.Listener.Addr().String() + "/lab/")
	require.NoError(t, err)
	const token = "secret"
	address := public.String() + "?token=" + token
	library := &solvers.Library{Dir: t.TempDir()}
	s, err := web.New(web.Options{
		Files: page.Files(), Library: library, Lab: lab.Lab{Prepare: library.Prepare},
		Store: filepath.Join(t.TempDir(), "lab.sqlite"), Jobs: 4, Memory: 1 << 30, TimeLimit: time.Minute,
		Public: public, Token: token, Address: address,
	})
	require.NoError(t, err)
	front.Config.Handler = browser.Proxy(t, browser.Serve(t, s.Serve), func(r *httputil.ProxyRequest) {
		r.Out.URL.Path = strings.TrimPrefix(r.In.URL.Path, "/lab")
	})
	front.Start()
	t.Cleanup(front.Close)
	behindProxy(openAt(t, address, ""))
}

// behindProxy plays, solves and races on a page whose path is /lab/.
func behindProxy(v *visit) {
	v.Wait(`location.pathname === '/lab/' && location.search === ''`) // the cookie keeps the token
	hint(v)
	stop(v) // progress arrives while a search runs

	// The studies are files of the page.
	v.goTo("experiments", "")
	v.says("Claims:")

	// The link of a class race is the public one.
	v.goTo("race", "board="+nearGoal)
	v.Click(button("Class race"))
	v.Wait(button("Copy link"))
	const linkField = `document.querySelector('.projector .field textarea').value`
	v.Wait(linkField + ` !== ''`)
	link := browser.Value[string](v.Page, linkField)
	ann := *v
	ann.Page = v.Another(link)
	ann.says("The board appears when the race starts.")
	ann.Fill(field("Your name"), "Ann")
	ann.Click(button("Join"))
	v.says("1 joined: Ann")
	v.Click(button("Start for all"))
	ann.says("Put the tiles in order.")
	ann.Press(ann.plan())
	v.Wait(`/^Ann is first: \d+ moves in \d+\.\d s\.$/.test(document.querySelector('h1').textContent)`)
}
