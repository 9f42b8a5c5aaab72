package dev.tidemark.core.workload;

import dev.tidemark.core.data.BinaryValues;
import dev.tidemark.core.data.BlockHeader;
import dev.tidemark.core.data.SizeDistribution;
import dev.tidemark.core.data.ValueGenerator;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;
import java.util.List;
import java.util.Optional;

/** What values are like, for every workload on keys. */
public final class ValueParams {

    /** How sizes vary. */
    enum Sizes {
        FIXED, UNIFORM, EXPONENTIAL
    }

    static final Param<Long> VALUE_SIZE = Param.size("value-size").ofTask().byDefault(1000L).atLeast(BlockHeader.BYTES)
            .atMost(64 << 20).help("mean size of a value; each begins with a header of " + BlockHeader.BYTES
                    + " bytes by which it can be checked").changing(ChangeCost.REBUILD).asMain();

    static final Param<Sizes> VALUE_SIZES = Param.oneOf("value-sizes", Sizes.class).byDefault(Sizes.FIXED)
            .help("fixed; uniform: from the smallest to as far above the mean; exponential: the smallest and an "
                    + "exponential part on top")
            .changing(ChangeCost.REBUILD);

    static final Param<Long> SMALLEST_VALUE = Param.size("smallest-value").byDefault((long) BlockHeader.BYTES)
            .atLeast(BlockHeader.BYTES).atMost(64 << 20).help("smallest size of a value where sizes vary")
            .changing(ChangeCost.REBUILD);

    static final Param<Double> LARGE_SHARE = Param.share("large-share").byDefault(0.0)
            .help("share of exponential values that are some times larger than the others; value-size is of the others")
            .changing(ChangeCost.REBUILD);

    static final Param<Double> LARGE_FACTOR = Param.number("large-factor").byDefault(5.0).atLeast(1).atMost(100)
            .help("how many times larger those are").changing(ChangeCost.REBUILD);

    public static final Param<Double> COMPRESSIBILITY = Param.number("compressibility").pace().byDefault(1.0).atLeast(1)
            .atMost(1 / BinaryValues.MIN_COMPRESSED_SHARE)
            .help("how many times smaller values can be compressed; 1 for not at all").changing(ChangeCost.REBUILD);

    public static final ParamSet ALL = ParamSet.of(VALUE_SIZE, VALUE_SIZES, SMALLEST_VALUE, LARGE_SHARE, LARGE_FACTOR,
            COMPRESSIBILITY).with(ValueParams::smallestIsBelowMean, ValueParams::valuesCanBeHeld);

    /** What gives those an effect that only some sizes look at. */
    public static final List<Precondition> PRECONDITIONS = List.of(
            Precondition.oneOf(SMALLEST_VALUE, VALUE_SIZES, Sizes.UNIFORM, Sizes.EXPONENTIAL),
            Precondition.oneOf(LARGE_SHARE, VALUE_SIZES, Sizes.EXPONENTIAL),
            Precondition.needing(LARGE_FACTOR, "a large-share of value-sizes: exponential",
                    v -> v.get(VALUE_SIZES) == Sizes.EXPONENTIAL && v.get(LARGE_SHARE) > 0));

    private ValueParams() {}

    private static Optional<String> smallestIsBelowMean(Values v) {
        return v.get(VALUE_SIZES) == Sizes.FIXED || v.get(SMALLEST_VALUE) <= v.get(VALUE_SIZE) ? Optional.empty()
                : Optional.of("smallest-value: " + v.text(SMALLEST_VALUE) + " is above value-size "
                        + v.text(VALUE_SIZE) + ", which is the mean");
    }

    /** Of exponential sizes, since the longest is 37 times the mean. */
    private static Optional<String> valuesCanBeHeld(Values v) {
        double factor = v.get(LARGE_SHARE) > 0 ? v.get(LARGE_FACTOR) : 1;
        boolean representable = v.get(VALUE_SIZES) != Sizes.EXPONENTIAL || 37.0 * factor * v.get(VALUE_SIZE) < 1 << 30;
        return representable ? Optional.empty()
                : Optional.of("value-size: exponential values can become 37 times the mean; "
                + "choose a size that keeps them below 1 GiB");
    }

    public static SizeDistribution sizes(Values v) {
        int mean = Math.toIntExact(v.get(VALUE_SIZE));
        int smallest = Math.toIntExact(v.get(SMALLEST_VALUE));
        return switch (v.get(VALUE_SIZES)) {
            case FIXED -> new SizeDistribution.Fixed(mean);
            case UNIFORM -> new SizeDistribution.Uniform(smallest, 2 * mean - smallest);
            case EXPONENTIAL -> new SizeDistribution.Exponential(smallest, mean - smallest, v.get(LARGE_FACTOR),
                    v.get(LARGE_SHARE));
        };
    }

    public static ValueGenerator values(Values v, long seed) {
        return new ValueGenerator(seed, sizes(v), 1 / v.get(COMPRESSIBILITY));
    }
}
