package dev.tidemark.bench.jmh;

import module java.base;
import dev.tidemark.core.data.BinaryDocuments;
import dev.tidemark.core.data.Corpus;
import dev.tidemark.core.data.DocumentSource;
import dev.tidemark.core.data.TextDocuments;
import dev.tidemark.core.data.UriOrder;
import org.openjdk.jmh.annotations.AuxCounters;
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
 * How fast documents are made; the lines {@code :bytes} say bytes per second. The floor is copying bytes that are there
 * already into the same buffer.
 *
 * <pre>
 * mvn -q -pl bench -am package dependency:build-classpath -DskipTests -Dmdep.outputFile=target/classpath
 * java -cp "bench/target/classes:$(cat bench/target/classpath)" org.openjdk.jmh.Main TextBenchmark
 * </pre>
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@State(Scope.Thread)
public class TextBenchmark {

    private static final long SEED = 1;

    @Param({"1000", "10000", "100000"})
    private int payload;

    private DocumentSource text;
    private DocumentSource binary;
    private ByteBuffer buffer;
    private byte[] copied;
    private long n;

    /** Counts what was made; JMH prints its public fields per second and empties them for each iteration. */
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    @State(Scope.Thread)
    public static class Amount {
        public long bytes;
    }

    @Setup
    public void setUp() {
        text = new TextDocuments(Corpus.own(), SEED, payload, UriOrder.SPREAD);
        binary = new BinaryDocuments(SEED, payload, 1, UriOrder.SPREAD);
        buffer = ByteBuffer.allocateDirect(Math.max(text.maxContentBytes(0), payload));
        copied = new byte[payload];
    }

    @Benchmark
    public ByteBuffer text(Amount amount) throws IOException {
        text.content(n++, buffer.clear());
        amount.bytes += buffer.position();
        return buffer;
    }

    @Benchmark
    public ByteBuffer binary(Amount amount) throws IOException {
        binary.content(n++, buffer.clear());
        amount.bytes += buffer.position();
        return buffer;
    }

    @Benchmark
    public ByteBuffer floor(Amount amount) {
        buffer.clear().put(copied);
        amount.bytes += buffer.position();
        return buffer;
    }
}
