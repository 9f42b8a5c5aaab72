package dev.tidemark.bench;

import dev.tidemark.core.param.Origin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.time.Clock;
import dev.tidemark.driver.rocksdb.EngineOptions;
import dev.tidemark.driver.rocksdb.RocksDbParams;
import dev.tidemark.driver.rocksdb.RocksDbSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * The floor under ingesting into RocksDB: a bare loop that puts documents with the engine options of the driver, and
 * nothing of a harness: no schedule, no clock reading, no recording. Documents are slices of the source text that the
 * project ships, cut outside the measured time.
 *
 * <pre>RocksDbFloor DIRECTORY DOCUMENTS PAYLOAD_BYTES WORKERS BATCH [PARAM=VALUE …]</pre>
 *
 * <p>DIRECTORY must be empty or absent; params are those of the driver, but for {@code shards}, which are one here, and
 * {@code directory}. Prints one line: documents per second, from the start of the workers to the end of the last.
 */
public final class RocksDbFloor {

    /** Slices per worker. */
    private static final int SLICES = 256;

    private final RocksDB database;
    private final WriteOptions writeOptions;
    private final byte[] text;
    private final int payload;
    private final int batchSize;

    private RocksDbFloor(RocksDB database, WriteOptions writeOptions, byte[] text, int payload, int batchSize) {
        this.database = database;
        this.writeOptions = writeOptions;
        this.text = text;
        this.payload = payload;
        this.batchSize = batchSize;
    }

    public static void main(String[] args) throws Exception {
        Path directory = Files.createDirectories(Path.of(args[0]));
        int documents = Integer.parseInt(args[1]);
        int payload = Integer.parseInt(args[2]);
        int workers = Integer.parseInt(args[3]);
        int batchSize = Integer.parseInt(args[4]);
        Values values = RocksDbParams.ALL.defaults();
        for (int i = 5; i < args.length; i++) {
            String[] setting = args[i].split("=", 2);
            values = values.with(setting[0], setting[1], Origin.SET);
        }
        RocksDB.loadLibrary();
        try (EngineOptions engine = new EngineOptions(RocksDbSettings.of(values));
                Options options = engine.forShard(true);
                RocksDB database = RocksDB.open(options, directory.toString())) {
            double seconds = new RocksDbFloor(database, engine.writeOptions(), sourceText(payload), payload, batchSize)
                    .run(documents, workers) / 1e9;
            System.out.printf("bare loop: %d documents of %d B, %d workers, batch %d: %.3f s, %.0f documents/s%n",
                    documents, payload, workers, batchSize, seconds, documents / seconds);
        }
    }

    /** The source text, repeated so far that a slice may begin anywhere in it. */
    private static byte[] sourceText(int payload) throws IOException {
        try (InputStream in = Values.class.getResourceAsStream("/dev/tidemark/core/data/source-text.txt")) {
            byte[] once = in.readAllBytes();
            byte[] text = new byte[once.length + payload];
            for (int at = 0; at < text.length; at += once.length) {
                System.arraycopy(once, 0, text, at, Math.min(once.length, text.length - at));
            }
            return text;
        }
    }

    private long run(int documents, int workers) throws Exception {
        CountDownLatch ready = new CountDownLatch(workers);
        CountDownLatch go = new CountDownLatch(1);
        List<FutureTask<Void>> tasks = new ArrayList<>();
        for (int w = 0; w < workers; w++) {
            int from = (int) ((long) documents * w / workers);
            int to = (int) ((long) documents * (w + 1) / workers);
            FutureTask<Void> task = new FutureTask<>(() -> {
                ByteBuffer slices = slices(from);
                ready.countDown();
                go.await();
                put(from, to, slices);
                return null;
            });
            tasks.add(task);
            Clock.system().start("floor-" + w, task);
        }
        ready.await();
        long start = Clock.system().nanoTime();
        go.countDown();
        for (FutureTask<Void> task : tasks) {
            finish(task);
        }
        return Clock.system().nanoTime() - start;
    }

    private static void finish(FutureTask<Void> task) throws Exception {
        try {
            task.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a worker failed: " + e.getCause().getMessage(), e.getCause());
        }
    }

    private ByteBuffer slices(int seed) {
        ByteBuffer slices = ByteBuffer.allocateDirect(SLICES * payload);
        for (int i = 0; i < SLICES; i++) {
            slices.put(text, (int) ((seed + i * 7919L) % (text.length - payload)), payload);
        }
        return slices;
    }

    private void put(int from, int to, ByteBuffer slices) throws RocksDBException {
        ByteBuffer uri = ByteBuffer.allocateDirect(32);
        byte[] name = "/0000000000.txt".getBytes(StandardCharsets.US_ASCII);
        try (WriteBatch batch = new WriteBatch()) {
            for (int n = from; n < to; n++) {
                number(name, n);
                uri.clear().put(name).flip();
                int slice = n % SLICES * payload;
                batch.put(uri, slices.limit(slice + payload).position(slice));
                if ((n - from + 1) % batchSize == 0 || n == to - 1) {
                    database.write(writeOptions, batch);
                    batch.clear();
                }
            }
        }
    }

    /** Writes a document's number over the digits of its name. */
    private static void number(byte[] name, int n) {
        for (int at = 10, left = n; at > 0; at--, left /= 10) {
            name[at] = (byte) ('0' + left % 10);
        }
    }
}
