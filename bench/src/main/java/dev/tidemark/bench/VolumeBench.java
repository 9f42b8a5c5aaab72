package dev.tidemark.bench;

import module java.base;
import dev.tidemark.bench.support.Rounds;
import dev.tidemark.bench.support.ThreadGroupRun;
import dev.tidemark.bench.support.Ycsb;
import dev.tidemark.bench.support.YcsbRocksDb;
import dev.tidemark.core.data.SizeDistribution;
import dev.tidemark.core.data.ValueGenerator;
import dev.tidemark.core.data.keys.KeyDistribution;
import dev.tidemark.core.data.keys.KeyFormat;
import dev.tidemark.core.data.keys.KeyPermutation;
import dev.tidemark.core.data.keys.KeyStream;
import dev.tidemark.core.data.keys.OperationDeck;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.run.Directories;
import dev.tidemark.driver.rocksdb.EngineOptions;
import dev.tidemark.driver.rocksdb.RocksDbParams;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * YCSB's load and its workloads C, B and A on RocksDB: through the whole path of volume, by a bare loop, and by YCSB's
 * core. Each contender has a store of its own with the same engine options, as many keys of the same length and values
 * of the same length; loading begins with an empty one each turn, and the others go on with that of the last load,
 * compacted and read once, so that it is in the block cache. Nothing is flushed while the clock runs.
 */
final class VolumeBench implements AutoCloseable {

    private static final String OURS = "tidemark";
    private static final String BARE = "bare loop";
    private static final String YCSB = "YCSB";
    private static final long SEED = 1;
    private static final double THETA = 0.99;
    /** As YCSB stores its ten fields of 100 bytes, each with a name of six and two lengths of four. */
    private static final int VALUE = 1140;
    private static final int FIELD_OVERHEAD = 14;
    private static final KeyFormat KEYS = new KeyFormat.Text("user", KeyFormat.Text.MOST_DIGITS);
    /** Memtables and block cache that hold everything, and nothing to compress. */
    private static final Map<String, Object> ENGINE = Map.of("memtable", "4GB", "block-cache", "4GB", "compression",
            "none");

    /** What is done after loading, in this order: the store is as it was until the first puts. */
    private enum Mix {
        C(100, 0), B(95, 5), A(50, 50);

        private final int gets;
        private final int puts;

        Mix(int gets, int puts) {
            this.gets = gets;
            this.puts = puts;
        }
    }

    private final Path folder;
    private final int keys;
    private final int operations;
    private final int fields;
    private final int threads;
    private final Map<String, StoreOpener> openings = new LinkedHashMap<>();
    private final Map<String, Store> stores = new LinkedHashMap<>();
    private int turns;

    private VolumeBench(Path folder, int keys, int operations, int fields, int threads) {
        this.folder = folder;
        this.keys = keys;
        this.operations = operations;
        this.fields = fields;
        this.threads = threads;
        openings.put(BARE, BareStore::new);
        openings.put(OURS, OurStore::new);
        openings.put(YCSB, YcsbStore::new);
    }

    /**
     * @param folder     on the disk to write to; what is made there is deleted
     * @param keys       a multiple of the number of threads
     * @param operations per thread and turn
     * @param fields     of a record of YCSB's, of the same size in all
     */
    static void run(int rounds, Path folder, int keys, int operations, int fields) throws Exception {
        if (fields < 1 || fields > 10 || VALUE % fields != 0) {
            throw new IllegalArgumentException(fields + " fields: 1, 2, 3, 4, 5, 6 or 10 share " + VALUE + " bytes");
        }
        RocksDB.loadLibrary();
        Path own = Files.createTempDirectory(Files.createDirectories(folder), "tidemark-bench");
        try {
            System.out.printf("%,d keys, %,d operations per thread and turn, YCSB's records of %d fields; operations "
                    + "per second: median (smallest–largest) of %d rounds%n%n", keys, operations, fields, rounds);
            System.out.println("| Workload | Threads | Bare loop | Tidemark | YCSB | Tidemark ÷ bare loop | "
                    + "Tidemark ÷ YCSB | Bare loop ÷ YCSB |");
            System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- |");
            for (int threads : List.of(1, 2)) {
                try (VolumeBench bench = new VolumeBench(own, keys, operations, fields, threads)) {
                    bench.measure(rounds);
                }
            }
        } finally {
            Directories.delete(own);
        }
    }

    private void measure(int rounds) throws Exception {
        print("load", alternate(rounds, name -> fresh(name).load()));
        for (Store store : stores.values()) {
            store.makeReady();
        }
        for (Mix mix : Mix.values()) {
            print(mix.name(), alternate(rounds, name -> stores.get(name).run(mix)));
        }
    }

    private interface Measured {
        double operationsPerSecond(String contender) throws Exception;
    }

    private Rounds alternate(int rounds, Measured measured) throws Exception {
        Map<String, Rounds.Turn> contenders = new LinkedHashMap<>();
        openings.keySet().forEach(name ->
                contenders.put(name, () -> new double[] {measured.operationsPerSecond(name)}));
        return Rounds.alternate(1, rounds, contenders);
    }

    private void print(String workload, Rounds rounds) {
        System.out.printf("| %s | %d | %s | %s | %s | %s | %s | %s |%n", workload, threads, rounds.of(BARE, 0).text(0),
                rounds.of(OURS, 0).text(0), rounds.of(YCSB, 0).text(0), rounds.ratio(OURS, BARE).text(2),
                rounds.ratio(OURS, YCSB).text(2), rounds.ratio(BARE, YCSB).text(2));
    }

    /** An empty store in place of the one that the contender has. */
    private Store fresh(String contender) throws Exception {
        Store before = stores.remove(contender);
        if (before != null) {
            before.close();
        }
        Store opened = openings.get(contender).open(Files.createDirectory(folder.resolve("turn-" + turns++)));
        stores.put(contender, opened);
        return opened;
    }

    @Override
    public void close() throws Exception {
        for (Store store : stores.values()) {
            store.close();
        }
    }

    private KeyStream spread(KeyStream ranks) {
        return new KeyStream.Scattered(ranks, 0, new KeyPermutation(SEED, keys));
    }

    private interface StoreOpener {
        Store open(Path folder) throws Exception;
    }

    /** A contender with its data. */
    private interface Store extends AutoCloseable {

        /** Stores every key once. @return keys per second */
        double load() throws Exception;

        /** Moves all to where compaction leaves it and reads it once. */
        void makeReady() throws Exception;

        /** @return operations per second */
        double run(Mix mix) throws Exception;
    }

    private final class OurStore implements Store {
        private final Path folder;
        private final VolumeHarness harness;

        OurStore(Path folder) throws Exception {
            this.folder = folder;
            Map<String, Object> settings = new LinkedHashMap<>(ENGINE);
            settings.put("key-count", keys);
            settings.put("key-format", "text");
            settings.put("key-digits", KeyFormat.Text.MOST_DIGITS);
            settings.put("value-size", VALUE + "B");
            settings.put("zipf-theta", THETA);
            harness = new VolumeHarness("rocksdb", folder, SEED, settings);
        }

        @Override
        public double load() {
            return threads * 1e9 / harness.run(threads, keys, Map.of("mix", "put=1", "keys", "partitioned")).nanos();
        }

        @Override
        public void makeReady() throws Exception {
            harness.target().compact(Progress.none());
            try (KeyValueSession session = harness.target().session(0, KeyValueSession.class)) {
                session.scan(0, ByteBuffer.allocateDirect(1), Integer.MAX_VALUE, (key, value) -> {});
            }
        }

        @Override
        public double run(Mix mix) {
            return threads * 1e9 / harness.run(threads, (long) threads * operations,
                    Map.of("mix", "get=" + mix.gets + ",put=" + mix.puts, "keys", "zipf")).nanos();
        }

        @Override
        public void close() throws Exception {
            try (harness) {
                harness.target().drop();
            } finally {
                Directories.delete(folder);
            }
        }
    }

    /** A database with the options that the driver gives it. */
    private abstract static class EngineStore implements Store {
        private final Path folder;
        final EngineOptions engine = new EngineOptions(values());
        private final Options options = engine.forShard(true);
        final RocksDB database;

        EngineStore(Path folder) throws RocksDBException {
            this.folder = folder;
            database = RocksDB.open(options, folder.toString());
        }

        private static Values values() {
            Values values = RocksDbParams.ALL.defaults();
            for (var setting : ENGINE.entrySet()) {
                values = values.with(setting.getKey(), setting.getValue().toString(), SettingOrigin.SET);
            }
            return values;
        }

        @Override
        public void makeReady() throws RocksDBException {
            database.compactRange();
            ByteBuffer value = ByteBuffer.allocateDirect(VALUE);
            try (RocksIterator all = database.newIterator()) {
                for (all.seekToFirst(); all.isValid(); all.next()) {
                    all.value(value.clear());
                }
                all.status();
            }
        }

        @Override
        public void close() throws Exception {
            try (engine; options; database) {
                database.cancelAllBackgroundWork(true);
            } finally {
                Directories.delete(folder);
            }
        }
    }

    private final class BareStore extends EngineStore {

        BareStore(Path folder) throws RocksDBException {
            super(folder);
        }

        @Override
        public double load() throws Exception {
            return run(spread(new KeyStream.Partitioned(0, keys, threads)), new OperationDeck(SEED, 0, 1),
                    keys / threads);
        }

        @Override
        public double run(Mix mix) throws Exception {
            return run(spread(new KeyStream.Drawn(SEED, new KeyDistribution.Zipf(THETA), 0, keys)),
                    new OperationDeck(SEED, mix.gets, mix.puts), operations);
        }

        private double run(KeyStream stream, OperationDeck operationDeck, long perThread) throws Exception {
            return threads * perThread * 1e9 / ThreadGroupRun.run(threads, lane -> new BareVolume(database,
                    engine.writeOptions(), stream, KEYS,
                    new ValueGenerator(SEED, new SizeDistribution.Fixed(VALUE), 1), operationDeck, lane, perThread));
        }
    }

    private final class YcsbStore extends EngineStore {

        YcsbStore(Path folder) throws RocksDBException {
            super(folder);
        }

        @Override
        public double load() throws Exception {
            return run(100, 0, keys, true);
        }

        @Override
        public double run(Mix mix) throws Exception {
            return run(mix.gets, mix.puts, threads * operations, false);
        }

        /** Its updates replace whole records, as the others' puts do. */
        private double run(int reads, int updates, int all, boolean load) throws Exception {
            Ycsb ycsb = new Ycsb(YcsbRocksDb.class, Map.of(YcsbRocksDb.DATABASE, database,
                    "recordcount", String.valueOf(keys), "requestdistribution", "zipfian",
                    "readproportion", String.valueOf(reads / 100.0),
                    "updateproportion", String.valueOf(updates / 100.0), "scanproportion", "0", "insertproportion", "0",
                    "fieldcount", String.valueOf(fields), "writeallfields", "true",
                    "fieldlength", String.valueOf(VALUE / fields - FIELD_OVERHEAD)));
            return threads * 1e9 / ycsb.run(threads, all, load).nanos();
        }
    }
}
