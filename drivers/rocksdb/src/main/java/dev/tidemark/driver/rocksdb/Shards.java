package dev.tidemark.driver.rocksdb;

import dev.tidemark.core.driver.DriverException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** The open databases of a target. */
final class Shards {

    private final List<RocksDB> databases = new ArrayList<>();
    private final List<Options> options = new ArrayList<>();
    private final List<Path> folders;
    private final BackgroundEvents events = new BackgroundEvents();

    private Shards(List<Path> folders) {
        this.folders = folders;
    }

    /** @param create whether the folders are empty, or hold a database each */
    static Shards open(EngineOptions engine, List<Path> folders, boolean create) throws DriverException {
        Shards shards = new Shards(folders);
        for (Path folder : folders) {
            try {
                Options options = engine.forShard(create, shards.events);
                shards.options.add(options);
                shards.databases.add(RocksDB.open(options, folder.toString()));
            } catch (RocksDBException e) {
                shards.closeHandles();
                throw Failures.of(folder, create ? "make a database" : "open the database", e);
            }
        }
        return shards;
    }

    List<RocksDB> databases() {
        return databases;
    }

    List<Path> folders() {
        return folders;
    }

    BackgroundEvents events() {
        return events;
    }

    /** A property of RocksDB's, added up over the shards. */
    long sum(String property) {
        long sum = 0;
        for (RocksDB database : databases) {
            sum += property(database, property);
        }
        return sum;
    }

    static long property(RocksDB database, String property) {
        try {
            return database.getLongProperty(property);
        } catch (RocksDBException e) {
            throw new IllegalStateException("RocksDB does not know its property " + property, e);
        }
    }

    /**
     * Starts writing the memtables of all shards out.
     *
     * @param wait whether to wait until it is done
     */
    void flush(boolean wait) throws DriverException {
        try (FlushOptions flush = new FlushOptions().setWaitForFlush(wait).setAllowWriteStall(true)) {
            for (int i = 0; i < databases.size(); i++) {
                flush(i, flush);
            }
        }
    }

    private void flush(int shard, FlushOptions flush) throws DriverException {
        try {
            databases.get(shard).flush(flush);
        } catch (RocksDBException e) {
            throw Failures.of(folders.get(shard), "write out a memtable", e);
        }
    }

    /** Stops flushes and compactions for good; writers that they hold back fail. Thread-safe. */
    void stop() {
        databases.forEach(database -> database.cancelAllBackgroundWork(false));
    }

    /**
     * Closes every database, whatever fails. No operation may be under way.
     *
     * @param keep whether what is only in memtables must survive; a journal would keep it too
     */
    void close(boolean keep) throws DriverException {
        try {
            if (keep) {
                flush(true);
            }
            stop();
        } finally {
            closeHandles();
        }
    }

    private void closeHandles() {
        databases.forEach(RocksDB::close);
        options.forEach(Options::close);
        events.close();
    }
}
