package dev.tidemark.driver.file;

import dev.tidemark.core.driver.DriverException;
import java.nio.file.Path;

/** A keyspace: a file, or a device, of so many blocks. It may grow. */
final class BlockFile {

    private final int keyspace;
    private final Path path;
    private volatile long blocks;

    BlockFile(int keyspace, Path path, long blocks) {
        this.keyspace = keyspace;
        this.path = path;
        this.blocks = blocks;
    }

    int keyspace() {
        return keyspace;
    }

    Path path() {
        return path;
    }

    long blocks() {
        return blocks;
    }

    void grow(long to) {
        blocks = to;
    }

    DriverException hasNo(long block) {
        return new DriverException("keyspace " + keyspace + " has no block " + block + "; it has room for " + blocks);
    }
}
