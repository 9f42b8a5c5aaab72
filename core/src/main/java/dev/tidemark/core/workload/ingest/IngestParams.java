package dev.tidemark.core.workload.ingest;

import module java.base;
import dev.tidemark.core.data.BinaryValues;
import dev.tidemark.core.data.UriOrder;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.workload.Arrivals;
import dev.tidemark.core.workload.Precondition;
import dev.tidemark.core.workload.Retention;

/** The settings of {@link Ingest}. */
public final class IngestParams {

    enum Source {
        GENERATE, DIRECTORY
    }

    enum Content {
        TEXT, BINARY
    }

    static final Param<Long> DOCUMENTS = Param.count("documents").amount().byDefault(10_000L).orElse("auto").atLeast(1)
            .help("documents to store; auto, or given the others instead: rate × duration, as many as the duration "
                    + "allows, or every file of the source directory once").changing(ChangeCost.REBUILD).asMain();
    static final Param<Long> BATCH_SIZE = Param.count("batch-size").byDefault(1L).atLeast(1).atMost(100_000)
            .help("documents per transaction").alias("chunksz").changing(ChangeCost.REBUILD).asMain();
    public static final Param<Double> RATE = Param.rate("rate").ofTask().pace().orElse("unpaced").atLeast(1e-3)
            .atMost(1e9)
            .help("documents offered per second, whatever the target does; 5000 is 5000/s; unpaced (or unthrottled): "
                    + "as fast as the workers can")
            .alias("inserts-per-second").changing(ChangeCost.REBUILD).asMain();
    static final Param<Duration> DURATION = Param.duration("duration").amount().orElse("none")
            .help("with rate and no documents: how long to offer; otherwise a limit on the time").atLeast(1e-3)
            .alias("run-duration", "s", Map.of()).asMain();
    static final Param<Long> WORKERS = Param.count("workers").pace().byDefault(4L).atLeast(1).atMost(1024)
            .help("threads that store documents").alias("thread-count").changing(ChangeCost.REBUILD).asMain();
    static final Param<Duration> THINK_TIME = Param.duration("think-time").ofTask().pace().byDefault(Duration.ZERO)
            .help("pause of each worker between transactions; unthrottled only").alias("hang-time", "ms", Map.of());
    static final Param<Long> PAYLOAD = Param.size("payload").ofTask().byDefault(10_000L).atLeast(1).atMost(64 << 20)
            .help("mean size of a generated document; older tools count characters, which are bytes in plain text")
            .changing(ChangeCost.REBUILD).asMain();
    static final Param<Content> CONTENT = Param.oneOf("content", Content.class).byDefault(Content.TEXT)
            .help("what generated documents are made of: words of the source text, or bytes");
    static final Param<Double> COMPRESSIBILITY = Param.number("compressibility").pace().byDefault(1.0).atLeast(1)
            .atMost(100).help("how many times smaller binary content can be compressed; 1 for not at all");
    static final Param<Source> SOURCE = Param.oneOf("source", Source.class).byDefault(Source.GENERATE)
            .help("where documents come from: generated outside the clock, or files read as a timed step")
            .alias("run-mode", "", Map.of("generate-and-save", "generate", "load-from-disk", "directory"))
            .changing(ChangeCost.REBUILD);
    static final Param<Path> SOURCE_DIRECTORY = Param.path("source-directory").reaching(Reach.FOLDER).orElse("none")
            .help("folder of the files to store").alias("data-directory");
    static final Param<Boolean> RECURSIVE = Param.flag("recursive").byDefault(false)
            .help("whether files in sub-folders of the source directory are taken too");
    static final Param<Boolean> WRAP = Param.flag("wrap").byDefault(false)
            .help("whether to go through the source directory again and again to reach documents");
    static final Param<Path> SOURCE_TEXT = Param.path("source-text").reaching(Reach.FILE).orElse("built-in")
            .help("text whose words documents are made of, with their frequencies");
    static final Param<UriOrder> URI_ORDER = Param.oneOf("uri-order", UriOrder.class).byDefault(UriOrder.SPREAD)
            .help("whether URIs arrive spread like hashes or in ascending order");
    static final Param<Boolean> BLIND_INSERT = Param.flag("blind-insert").byDefault(true)
            .help("insert without checking that the URI exists").alias("fast-insert-value")
            .changing(ChangeCost.REBUILD).asMain();
    static final Param<Boolean> SETTLE = Param.flag("settle").around().byDefault(true)
            .help("wait for flushes and compactions after the last document, outside the duration");
    static final Param<Double> VERIFY = Param.share("verify").around().byDefault(0.0)
            .help("share of the documents to read back and compare, outside the duration: of batches that were stored "
                    + "whole, and 10 million of them at most");
    static final Param<Retention> KEEP = Param.oneOf("keep", Retention.class).around().byDefault(Retention.LAST)
            .help("which iterations' stores stay on disk when done");

    static final ParamSet ALL = ParamSet.of(DOCUMENTS, BATCH_SIZE, RATE).plus(Arrivals.ALL)
            .plus(ParamSet.of(DURATION, WORKERS, THINK_TIME, PAYLOAD, CONTENT, COMPRESSIBILITY, SOURCE, SOURCE_DIRECTORY,
                    RECURSIVE, WRAP, SOURCE_TEXT, URI_ORDER, BLIND_INSERT, SETTLE, VERIFY, KEEP))
            .with(IngestParams::directoryIsNamed, IngestParams::amountIsGiven, IngestParams::amountIsClear,
                    Arrivals.unpaced(RATE, THINK_TIME), IngestParams::batchesFit, IngestParams::bytesCanBeMade,
                    Arrivals.rule(RATE));

    static final List<Precondition> PRECONDITIONS = List.of(
            Precondition.oneOf(COMPRESSIBILITY, CONTENT, Content.BINARY),
            Precondition.oneOf(SOURCE_DIRECTORY, SOURCE, Source.DIRECTORY),
            Precondition.oneOf(RECURSIVE, SOURCE, Source.DIRECTORY),
            Precondition.oneOf(WRAP, SOURCE, Source.DIRECTORY));

    /** Off-heap memory that the workers may hold for the batches they are building. */
    private static final long BATCH_MEMORY = 2L << 30;

    private IngestParams() {}

    private static Optional<String> directoryIsNamed(Values v) {
        boolean missing = v.get(SOURCE) == Source.DIRECTORY && v.find(SOURCE_DIRECTORY).isEmpty();
        return missing ? Optional.of("source: directory needs source-directory") : Optional.empty();
    }

    private static Optional<String> amountIsGiven(Values v) {
        boolean filesOnce = v.get(SOURCE) == Source.DIRECTORY && !v.get(WRAP);
        return v.find(DOCUMENTS).isEmpty() && v.find(DURATION).isEmpty() && !filesOnce && !Arrivals.scheduled(v)
                ? Optional.of("documents: auto needs a duration, or a source directory that is taken once")
                : Optional.empty();
    }

    private static Optional<String> amountIsClear(Values v) {
        boolean contradiction = given(v, DOCUMENTS) && given(v, RATE) && given(v, DURATION)
                && IngestLimit.product(v).filter(product -> !product.equals(v.get(DOCUMENTS))).isPresent();
        return contradiction
                ? Optional.of("documents, rate and duration contradict each other: give documents, "
                        + "or rate and duration")
                : Optional.empty();
    }

    private static boolean given(Values v, Param<?> param) {
        return v.find(param).isPresent() && v.origin(param).isExplicit();
    }

    private static Optional<String> bytesCanBeMade(Values v) {
        double most = 1 / BinaryValues.MIN_COMPRESSED_SHARE;
        return v.get(SOURCE) == Source.GENERATE && v.get(CONTENT) == Content.BINARY && v.get(COMPRESSIBILITY) > most
                ? Optional.of("compressibility: binary content is made that can be compressed up to "
                        + Types.NUMBER.format(most) + " times")
                : Optional.empty();
    }

    private static Optional<String> batchesFit(Values v) {
        double bytes = 1.0 * v.get(BATCH_SIZE) * v.get(PAYLOAD) * v.get(WORKERS);
        return v.get(SOURCE) == Source.GENERATE && bytes > BATCH_MEMORY
                ? Optional.of("batch-size × payload × workers is more than 2 GiB: make one of them smaller")
                : Optional.empty();
    }
}
