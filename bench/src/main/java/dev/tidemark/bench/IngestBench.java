package dev.tidemark.bench;

import module java.base;
import dev.tidemark.bench.support.Rounds;
import dev.tidemark.bench.support.ThreadGroupRun;
import dev.tidemark.bench.support.Ycsb;
import dev.tidemark.bench.support.YcsbRocksDb;
import dev.tidemark.core.data.Corpus;
import dev.tidemark.core.data.TextDocuments;
import dev.tidemark.core.data.UriOrder;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.run.Directories;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.Clock;
import dev.tidemark.driver.rocksdb.EngineOptions;
import dev.tidemark.driver.rocksdb.RocksDbParams;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

/**
 * How fast documents get into RocksDB with the driver's default options but for the memtable: through the whole
 * harness, with a bare loop that makes and puts the same documents, with one that puts documents made before, and with
 * YCSB loading records as large, of ten fields. Each turn has a fresh folder below the given one, deleted after.
 */
final class IngestBench {

    private static final String OURS = "tidemark";
    private static final String BARE = "bare loop";
    private static final String READY = "bare loop, ready text";
    private static final String YCSB = "YCSB";
    /** A record of YCSB's has ten fields unless it is told otherwise. */
    private static final int YCSB_FIELDS = 10;
    private static final long SEED = 1;

    private final Path folders;
    private final String memtable;
    private final int documents;
    private final int payload;
    private final int batchSize;
    private final int workers;
    private int turns;

    private IngestBench(Path folders, String memtable, int documents, int payload, int batchSize, int workers) {
        this.folders = folders;
        this.memtable = memtable;
        this.documents = documents;
        this.payload = payload;
        this.batchSize = batchSize;
        this.workers = workers;
    }

    /**
     * @param folder   on the disk to write to
     * @param memtable the driver's param; one that holds everything keeps flushes and compactions, which take
     *                 processors and disk from all contenders alike, out of the comparison
     */
    static void run(int rounds, Path folder, String memtable) throws Exception {
        RocksDB.loadLibrary();
        Path own = Files.createTempDirectory(Files.createDirectories(folder), "tidemark-bench");
        try {
            System.out.printf("Documents per second, memtable %s: median (smallest–largest) of %d rounds%n", memtable,
                    rounds);
            for (int batchSize : List.of(1, 100)) {
                for (int workers : List.of(1, 2)) {
                    new IngestBench(own, memtable, 30_000, 10_000, batchSize, workers).measure(rounds);
                    new IngestBench(own, memtable, 200_000, 1_000, batchSize, workers).measure(rounds);
                }
            }
        } finally {
            Directories.delete(own);
        }
    }

    private void measure(int rounds) throws Exception {
        Map<String, Rounds.Turn> contenders = new LinkedHashMap<>();
        contenders.put(BARE, () -> inFolder(folder -> bare(folder, false)));
        contenders.put(OURS, () -> inFolder(this::harness));
        contenders.put(READY, () -> inFolder(folder -> bare(folder, true)));
        if (batchSize == 1) {
            contenders.put(YCSB, () -> inFolder(this::ycsb));
        }
        Rounds result = Rounds.alternate(1, rounds, contenders);
        String what = String.format("%d workers, batch %3d, %,6d B  ", workers, batchSize, payload);
        contenders.keySet().forEach(name ->
                System.out.printf("%s%-22s %s%n", what, name, result.of(name, 0).text(0)));
        contenders.keySet().stream().filter(name -> !name.equals(OURS)).forEach(name ->
                System.out.printf("%stidemark ÷ %s  %s%n", what, name, result.ratio(OURS, name).text(2)));
        if (contenders.containsKey(YCSB)) {
            System.out.printf("%sbare loop, ready text ÷ YCSB  %s%n", what, result.ratio(READY, YCSB).text(2));
        }
    }

    private interface Load {
        double documentsPerSecond(Path folder) throws Exception;
    }

    private double[] inFolder(Load load) throws Exception {
        Path folder = Files.createDirectory(folders.resolve("turn-" + turns++));
        try {
            return new double[] {load.documentsPerSecond(folder)};
        } finally {
            Directories.delete(folder);
        }
    }

    private double harness(Path folder) throws IOException {
        Path directory = Files.createDirectory(folder.resolve("store"));
        RunRequest request = new RunRequest(1, "ingest", "rocksdb", Setting.given(Map.of("documents", documents,
                "payload", payload + "B", "batch-size", batchSize, "workers", workers, "directory", directory,
                "memtable", memtable, "settle", false)), SEED, folder.resolve("scratch").toString(), false);
        PhaseSpan[] measured = new PhaseSpan[1];
        try (InProcessRunner runner = new InProcessRunner(Clock.system())) {
            runner.run(request, event -> {
                if (event instanceof RunEvent.PhaseEnded phase && phase.span().headline()) {
                    measured[0] = phase.span();
                } else if (event instanceof RunEvent.Ended ended && ended.state() != IterationState.DONE) {
                    throw new IllegalStateException("the iteration is " + ended.state() + ": " + ended.verdict());
                }
            });
        }
        return documents * 1e9 / measured[0].nanos();
    }

    private double bare(Path folder, boolean ready) throws Exception {
        return withDatabase(folder, (database, engine) -> documents * 1e9 / ThreadGroupRun.run(workers, worker ->
                new BareIngest(database, engine.writeOptions(),
                        new TextDocuments(Corpus.own(), SEED, payload, UriOrder.SPREAD),
                        share(worker), share(worker + 1), batchSize, ready)));
    }

    private int share(int worker) {
        return (int) ((long) documents * worker / workers);
    }

    private double ycsb(Path folder) throws Exception {
        return withDatabase(folder, (database, engine) -> {
            Ycsb ycsb = new Ycsb(YcsbRocksDb.class, Map.of(YcsbRocksDb.DATABASE, database,
                    "recordcount", String.valueOf(documents), "fieldcount", String.valueOf(YCSB_FIELDS),
                    "fieldlength", String.valueOf(payload / YCSB_FIELDS)));
            return workers * 1e9 / ycsb.run(workers, documents, true).nanos();
        });
    }

    private interface DatabaseCall {
        double documentsPerSecond(RocksDB database, EngineOptions engine) throws Exception;
    }

    private double withDatabase(Path folder, DatabaseCall use) throws Exception {
        Values values = RocksDbParams.ALL.defaults().with("memtable", memtable, SettingOrigin.SET);
        try (EngineOptions engine = new EngineOptions(values);
                Options options = engine.forShard(true);
                RocksDB database = RocksDB.open(options, folder.toString())) {
            return use.documentsPerSecond(database, engine);
        }
    }
}
