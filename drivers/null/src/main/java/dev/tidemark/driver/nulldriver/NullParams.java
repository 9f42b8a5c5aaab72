package dev.tidemark.driver.nulldriver;

import module java.base;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.Values;

/** The settings of the null driver. */
public final class NullParams {

    /** How service times are spread. */
    public enum Distribution {
        /** Each takes the mean. */
        CONSTANT,
        /** Exponential with the mean; independent of each other. */
        EXPONENTIAL,
        /** The times of the service list in turn, for each session from its start. */
        LIST
    }

    public static final Param<Long> SERVERS = Param.count("servers").orElse("unlimited").atLeast(1).atMost(1_000_000)
            .changing(ChangeCost.REOPEN)
            .help("How many operations are served at a time, first come first served; unlimited: none ever queues.")
            .asMain();

    public static final Param<Duration> SERVICE_TIME = Param.duration("service-time").byDefault(Duration.ZERO)
            .changing(ChangeCost.REOPEN).help("Mean time that an operation takes once it is being served.").asMain();

    public static final Param<Distribution> DISTRIBUTION = Param.oneOf("service-distribution", Distribution.class)
            .byDefault(Distribution.CONSTANT).changing(ChangeCost.REOPEN).help("How service times are spread.");

    public static final Param<String> SERVICE_LIST = Param.text("service-list").reaching(Reach.NOTHING).orElse("none")
            .changing(ChangeCost.REOPEN).help("Service times for the distribution list, as in \"1ms 2ms 10ms\".");

    public static final Param<Duration> STALL_AT = Param.duration("stall-at").byDefault(Duration.ZERO)
            .changing(ChangeCost.REOPEN).help("When the first stall begins, counted from the first operation.");

    public static final Param<Duration> STALL_FOR = Param.duration("stall-for").byDefault(Duration.ZERO)
            .changing(ChangeCost.REOPEN).help("How long nothing at all is served in a stall; 0 for no stalls.");

    public static final Param<Duration> STALL_EVERY = Param.duration("stall-every").orElse("once")
            .changing(ChangeCost.REOPEN).help("Time from the beginning of a stall to that of the next.");

    public static final Param<Double> FAILURES = share("failure-share", "fail");
    public static final Param<Double> OVERLOADS = share("push-back-share", "are rejected as overloaded");
    public static final Param<Double> PARTIALS = share("partial-share", "leave one document of their batch unstored");
    public static final Param<Double> MISSES = share("miss-share", "find nothing (reads only)");

    public static final Param<Long> SEED = Param.count("service-seed").byDefault(1L).changing(ChangeCost.REOPEN)
            .help("Seed of service times and of outcomes.");

    public static final Param<Boolean> STORE = Param.flag("store-documents").byDefault(false)
            .changing(ChangeCost.REOPEN).help("Whether documents and values are kept in memory, so that they can be "
                    + "read back.");

    public static final ParamSet ALL = ParamSet.of(SERVERS, SERVICE_TIME, DISTRIBUTION, SERVICE_LIST, STALL_AT,
            STALL_FOR, STALL_EVERY, FAILURES, OVERLOADS, PARTIALS, MISSES, SEED, STORE)
            .with(NullParams::listMissing, NullParams::stallsOverlap, NullParams::sharesAboveAll);

    private NullParams() {}

    private static Param<Double> share(String name, String what) {
        return Param.share(name).byDefault(0.0).changing(ChangeCost.REOPEN)
                .help("Share of operations that " + what + ".");
    }

    /**
     * The service list in nanoseconds; empty when there is none.
     * @throws InvalidInputException when it cannot be read
     */
    static long[] serviceList(Values values) {
        return values.find(SERVICE_LIST).map(text -> Arrays.stream(text.strip().split("[\\s,]+"))
                .mapToLong(NullParams::nanos).toArray()).orElse(new long[0]);
    }

    private static long nanos(String duration) {
        try {
            return Types.DURATION.parse(duration).toNanos();
        } catch (InvalidInputException e) {
            throw new InvalidInputException(SERVICE_LIST.name() + ": " + e.getMessage());
        }
    }

    private static Optional<String> listMissing(Values values) {
        return values.get(DISTRIBUTION) == Distribution.LIST && serviceList(values).length == 0
                ? Optional.of("service-distribution: list needs a service-list") : Optional.empty();
    }

    private static Optional<String> stallsOverlap(Values values) {
        return values.find(STALL_EVERY).filter(every -> every.compareTo(values.get(STALL_FOR)) <= 0)
                .map(every -> "stall-every must be longer than stall-for, or nothing is ever served");
    }

    private static Optional<String> sharesAboveAll(Values values) {
        double sum = values.get(FAILURES) + values.get(OVERLOADS) + Math.max(values.get(PARTIALS), values.get(MISSES));
        return sum > 1 ? Optional.of("failure-share, push-back-share and partial-share or miss-share add up to more "
                + "than 100%") : Optional.empty();
    }
}
