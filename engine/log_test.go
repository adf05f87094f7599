package engine

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// slowLn is the logarithm to 200 bits, by the same series in big numbers.
func slowLn(x float64) float64 {
	const precision = 200
	number := func(f float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(f) }
	artanh := func(z *big.Float) *big.Float {
		square, power, sum := number(0).Mul(z, z), number(0).Set(z), number(0)
		for i := 1; i < 400; i += 2 {
			sum.Add(sum, number(0).Quo(power, number(float64(i))))
			power.Mul(power, square)
		}
		return sum.Mul(sum, number(2))
	}
	m, k := math.Frexp(x)
	log := artanh(number(0).Quo(number(m-1), number(0).Add(number(m), number(1))))
	two := artanh(number(0).Quo(number(1), number(3)))
	f, _ := log.Add(log, two.Mul(two, number(float64(k)))).Float64()
	return f
}

func TestLnIsCorrectlyRounded(t *testing.T) {
	for n := 1.0; n <= 4096; n = n*2 + 1 {
		for df := 0.0; df <= n; df += math.Ceil(n / 50) {
			checkLn(t, 1+(n-df+0.5)/(df+0.5))
		}
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		checkLn(t, 1+math.Exp(rnd.Float64()*40-20))
	}
}

func checkLn(t *testing.T, x float64) {
	t.Helper()
	if got, want := ln(x), slowLn(x); got != want {
		t.Errorf("ln %v is %v, want %v", x, got, want)
	}
}
