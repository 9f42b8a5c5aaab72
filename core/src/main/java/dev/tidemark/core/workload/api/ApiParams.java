package dev.tidemark.core.workload.api;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.ParamType;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Values;

/** The settings of {@link ApiWorkload}. */
final class ApiParams {

    static final Param<Long> DOCUMENTS = Param.count("documents").amount().byDefault(1000L).atLeast(1)
            .atMost(100_000_000).help("documents to store by each style; of a no-op, calls").alias("docs").asMain();

    static final Param<ApiStyle> STYLE = style(StyleType.ANY);

    /** Not recorded where a style takes one document at a time. */
    static final Param<Long> BATCH_SIZE = Param.count("batch-size").byDefault(10L).atLeast(1).atMost(10_000)
            .help("documents in each request of the styles that batch; the others take one").alias("chunksz").asMain();

    /** Not recorded where nothing is stored. */
    static final Param<Long> INNER_SIZE = Param.count("inner-size").ofTask().byDefault(10L).atLeast(0).atMost(10_000)
            .help("elements of each document's inner array: 0 makes about 200 bytes of JSON, 10 about 2.3 kB, 100 "
                    + "about 21 kB").alias("innersz").asMain();

    static final Param<Long> WORKERS = Param.count("workers").pace().byDefault(1L).atLeast(1).atMost(1024)
            .help("threads that store documents, each over a connection of its own").asMain();

    static final Param<Long> RECONNECT = Param.count("reconnect").pace().orElse("never").atLeast(1)
            .help("after how many requests each worker makes its connection anew, as a step of its own");

    /** Of no driver in particular. */
    static final ParamSet ALL = with(STYLE);

    /** Memory that the documents of requests in progress may take. */
    private static final long MEMORY = 1L << 30;
    /** Bytes of an object in memory, with its JSON, for each element of its array; and without any. */
    private static final long INNER_BYTES = 1200;
    private static final long OUTER_BYTES = 1500;

    private ApiParams() {}

    private static Param<ApiStyle> style(StyleType type) {
        return Param.typed(ApiStyle.SETTING, type).reaching(Reach.NOTHING).orElse("all")
                .help("ways of the client's API to store documents in; all that the target's driver has are gone "
                        + "through")
                .asMain();
    }

    private static ParamSet with(Param<ApiStyle> style) {
        return ParamSet.of(DOCUMENTS, style, BATCH_SIZE, INNER_SIZE, WORKERS, RECONNECT).with(ApiParams::batchesFit,
                ApiParams::connectionIsThere, ApiParams::connectionsAreNotShared);
    }

    /** With the styles of a driver. */
    static ParamSet of(Driver driver) {
        return with(style(new StyleType(driver))).with(values -> isOffered(driver, values));
    }

    /** The driver whose styles the values are among. */
    static Driver driver(Values values) {
        return ((StyleType) values.params().find(STYLE.name()).param().type()).driver();
    }

    /** About how many bytes the JSON text of an object with such an array has. */
    static long json(long innerSize) {
        return 210 + innerSize * 208;
    }

    /** About how many bytes an object of such an array takes in memory, with its JSON. */
    static long memory(long innerSize) {
        return OUTER_BYTES + innerSize * INNER_BYTES;
    }

    private static Optional<String> batchesFit(Values v) {
        double bytes = 1.0 * v.find(BATCH_SIZE).orElse(1L) * v.get(WORKERS)
                * memory(v.find(INNER_SIZE).orElse(0L));
        return bytes > MEMORY ? Optional.of("batch-size × workers × inner-size takes more than 1 GiB of memory: make "
                + "one of them smaller") : Optional.empty();
    }

    private static Optional<String> connectionIsThere(Values v) {
        return ConnectionParams.reconnects(v, v.find(RECONNECT).isPresent());
    }

    private static Optional<String> connectionsAreNotShared(Values v) {
        return v.params().lookUp(ConnectionParams.CONNECTIONS.name()).flatMap(found -> v.find(found.param()))
                .map(_ -> "connections: each worker of api has a connection of its own; leave it at '"
                        + ConnectionParams.CONNECTIONS.absent() + "'");
    }

    private static Optional<String> isOffered(Driver driver, Values v) {
        return v.find(STYLE).filter(style -> !driver.styles(v.only(driver.params())).contains(style))
                .map(style -> "style: " + style.name() + " is not offered by driver " + driver.name()
                        + " with these settings");
    }

    /**
     * A style by its name.
     *
     * @param driver whose styles they are; null where that is not known yet, and the first of any driver is meant
     */
    private record StyleType(Driver driver) implements ParamType<ApiStyle> {

        /** Of any driver. */
        static final StyleType ANY = new StyleType(null);

        private Stream<ApiStyle> styles() {
            return driver != null ? driver.styles().stream() : Drivers.all().stream().flatMap(d -> d.styles().stream());
        }

        @Override
        public String kind() {
            return ApiStyle.SETTING;
        }

        @Override
        public String example() {
            return driver == null || driver.styles().isEmpty() ? "batch" : driver.styles().getFirst().name();
        }

        @Override
        public List<String> words() {
            return driver == null ? List.of() : styles().map(ApiStyle::name).toList();
        }

        @Override
        public ApiStyle parse(String text) {
            String name = text.strip();
            return styles().filter(s -> s.name().equals(name)).findFirst()
                    .orElseThrow(() -> new InvalidInputException("'" + name
                    + "' is no style of " + (driver == null ? "any driver" : "driver " + driver.name())
                    + Suggestions.hint(name, styles().map(ApiStyle::name).distinct().toList())));
        }

        @Override
        public String format(ApiStyle style) {
            return style.name();
        }
    }
}
