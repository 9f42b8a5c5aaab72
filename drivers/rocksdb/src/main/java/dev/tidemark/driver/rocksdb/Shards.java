package dev.tidemark.driver.rocksdb;

import dev.tidemark.core.driver.DriverException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** The open databases of a target. */
final class Shards {

    private record Shard(Path folder, RocksDB database, Options options, BackgroundEvents events) {

        static Shard open(EngineOptions engine, Path folder, boolean create) throws DriverException {
            BackgroundEvents events = new BackgroundEvents();
            Options options = engine.forShard(create, events);
            try {
                RocksDB database = RocksDB.open(options, folder.toString());
                events.watch(database);
                return new Shard(folder, database, options, events);
            } catch (RocksDBException e) {
                options.close();
                events.close();
                throw Failures.of(folder, create ? "make a database" : "open the database", e);
            }
        }

        void flush(FlushOptions flush) throws DriverException {
            try {
                database.flush(flush);
            } catch (RocksDBException e) {
                throw Failures.of(folder, "write out a memtable", e);
            }
        }

        Optional<DriverException> backgroundFailure() {
            return events.error().map(status -> Failures.ofBackground(folder, status));
        }

        void close() {
            database.close();
            options.close();
            events.close();
        }
    }

    private final List<Shard> shards = new ArrayList<>();

    private Shards() {}

    /** @param create whether the folders are empty, or hold a database each */
    static Shards open(EngineOptions engine, List<Path> folders, boolean create) throws DriverException {
        Shards opened = new Shards();
        try {
            for (Path folder : folders) {
                opened.shards.add(Shard.open(engine, folder, create));
            }
            return opened;
        } catch (DriverException e) {
            opened.shards.forEach(Shard::close);
            throw e;
        }
    }

    List<RocksDB> databases() {
        return shards.stream().map(Shard::database).toList();
    }

    List<Path> folders() {
        return shards.stream().map(Shard::folder).toList();
    }

    /** Tables written by flushes and compactions, since opening. */
    long tables() {
        return shards.stream().mapToLong(shard -> shard.events().tables()).sum();
    }

    /** A property of RocksDB's, added up over the shards. */
    long sum(String property) {
        return shards.stream().mapToLong(shard -> property(shard.database(), property)).sum();
    }

    static long property(RocksDB database, String property) {
        try {
            return database.getLongProperty(property);
        } catch (RocksDBException e) {
            throw new IllegalStateException("RocksDB does not know its property " + property, e);
        }
    }

    /** What stopped a shard's flushes and compactions, if anything did. */
    Optional<DriverException> backgroundFailure() {
        return shards.stream().flatMap(shard -> shard.backgroundFailure().stream()).findFirst();
    }

    /**
     * What a session is to throw for a failed operation: the failure in the background behind it, if it is that.
     *
     * @param doing what RocksDB was to do, as in {@code store a transaction}
     */
    Exception failure(String doing, RocksDBException e) {
        boolean stopped = e.getStatus() != null && e.getStatus().getCode() == Status.Code.ShutdownInProgress;
        Optional<DriverException> cause = stopped ? backgroundFailure() : Optional.empty();
        return cause.isPresent() ? cause.get()
                : Failures.ofOperation(shards.getFirst().folder().getParent(), doing, e);
    }

    /**
     * Starts writing the memtables of all shards out.
     *
     * @param wait whether to wait until it is done
     */
    void flush(boolean wait) throws DriverException {
        try (FlushOptions flush = new FlushOptions().setWaitForFlush(wait).setAllowWriteStall(true)) {
            for (Shard shard : shards) {
                shard.flush(flush);
            }
        }
    }

    /** Stops flushes and compactions for good; writers that they hold back fail. Thread-safe. */
    void stop() {
        shards.forEach(shard -> shard.database().cancelAllBackgroundWork(false));
    }

    /**
     * Closes every database, whatever fails. No operation may be under way.
     *
     * @param keep whether what is only in memtables must survive; a journal would keep it too
     */
    void close(boolean keep) throws DriverException {
        try {
            if (keep && backgroundFailure().isEmpty()) {
                flush(true);
            }
            stop();
        } finally {
            shards.forEach(Shard::close);
        }
    }
}
