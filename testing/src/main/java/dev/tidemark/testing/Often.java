package dev.tidemark.testing;

import java.util.function.BooleanSupplier;

/**
 * How often something happens by chance, from as few experiments as leave no doubt. One in eight is carried out; the
 * others follow at full size, and where the first look odd, as one in a hundred times they do though all is well. So a
 * fault is found by nearly as many as if all were carried out every time.
 *
 * <p>Whether a count is too far from a chance is judged by W. Hoeffding's bound (1963, "Probability inequalities for
 * sums of bounded random variables", theorem 1): of n experiments of chance p, a share of q or further from p has a
 * probability of at most exp(−n·(q·ln(q/p) + (1 − q)·ln((1 − q)/(1 − p)))).
 */
public final class Often {
    private static final double ODD = 0.01;
    /**
     * So seldom what is well fails. A run checks about a hundred such bounds: together they fail once in ten million
     * runs.
     */
    private static final double WRONG = 1e-9;

    private final double low;
    private final double high;
    private int tried;
    private int happened;

    private Often(double low, double high) {
        this.low = low;
        this.high = high;
    }

    public static void never(int experiments, BooleanSupplier happens) {
        atMost(0, experiments, happens);
    }

    public static void atMost(double chance, int experiments, BooleanSupplier happens) {
        between(0, chance, experiments, happens);
    }

    public static void atLeast(double chance, int experiments, BooleanSupplier happens) {
        between(chance, 1, experiments, happens);
    }

    /**
     * Fails where something happens less often than by one chance, or more often than by another.
     *
     * @param experiments how many at most
     * @param happens     carries one out, which draws from what hangs on {@link Effort#seed}
     */
    public static void between(double low, double high, int experiments, BooleanSupplier happens) {
        Often often = new Often(low, high);
        often.untilTried(Effort.of(experiments / 8, experiments), happens);
        if (often.luck() < ODD) {
            often.untilTried(experiments, happens);
        }
        if (often.luck() < WRONG) {
            throw new AssertionError("happened " + often.happened + " times of " + often.tried
                    + ", though its chance should be between " + low + " and " + high);
        }
    }

    private void untilTried(int experiments, BooleanSupplier happens) {
        for (; tried < experiments; tried++) {
            happened += happens.getAsBoolean() ? 1 : 0;
        }
    }

    /** At most this is the probability of a count as far off as this one. */
    private double luck() {
        double share = (double) happened / tried;
        double nearest = Math.clamp(share, low, high);
        return Math.exp(-tried * (part(share, nearest) + part(1 - share, 1 - nearest)));
    }

    private static double part(double share, double chance) {
        return share == 0 ? 0 : share * Math.log(share / chance);
    }
}
