package dev.tidemark.driver.mvstore;

import static dev.tidemark.core.param.ChangeCost.REBUILD;
import static dev.tidemark.core.param.ChangeCost.REOPEN;

import module java.base;
import dev.tidemark.core.driver.embedded.EmbeddedDriver;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;

/** The settings of an MVStore target. What is not a param is as MVStore has it. */
public final class MvStoreParams {

    /** How pages are compressed: the engine's two compressors. */
    public enum Compression {
        NONE, LZF, DEFLATE
    }

    public static final Param<Path> DIRECTORY = EmbeddedDriver.directory("store", "tidemark-mvstore");

    public static final Param<Long> SHARDS = EmbeddedDriver.shards("stores");

    /**
     * Without, changes are written by the background thread after the commit delay at the latest, and nothing forces
     * them to the disk but MVStore.sync (https://h2database.com/html/mvstore.html, "Transactions, Concurrency, and
     * Durability").
     */
    public static final Param<Boolean> SYNC = Param.flag("sync").byDefault(false)
            .help("Whether a transaction is written and forced to the disk before it is acknowledged. Without it the "
                    + "engine writes what has changed every write-delay, and a crash loses what came since.")
            .states(true, Durability.DURABLE).states(false, Durability.OS_BUFFERED).changing(REOPEN).asMain();

    public static final Param<Duration> WRITE_DELAY = Param.duration("write-delay").byDefault(Duration.ofSeconds(1))
            .atLeast(1e-3).atMost(3600)
            .help("How often the engine writes what has changed, in the background; without sync only.")
            .changing(REOPEN).asMain();

    public static final Param<Long> CACHE = Param.size("cache-size").byDefault(16L << 20).atLeast(1 << 20)
            .atMost(1L << 40)
            .help("Memory for pages of all shards together, in whole MiB for each. It is on the heap of the runner's "
                    + "JVM.").changing(REOPEN).asMain();

    public static final Param<Compression> COMPRESSION = Param.oneOf("compression", Compression.class)
            .byDefault(Compression.NONE).help("Compression of pages.").changing(REBUILD);

    public static final Param<Long> PAGE_SIZE = Param.size("page-size").byDefault(16L << 10).atLeast(1 << 10)
            .atMost(1 << 24).help("Size above which a page is split.").changing(REBUILD);

    public static final Param<Long> FILL_RATE = Param.count("fill-rate").byDefault(90L).atLeast(0).atMost(100)
            .help("Share of live data, in percent, below which the engine rewrites its oldest parts in the background; "
                    + "0 for never.")
            .changing(REOPEN);

    public static final ParamSet ALL = ParamSet.of(DIRECTORY, SHARDS, SYNC, WRITE_DELAY, CACHE, COMPRESSION, PAGE_SIZE,
            FILL_RATE).with(MvStoreParams::cacheIsWhole);

    private MvStoreParams() {}

    private static Optional<String> cacheIsWhole(Values values) {
        return values.get(CACHE) % (1 << 20) == 0 ? enoughForAll(values)
                : Optional.of("cache-size: " + values.text(CACHE) + " is not a whole number of MiB; write it as 16MiB");
    }

    private static Optional<String> enoughForAll(Values values) {
        return values.get(CACHE) >> 20 >= values.get(SHARDS) ? Optional.empty()
                : Optional.of("cache-size: " + values.text(CACHE) + " is less than 1 MiB for each of "
                        + values.text(SHARDS) + " shards");
    }
}
