package dev.tidemark.core.data;
import java.util.stream.DoubleStream;

/** Random numbers that follow from what they are for. Not thread-safe. */
public final class RandomNumbers {

    private long state;

    /** @param purpose keeps the uses of a seed apart */
    public RandomNumbers(long seed, long purpose, long n) {
        state = SplitMix64.mix(SplitMix64.mix(seed + SplitMix64.STEP) ^ SplitMix64.mix(purpose - SplitMix64.STEP)
                ^ n * SplitMix64.STEP);
    }

    /** The same numbers without the first ones, which are not made for that. */
    public RandomNumbers skip(long numbers) {
        state += numbers * SplitMix64.STEP;
        return this;
    }

    /** The next 64 bits. */
    public long bits() {
        return SplitMix64.mix(state += SplitMix64.STEP);
    }

    /** At least 0 and below 1. */
    public double share() {
        return (bits() >>> 11) * 0x1p-53;
    }

    /** The next ones, each at least 0 and below 1. */
    public DoubleStream stream(int numbers) {
        return DoubleStream.generate(this::share).limit(numbers);
    }

    /** At least 0 and below a bound. */
    public int below(int bound) {
        return (int) (share() * bound);
    }

    /** Of the normal distribution with mean 0 and deviation 1 (Box and Muller, 1958). */
    public double normal() {
        return Math.sqrt(-2 * Math.log(1 - share())) * Math.cos(2 * Math.PI * share());
    }
}
