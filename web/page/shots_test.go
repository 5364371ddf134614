package page_test

import (
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

func shot(v *visit, name string) {
	os.MkdirAll("/tmp/shots-a", 0o777)
	for _, size := range [][2]int64{{1440, 900}, {390, 844}} {
		v.Resize(size[0], size[1])
		v.Run(`await new Promise((done) => setTimeout(done, 400))`)
		png, err := chromedp.Run(v.Context, chromedp.CaptureScreenshot())
		require.NoError(v.t, err)
		suffix := "-wide"
		if size[0] == 390 {
			suffix = "-phone"
		}
		require.NoError(v.t, os.WriteFile("/tmp/shots-a/"+name+suffix+".png", png, 0o666))
	}
	v.Resize(1440, 900)
}

func TestShotsPlay(t *testing.T) {
	v := openServed(t)
	v.goTo("play", "board=7+2+4/5+0+6/8+3+1")
	shot(v, "play")
	v.Click(button("Hint"))
	v.says("The goal is ")
	shot(v, "play-hint")
	v.goTo("play", "board="+hard)
	shot(v, "play-4x4")
	v.goTo("play", "board=1+2+3/4+5+6/8+7+0")
	v.says("cannot be solved")
	v.Click(find("summary", "Why?"))
	shot(v, "play-unsolvable")
	v.goTo("play", "board="+nearGoal)
	for _, d := range []string{"1", "2", "5", "6"} {
		v.Click(tile(d))
	}
	v.says("Shortest: 4")
	shot(v, "play-solved")
	v.Click(find("summary", "Options"))
	shot(v, "play-options")
}

func TestShotsSolve(t *testing.T) {
	v := openServed(t)
	v.goTo("solve", "board=14+2+12+8/4+11+5+13/0+6+10+9/15+1+3+7")
	v.settled("solve")
	shot(v, "solve")
	v.Click(button("Solve"))
	v.says("no plan is shorter")
	v.Run(`await new Promise((done) => setTimeout(done, 2400))`)
	shot(v, "solve-proved")
	v.Click(button("Genetic"))
	shot(v, "solve-old")
	v.goTo("solve", "board=17+1+20+9+16/2+22+19+14+5/15+21+0+3+24/23+18+13+12+7/10+8+6+4+11")
	v.Click(button("Solve"))
	v.says("A shorter plan may exist")
	v.Run(`await new Promise((done) => setTimeout(done, 1400))`)
	shot(v, "solve-5x5")
}
