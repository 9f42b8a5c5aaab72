package dev.tidemark.core.data.keys;

import dev.tidemark.core.data.SplitMix64;

/**
 * Draws from Zipf's law by rejection and inversion: W. Hörmann and G. Derflinger, "Rejection-inversion to generate
 * variates from monotone discrete distributions", ACM TOMACS 6 (1996). The law's steps 1/k^theta lie below the curve
 * 1/x^theta where it is shifted by half a step; a point below the curve is found by inverting its integral, and drawn
 * again in the rare case that it is above the step. Exact up to the rounding of doubles, with no table and at the same
 * cost for any number of keys.
 */
final class ZipfSampler implements KeyDistribution.Sampler {

    /** Below this, a Taylor series is nearer than the quotient. */
    private static final double SMALL = 1e-8;

    private final double theta;
    /** Of the integral, where the first step begins: it is cut off at its own width. */
    private final double least;
    /** A point that is so little left of its step's middle is below the step, whatever its height. */
    private final double squeeze;

    private long items = -1;
    /** Of the integral, where the last step ends. */
    private double most;

    ZipfSampler(double theta) {
        this.theta = theta;
        this.least = integral(1.5) - 1;
        this.squeeze = 2 - inverse(integral(2.5) - step(2));
    }

    @Override
    public long rank(long random, long count) {
        if (count != items) {
            items = count;
            most = integral(count + 0.5);
        }
        for (long at = random;; at += SplitMix64.STEP) {
            double area = most + CounterRng.uniform(at) * (least - most);
            double x = inverse(area);
            long k = Math.clamp((long) (x + 0.5), 1, count);
            if (k - x <= squeeze || area >= integral(k + 0.5) - step(k)) {
                return k - 1;
            }
        }
    }

    private double step(double k) {
        return Math.exp(-theta * Math.log(k));
    }

    /** The integral of x^−theta from 1 to x: (x^(1−theta) − 1) / (1 − theta), and the logarithm for theta 1. */
    private double integral(double x) {
        double log = Math.log(x);
        double t = (1 - theta) * log;
        return log * (Math.abs(t) > SMALL ? Math.expm1(t) / t : 1 + t / 2);
    }

    private double inverse(double area) {
        double t = Math.max(-1, (1 - theta) * area);
        return Math.exp(area * (Math.abs(t) > SMALL ? Math.log1p(t) / t : 1 - t / 2));
    }
}
