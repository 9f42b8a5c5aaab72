package dev.tidemark.driver.file;

import static dev.tidemark.core.param.ChangeCost.REBUILD;
import static dev.tidemark.core.param.ChangeCost.REOPEN;

import module java.base;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Values;

/** The settings of a target of files. */
public final class FileParams {

    /** The smallest sector that any disk has. */
    static final int SMALLEST_SECTOR = 512;

    public static final Param<Path> DIRECTORY = Param.path("directory").reaching(Reach.FOLDER).orElse("default")
            .help("Folder on the disk to be measured; the files are made in its sub-folder tidemark-file.")
            .changing(REBUILD).asMain();

    public static final Param<Path> FILE = Param.path("file").reaching(Reach.FOLDER).orElse("none")
            .help("An existing file or block device to use in place of files of Tidemark's own; it is only read, "
                    + "unless it is a device and destroy-data is set.")
            .changing(REBUILD);

    public static final Param<Boolean> DESTROY_DATA = Param.flag("destroy-data").byDefault(false)
            .help("Whether the device named by file may be written, which destroys all that is on it; refused while it "
                    + "is in use.")
            .changing(REBUILD);

    public static final Param<Long> BLOCK_SIZE = Param.size("block-size").byDefault(8192L)
            .atLeast(SMALLEST_SECTOR).atMost(64 << 20)
            .help("Size of a block and of every value; a multiple of the disk's sector.")
            .changing(REBUILD).asMain();

    public static final Param<IoMode> IO = Param.oneOf("io", IoMode.class).byDefault(IoMode.DIRECT)
            .help("direct: past the operating system's page cache; buffered: through it.")
            .changing(REOPEN);

    /**
     * What direct IO has written may still be in the disk's volatile cache, until fsync has it flushed (open(2),
     * fsync(2)).
     */
    public static final Param<FsyncPolicy> FSYNC = Param.oneOf("fsync", FsyncPolicy.class).byDefault(FsyncPolicy.NONE)
            .help("When a worker forces what it wrote to the disk: never, with each transaction, or with every so many "
                    + "as fsync-every says.")
            .states(FsyncPolicy.NONE, Durability.OS_BUFFERED).states(FsyncPolicy.TRANSACTION, Durability.DURABLE)
            .states(FsyncPolicy.EVERY, Durability.LAST_INTERVAL).changing(REOPEN).asMain();

    public static final Param<Long> FSYNC_EVERY = Param.count("fsync-every").byDefault(100L)
            .atLeast(1).atMost(1_000_000_000)
            .help("Transactions of a worker from one fsync to the next, when fsync is every.")
            .changing(REOPEN);

    public static final Param<Long> QUEUE_DEPTH = Param.count("queue-depth").byDefault(1L).atLeast(1).atMost(4096)
            .help("Operations that a worker can have in progress at once; above 1 they go through io_uring.")
            .changing(REOPEN).asMain();

    public static final ParamSet ALL = ParamSet.of(DIRECTORY, FILE, DESTROY_DATA, BLOCK_SIZE, IO, FSYNC, FSYNC_EVERY,
            QUEUE_DEPTH).with(FileParams::blocksAreWholeSectors, FileParams::onlyWhatExistsIsDestroyed,
            FileParams::whatIsOnlyReadNeedsNoDirectory);

    private FileParams() {}

    private static Optional<String> blocksAreWholeSectors(Values values) {
        return values.get(BLOCK_SIZE) % SMALLEST_SECTOR == 0 ? Optional.empty()
                : Optional.of("block-size: " + values.text(BLOCK_SIZE) + " is not a multiple of a sector, which has "
                        + SMALLEST_SECTOR + "B at least");
    }

    private static Optional<String> onlyWhatExistsIsDestroyed(Values values) {
        return values.get(DESTROY_DATA) && values.find(FILE).isEmpty()
                ? Optional.of("destroy-data: there is nothing to destroy without a device; name it with file")
                : Optional.empty();
    }

    private static Optional<String> whatIsOnlyReadNeedsNoDirectory(Values values) {
        return values.find(FILE).isPresent() && !values.get(DESTROY_DATA) && values.find(DIRECTORY).isPresent()
                ? Optional.of("directory: nothing is made beside a file that is only read; leave it out")
                : Optional.empty();
    }
}
