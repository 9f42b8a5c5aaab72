package dev.tidemark.bench.jmh;

import module java.base;
import dev.tidemark.core.data.SizeDistribution;
import dev.tidemark.core.data.ValueGenerator;
import dev.tidemark.core.data.keys.GrowingSet;
import dev.tidemark.core.data.keys.KeyDistribution;
import dev.tidemark.core.data.keys.KeyFormat;
import dev.tidemark.core.data.keys.KeyPermutation;
import dev.tidemark.core.data.keys.KeyStream;
import dev.tidemark.core.data.keys.OperationDeck;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What choosing the key of an operation takes, over a hundred million keys, and that it allocates nothing; and what
 * writing it as bytes takes on top. Run by JMH's main class, with {@code -prof gc} for the bytes per operation.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@State(Scope.Thread)
public class KeyBenchmark {

    private static final long SEED = 1;
    private static final long KEYS = 100_000_000;

    @Param({"partitioned", "uniform", "hot-set", "pareto", "zipf", "latest", "own", "zipf-scattered"})
    private String keys;

    private KeyStream.Cursor cursor;
    private KeyFormat text;
    private ByteBuffer buffer;
    private ValueGenerator values;
    private long n;

    @Setup
    public void setUp() {
        cursor = stream().cursor();
        text = new KeyFormat.Composed(List.of(new KeyFormat.Hash(4), new KeyFormat.Text("user", 12)));
        buffer = ByteBuffer.allocateDirect(text.largest());
        values = new ValueGenerator(SEED, new SizeDistribution.Exponential(100, 900), 1);
    }

    private KeyStream stream() {
        OperationDeck operationDeck = new OperationDeck(SEED, 100, 10, 10);
        KeyStream zipf = new KeyStream.Drawn(SEED, new KeyDistribution.Zipf(0.99), 0, KEYS);
        return switch (keys) {
            case "partitioned" -> new KeyStream.Partitioned(0, 1L << 44, 4);
            case "uniform" -> new KeyStream.Drawn(SEED, new KeyDistribution.Uniform(), 0, KEYS);
            case "hot-set" -> new KeyStream.Drawn(SEED, new KeyDistribution.HotSet(0.2, 0.8), 0, KEYS);
            case "pareto" -> new KeyStream.Drawn(SEED,
                    new KeyDistribution.Pareto(1.5, 0.2, KeyDistribution.Pareto.Tail.RESAMPLED), 0, KEYS);
            case "zipf" -> zipf;
            case "latest" -> new GrowingSet(operationDeck, 1, -1, KEYS, 0, 64, false).drawn(SEED,
                    new KeyDistribution.Zipf(0.99), true);
            case "own" -> new GrowingSet(operationDeck, 1, 2, KEYS, 100, 0, true)
                    .drawn(SEED, new KeyDistribution.HotSet(0.2, 0.8), false);
            case "zipf-scattered" -> new KeyStream.Scattered(zipf, 0, new KeyPermutation(SEED, KEYS));
            default -> throw new IllegalArgumentException(keys);
        };
    }

    @Benchmark
    public long key() {
        return cursor.key(1, n++);
    }

    @Benchmark
    public int keyAsText() {
        text.put(cursor.key(1, n++), buffer.clear());
        return buffer.position();
    }

    @Benchmark
    public long keyAndSize() {
        return cursor.key(1, n) + values.size(1, n++);
    }
}
