package dev.tidemark.core.workload;

import module java.base;
import dev.tidemark.core.data.keys.GrowingSet;
import dev.tidemark.core.data.keys.KeyDistribution;
import dev.tidemark.core.data.keys.KeyFormat;
import dev.tidemark.core.data.keys.KeyPermutation;
import dev.tidemark.core.data.keys.KeyStream;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Values;

/** Which keys operations are about and how keys look, for every workload on keys. */
public final class KeyParams {

    /** How the next key is chosen. */
    public enum Choice {
        UNIFORM, SEQUENTIAL, PARTITIONED, ZIPF, PARETO, PARETO_CLAMPED, PARETO_UNBOUNDED, HOT_SET, LATEST, OWN
    }

    enum Order {
        SPREAD, ADJACENT
    }

    enum Format {
        BINARY, TEXT, HASHED_TEXT
    }

    /** Enough to take apart what is hot, without making keys much longer. */
    private static final int HASH_DIGITS = 4;
    /** The numbers of lanes' own keys are spread over all that a key can have. */
    public static final long ALL = Long.MAX_VALUE;
    private static final int LONGEST_PREFIX = 64;
    private static final long MOST_KEYS = 1L << 44;

    public static final Param<Choice> KEYS = Param.oneOf("keys", Choice.class).byDefault(Choice.UNIFORM)
            .help("how the key of an operation is chosen: uniform; sequential: every worker takes all keys once; "
                    + "partitioned: the workers share one pass; zipf; pareto: drawn again when beyond the last key; "
                    + "pareto-clamped and pareto-unbounded: as older tools have it; hot-set: 80/20; latest: the newest "
                    + "are the hottest; own: a set of each worker's own that its inserts let grow")
            .alias("requestdistribution", "", Map.of("hotspot", "hot-set", "zipfian", "zipf")).asMain();

    public static final Param<Long> KEY_COUNT = Param.count("key-count").ofData().byDefault(1_000_000L).atLeast(1)
            .atMost(MOST_KEYS)
            .help("how many keys there are; with latest and own, how many there are at first")
            .alias("recordcount").changing(ChangeCost.REBUILD).asMain();

    static final Param<Double> ZIPF_THETA = Param.number("zipf-theta").byDefault(0.99).atLeast(0)
            .atMost(KeyDistribution.Zipf.LARGEST_THETA)
            .help("how steep zipf and latest are: the key of rank k comes in proportion to 1 / k^theta; 0 is uniform");

    static final Param<Double> PARETO_SHAPE = Param.number("pareto-shape").byDefault(1.5).atLeast(1.01).atMost(100)
            .help("shape of the pareto laws");

    static final Param<Double> PARETO_MEAN = Param.share("pareto-mean").byDefault(0.2)
            .help("mean of the unbounded pareto law, as a share of the keys");

    static final Param<Double> HOT_KEYS = Param.share("hot-keys").byDefault(0.2)
            .help("share of the keys that are hot, with hot-set and own");

    static final Param<Double> HOT_TRAFFIC = Param.share("hot-traffic").byDefault(0.8)
            .help("share of the operations that go to hot keys, with hot-set and own");

    static final Param<Order> KEY_ORDER = Param.oneOf("key-order", Order.class).byDefault(Order.SPREAD)
            .help("whether keys of neighbouring ranks are spread over all keys, one to one, or lie side by side, which "
                    + "gives sorted stores a locality that real keys seldom have")
            .alias("insertorder", "", Map.of("hashed", "spread", "ordered", "adjacent")).changing(ChangeCost.REBUILD);

    static final Param<Format> KEY_FORMAT = Param.oneOf("key-format", Format.class).byDefault(Format.BINARY)
            .help("binary: eight bytes, most significant first; text: prefix and decimal number; hashed-text: four "
                    + "hexadecimal digits of a hash of the number, then the same")
            .changing(ChangeCost.REBUILD);

    static final Param<String> KEY_PREFIX = Param.text("key-prefix").reaching(Reach.NOTHING).byDefault("user")
            .help("what text keys begin with").changing(ChangeCost.REBUILD);

    static final Param<Long> KEY_DIGITS = Param.count("key-digits").byDefault(1L).atLeast(1)
            .atMost(KeyFormat.Text.MOST_DIGITS)
            .help("least number of digits of text keys, with zeros before the number").alias("zeropadding")
            .changing(ChangeCost.REBUILD);

    public static final ParamSet ALL_PARAMS = ParamSet.of(KEYS, KEY_COUNT, ZIPF_THETA, PARETO_SHAPE, PARETO_MEAN,
            HOT_KEYS, HOT_TRAFFIC, KEY_ORDER, KEY_FORMAT, KEY_PREFIX, KEY_DIGITS)
            .with(KeyParams::somethingIsHot, KeyParams::meanIsThere, KeyParams::prefixIsPlain);

    /** What gives those an effect that only some laws and formats look at. */
    public static final List<Precondition> PRECONDITIONS = List.of(
            Precondition.oneOf(ZIPF_THETA, KEYS, Choice.ZIPF, Choice.LATEST),
            ofPareto(PARETO_SHAPE), ofPareto(PARETO_MEAN),
            Precondition.oneOf(HOT_KEYS, KEYS, Choice.HOT_SET, Choice.OWN),
            Precondition.oneOf(HOT_TRAFFIC, KEYS, Choice.HOT_SET, Choice.OWN),
            Precondition.oneOf(KEY_PREFIX, KEY_FORMAT, Format.TEXT, Format.HASHED_TEXT),
            Precondition.oneOf(KEY_DIGITS, KEY_FORMAT, Format.TEXT, Format.HASHED_TEXT));

    private KeyParams() {}

    private static Precondition ofPareto(Param<Double> setting) {
        return Precondition.oneOf(setting, KEYS, Choice.PARETO, Choice.PARETO_CLAMPED, Choice.PARETO_UNBOUNDED);
    }

    private static Optional<String> somethingIsHot(Values v) {
        return v.get(HOT_KEYS) > 0 ? Optional.empty()
                : Optional.of("hot-keys: none can be hot; write a share above 0%, as in hot-keys: 20%");
    }

    private static Optional<String> meanIsThere(Values v) {
        return v.get(PARETO_MEAN) > 0 ? Optional.empty()
                : Optional.of("pareto-mean: write a share above 0%, as in pareto-mean: 20%");
    }

    private static Optional<String> prefixIsPlain(Values v) {
        String prefix = v.get(KEY_PREFIX);
        boolean plain = prefix.length() <= LONGEST_PREFIX && prefix.chars().allMatch(c -> c > ' ' && c < 127);
        return plain ? Optional.empty()
                : Optional.of("key-prefix: write up to " + LONGEST_PREFIX + " ASCII characters without spaces");
    }

    /** Whether the keys are a {@link GrowingSet}, so that {@link #of(Values, long, GrowingSet)} tells the stream. */
    public static boolean growing(Values v) {
        return v.get(KEYS) == Choice.LATEST || v.get(KEYS) == Choice.OWN;
    }

    /** The law of the chosen keys' popularity. */
    public static KeyDistribution skew(Values v) {
        return switch (v.get(KEYS)) {
            case UNIFORM, SEQUENTIAL, PARTITIONED -> new KeyDistribution.Uniform();
            case ZIPF, LATEST -> new KeyDistribution.Zipf(v.get(ZIPF_THETA));
            case PARETO -> pareto(v, KeyDistribution.Pareto.Tail.RESAMPLED);
            case PARETO_CLAMPED -> pareto(v, KeyDistribution.Pareto.Tail.CLAMPED);
            case PARETO_UNBOUNDED -> pareto(v, KeyDistribution.Pareto.Tail.UNBOUNDED);
            case HOT_SET, OWN -> new KeyDistribution.HotSet(v.get(HOT_KEYS), v.get(HOT_TRAFFIC));
        };
    }

    private static KeyDistribution pareto(Values v, KeyDistribution.Pareto.Tail tail) {
        return new KeyDistribution.Pareto(v.get(PARETO_SHAPE), v.get(PARETO_MEAN), tail);
    }

    /**
     * The stream over a set of keys that stays as it is.
     *
     * @param lanes how many lanes a partitioned pass is shared among
     * @throws InvalidInputException where the keys chosen grow, so that it takes a mix that adds some
     */
    static KeyStream of(Values v, long seed, int lanes) {
        return spread(v, ranks(v, seed, lanes), seed, space(v));
    }

    /** How many numbers the keys of a set that stays as it is are spread over. */
    public static long space(Values v) {
        return skew(v).end(v.get(KEY_COUNT));
    }

    /** As {@link #of(Values, long, int)}, before the keys are moved to where the key order has them. */
    public static KeyStream ranks(Values v, long seed, int lanes) {
        long count = v.get(KEY_COUNT);
        return switch (v.get(KEYS)) {
            case SEQUENTIAL -> new KeyStream.Sequential(0, count);
            case PARTITIONED -> new KeyStream.Partitioned(0, count, lanes);
            case LATEST, OWN -> throw new InvalidInputException("keys: " + KEYS.format(v.get(KEYS))
                    + " needs a mix that adds keys; write uniform, zipf, pareto or hot-set");
            default -> new KeyStream.Drawn(seed, skew(v), 0, count);
        };
    }

    /** The stream over a set that grows. */
    static KeyStream of(Values v, long seed, GrowingSet set) {
        return spread(v, set.drawn(seed, skew(v), v.get(KEYS) == Choice.LATEST), seed, ALL);
    }

    /**
     * Moves a stream's keys to where the key order has them: one that adds or removes keys of a growing set must be
     * moved as the one that reads it.
     *
     * @param count how many keys there can be
     */
    public static KeyStream spread(Values v, KeyStream stream, long seed, long count) {
        return v.get(KEY_ORDER) == Order.ADJACENT ? stream
                : new KeyStream.Scattered(stream, 0, new KeyPermutation(seed, count));
    }

    /** Where the key order has the key of a rank. @param count as for {@link #spread} */
    public static LongUnaryOperator place(Values v, long seed, long count) {
        return v.get(KEY_ORDER) == Order.ADJACENT ? key -> key : new KeyPermutation(seed, count)::apply;
    }

    public static KeyFormat format(Values v) {
        KeyFormat text = new KeyFormat.Text(v.get(KEY_PREFIX), Math.toIntExact(v.get(KEY_DIGITS)));
        return switch (v.get(KEY_FORMAT)) {
            case BINARY -> new KeyFormat.Binary();
            case TEXT -> text;
            case HASHED_TEXT -> new KeyFormat.Composed(List.of(new KeyFormat.Hash(HASH_DIGITS), text));
        };
    }
}
