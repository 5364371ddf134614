package analysis

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
// above 0 is 40 of 45, the one-sided probability 0.0195.
func TestWilcoxon(t *testing.T) {
	before := []float64{1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30}
	after := []float64{0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29}
	got := Wilcoxon(before, after)
	assert.InDelta(t, 2*0.01953125, got.P, 1e-12)
	assert.InDelta(t, (40-5)/45.0, got.Effect, 1e-12)
	assert.Equal(t, 9, got.N)
	turned := Wilcoxon(after, before)
	assert.Equal(t, got.P, turned.P)
	assert.Equal(t, -got.Effect, turned.Effect)
}

// Ratios of 2 and of 1/2 are equally large, whatever they are ratios of, and
// logarithms of them that rounding sets apart still share their ranks.
func TestWilcoxonOfEqualRatios(t *testing.T) {
	var first, second []float64
	for i := range 20 {
		one, other := math.Log(float64(3+i)), math.Log(float64(2*(3+i)))
		if i%2 == 0 {
			one, other = other, one
		}
		first, second = append(first, one), append(second, other)
	}
	got := Wilcoxon(first, second)
	assert.Equal(t, 1.0, got.P)
	assert.Zero(t, got.Effect)
	assert.Equal(t, 20, got.N)

	same := Wilcoxon([]float64{0.1 + second[0] - second[0]}, []float64{0.1})
	assert.Zero(t, same.N, "what is left of a sum is no difference")
}

// Every way to deal out the signs, counted one by one.
func TestWilcoxonAgainstEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		differences := rapid.SliceOfN(rapid.IntRange(-4, 4), 1, 10).Draw(t, "differences")
		var first, sizes []float64
		for _, d := range differences {
			first = append(first, float64(d))
			if d != 0 {
				sizes = append(sizes, math.Abs(float64(d)))
			}
		}
		got := Wilcoxon(first, make([]float64, len(first)))
		n := len(sizes)
		if got.N != n {
			t.Fatalf("%+v", got)
		}
		if n == 0 {
			return
		}
		rank := func(size float64) float64 { // the mean of the places it takes
			less, equal := 0, 0
			for _, s := range sizes {
				if s < size {
					less++
				} else if s == size {
					equal++
				}
			}
			return float64(less) + float64(equal+1)/2
		}
		seen := 0.0
		for _, d := range first {
			if d > 0 {
				seen += rank(d)
			}
		}
		middle := float64(n*(n+1)) / 4
		extreme := 0
		for signs := range 1 << n {
			sum := 0.0
			for i, s := range sizes {
				if signs>>i&1 == 1 {
					sum += rank(s)
				}
			}
			if math.Abs(sum-middle) >= math.Abs(seen-middle)-1e-9 {
				extreme++
			}
		}
		if want := float64(extreme) / float64(int(1)<<n); math.Abs(got.P-want) > 1e-9 {
			t.Fatalf("%v: %v, counted %v", first, got.P, want)
		}
		if want := (seen - middle) / middle; math.Abs(got.Effect-want) > 1e-9 {
			t.Fatalf("%v: effect %v, counted %v", first, got.Effect, want)
		}
	})
}

// Beyond a hundred pairs the normal distribution takes over. Here the sums that
// ranks 1 to n can have are counted out beside it.
func TestWilcoxonOfManyPairs(t *testing.T) {
	const n = 150
	chance := make([]float64, n*(n+1)/2+1)
	chance[0] = 1
	for rank := 1; rank <= n; rank++ {
		for sum := len(chance) - 1; sum >= 0; sum-- {
			chance[sum] /= 2
			if sum >= rank {
				chance[sum] += chance[sum-rank] / 2
			}
		}
	}
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 0))
		first, more := make([]float64, n), 0
		for i := range first {
			first[i] = float64(i + 1)
			if random.IntN(100) < 40 {
				more += i + 1
			} else {
				first[i] = -first[i]
			}
		}
		want := 0.0
		for _, c := range chance[:min(more, len(chance)-1-more)+1] {
			want += 2 * c
		}
		got := Wilcoxon(first, make([]float64, n))
		assert.InDelta(t, want, got.P, min(0.001, want/3), "seed %d", seed)
	}
}

func TestWilcoxonOfFewPairs(t *testing.T) {
	for _, c := range []struct {
		differ, ties int
		few          bool
	}{
		{0, 0, true}, {5, 5, true}, {5, 6, true}, {6, 6, false}, {6, 7, false},
	} {
		first := slices.Concat(upTo(c.differ), make([]float64, c.ties))
		got := Wilcoxon(first, make([]float64, len(first)))
		assert.Equal(t, c.differ, got.N)
		assert.Equal(t, c.few, got.Few(), "%+v", c)
	}
	assert.True(t, math.IsNaN(Wilcoxon(nil, nil).Effect))
	assert.Zero(t, Wilcoxon([]float64{1}, []float64{1}).Effect)
}

// Sums of binomial coefficients, by hand.
func TestMcNemar(t *testing.T) {
	for _, c := range []struct {
		first, second int
		want          float64
	}{
		{0, 0, 1}, {0, 1, 1}, {3, 3, 1}, {0, 6, 2.0 / 64}, {1, 7, 2 * 9.0 / 256}, {2, 8, 2 * 56.0 / 1024},
	} {
		assert.InDelta(t, c.want, McNemar(c.first, c.second), 1e-12, "%d, %d", c.first, c.second)
		assert.InDelta(t, c.want, McNemar(c.second, c.first), 1e-12, "%d, %d", c.second, c.first)
	}
}

func TestHolm(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct{ ps, want []float64 }{
		{nil, nil},
		{[]float64{0.03}, []float64{0.03}},
		{[]float64{0.01, 0.04, 0.03, 0.005}, []float64{0.03, 0.06, 0.06, 0.02}}, // 2, 4, 3, 1 times, then never falling
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
			if raised[i] < ps[i] || raised[i] > min(1, float64(len(ps))*ps[i]+1e-12) && !slices.ContainsFunc(ps,
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
