package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// Depression scales before and after a tranquilliser: M. Hollander, D. Wolfe,
// "Nonparametric statistical methods", 1973, pages 27-33. The sum of the ranks
// above 0 is 40 of 45.
func TestRankBiserial(t *testing.T) {
	before := []float64{1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30}
	after := []float64{0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29}
	effect := RankBiserial(before, after)
	assert.InDelta(t, (40-5)/45.0, effect, 1e-12)
	assert.Equal(t, -effect, RankBiserial(after, before))
	assert.True(t, math.IsNaN(RankBiserial(nil, nil)))
	assert.Zero(t, RankBiserial([]float64{1}, []float64{1}))
	assert.Equal(t, 1.0, RankBiserial([]float64{2, 1}, []float64{1, 1}), "equal pairs are left out")
}

// Ratios of 2 and of 1/2 are equally large, whatever they are ratios of, and
// logarithms of them that rounding sets apart still share their ranks.
func TestRankBiserialOfEqualRatios(t *testing.T) {
	var first, second []float64
	for i := range 20 {
		one := math.Log(float64(3 + i))
		other := math.Log(float64(2 * (3 + i)))
		if i%2 == 0 {
			one, other = other, one
		}
		first = append(first, one)
		second = append(second, other)
	}
	assert.Zero(t, RankBiserial(first, second))
	sum := 0.1 + second[0] - second[0]
	assert.Zero(t, RankBiserial([]float64{sum}, []float64{0.1}),
		"what is left of a sum is no difference")
}

// The ranks are counted one by one.
func TestRankBiserialAgainstCounting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		differences := rapid.SliceOfN(rapid.IntRange(-4, 4), 1, 10).Draw(t, "differences")
		var first, sizes []float64
		for _, d := range differences {
			first = append(first, float64(d))
			if d != 0 {
				sizes = append(sizes, math.Abs(float64(d)))
			}
		}
		rank := func(size float64) float64 { // the mean of the places it takes
			less := 0
			equal := 0
			for _, s := range sizes {
				if s < size {
					less++
				} else if s == size {
					equal++
				}
			}
			return float64(less) + float64(equal+1)/2
		}
		above := 0.0
		for _, d := range first {
			if d > 0 {
				above += rank(d)
			}
		}
		want := 0.0
		if len(sizes) > 0 {
			middle := float64(len(sizes)*(len(sizes)+1)) / 4
			want = (above - middle) / middle
		}
		got := RankBiserial(first, make([]float64, len(first)))
		if math.Abs(got-want) > 1e-9 {
			t.Fatalf("%v: effect %v, counted %v", first, got, want)
		}
	})
}

// Fisher's lady told 3 of 4 cups: p is 34/70. The other values are sums of hypergeometric
// probabilities.
func TestRankSumOfHits(t *testing.T) {
	runs := func(hits, n int) []float64 {
		return append(slices.Repeat([]float64{1}, hits), make([]float64, n-hits)...)
	}
	one := func(x, m, y, n int) Test {
		return RankSum([][]float64{runs(x, m)}, [][]float64{runs(y, n)})
	}
	assert.InDelta(t, 34.0/70, one(3, 4, 1, 4).P, 1e-12)
	assert.InDelta(t, 2.0/70, one(4, 4, 0, 4).P, 1e-12)
	assert.False(t, one(3, 3, 0, 3).Possible(), "the least p of 3 and 3 is 0.1")
	assert.True(t, one(2, 4, 2, 4).Possible())
	all := one(30, 30, 0, 30)
	assert.InEpsilon(t, 2/118264581564861424.0, all.P, 1e-6, "2 of 60 over 30")
	assert.Equal(t, 1.0, all.Effect)
	assert.Equal(t, Test{P: 1, Least: 1, N: 0}, one(5, 5, 9, 9), "no difference")

	// With one run on each of several boards, it is McNemar's test.
	var first, second [][]float64
	for board := range 8 {
		solved := 0.0 // by the first solver on the first board, and by the second on the others
		if board == 0 {
			solved = 1
		}
		first = append(first, []float64{solved})
		second = append(second, []float64{1 - solved})
	}
	assert.InDelta(t, 2*9.0/256, RankSum(first, second).P, 1e-12)
}

// Every way to deal out the values of two boards, counted one by one.
func TestRankSumAgainstEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var first, second [][]float64
		for range rapid.IntRange(1, 2).Draw(t, "boards") {
			draw := func() (values []float64) {
				for _, x := range rapid.SliceOfN(rapid.IntRange(0, 4), 1, 5).Draw(t, "runs") {
					values = append(values, float64(x))
				}
				return values
			}
			first = append(first, draw())
			second = append(second, draw())
		}
		// larger is twice the number of pairs on a board in which the first is larger; equal pairs
		// count one.
		larger := func(one, other []float64) (sum int) {
			for _, x := range one {
				for _, y := range other {
					if x > y {
						sum += 2
					} else if x == y {
						sum++
					}
				}
			}
			return sum
		}
		seen := 0
		middle := 0
		ways := map[int]float64{0: 1}
		for i, one := range first {
			seen += larger(one, second[i])
			middle += len(one) * len(second[i])
			all := slices.Concat(one, second[i])
			next := map[int]float64{}
			for chosen := range 1 << len(all) {
				var a, b []float64
				for j, x := range all {
					if chosen>>j&1 == 1 {
						a = append(a, x)
					} else {
						b = append(b, x)
					}
				}
				if len(a) == len(one) {
					for sum, n := range ways {
						next[sum+larger(a, b)] += n
					}
				}
			}
			ways = next
		}
		total := 0.0
		extreme := 0.0
		for sum, n := range ways {
			total += n
			if math.Abs(float64(sum-middle)) >= math.Abs(float64(seen-middle)) {
				extreme += n
			}
		}
		got := RankSum(first, second)
		if math.Abs(got.P-extreme/total) > 1e-9 {
			t.Fatalf("%v, %v: %v, counted %v", first, second, got.P, extreme/total)
		}
		if want := float64(seen-middle) / float64(middle); math.Abs(got.Effect-want) > 1e-9 {
			t.Fatalf("%v, %v: effect %v, counted %v", first, second, got.Effect, want)
		}
	})
}

// Beyond sixty runs, the normal distribution is close to the exact probabilities of a little fewer.
func TestRankSumOfManyRuns(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		first := [][]float64{nil, nil}
		second := [][]float64{nil, nil}
		for i := range 60 {
			x := float64(random.IntN(8))
			if i%2 == 0 {
				first[i/30] = append(first[i/30], x)
			} else {
				second[i/30] = append(second[i/30], x+float64(random.IntN(2)))
			}
		}
		exact := RankSum(first, second)
		first, second = append(first, []float64{1}), append(second, []float64{2}) // two runs more
		normal := RankSum(first, second)
		assert.InDelta(t, exact.P, normal.P, 0.05+exact.P/4)
		assert.Zero(t, normal.Least)
	}
}

func TestHolm(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct{ ps, want []float64 }{
		{nil, nil},
		{[]float64{0.03}, []float64{0.03}},
		// 2, 4, 3, 1 times, then never falling
		{[]float64{0.01, 0.04, 0.03, 0.005}, []float64{0.03, 0.06, 0.06, 0.02}},
		{[]float64{0.5, 0.9, 0.4}, []float64{1, 1, 1}},
		{[]float64{nan, 0.02, nan, 0.04}, []float64{nan, 0.04, nan, 0.04}},
	} {
		assert.InDeltaSlice(t, c.want, Holm(c.ps), 1e-12, "%v", c.ps)
	}
}

func TestHolmKeepsOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ps := rapid.SliceOf(rapid.Float64Range(0, 1)).Draw(t, "ps")
		raised := Holm(ps)
		for i := range ps {
			if raised[i] < ps[i] || raised[i] > min(1, float64(len(ps))*ps[i]+1e-12) &&
				!slices.ContainsFunc(ps,
					func(p float64) bool { return p < ps[i] }) {
				t.Fatalf("%v raised to %v", ps, raised)
			}
			for j := range ps {
				if ps[i] < ps[j] && raised[i] > raised[j] {
					t.Fatalf("%v turned round in %v", ps, raised)
				}
			}
		}
	})
}

// The example of Conover (1999), section 5.8: twelve home owners rank four kinds of grass.
func TestFriedman(t *testing.T) {
	lawns := [][]float64{{4, 3, 2, 1}, {4, 2, 3, 1}, {3, 1.5, 1.5, 4}, {3, 1, 2, 4}, {4, 2, 1, 3},
		{2, 2, 2, 4},
		{1, 3, 2, 4}, {2, 4, 1, 3}, {3.5, 1, 2, 3.5}, {4, 1, 3, 2}, {4, 2, 3, 1}, {3.5, 1, 2, 3.5}}
	sums, apart := Friedman(lawns)
	assert.Equal(t, []float64{38, 23.5, 24.5, 34}, sums)
	assert.InDelta(t, 11.49, apart, 0.01)
	_, apart = Friedman(lawns[:6])
	assert.True(t, math.IsInf(apart, 1), "six of them do not suffice")
	_, apart = Friedman([][]float64{{1, 1}, {2, 2}})
	assert.True(t, math.IsInf(apart, 1), "all values of a block are equal")
}
