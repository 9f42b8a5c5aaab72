package dev.tidemark.bench.server;

import module java.base;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.tidemark.bench.support.Rounds;

/** Cassandra, its Java driver and {@code cassandra-stress}, which has a table of its own of the same shape. */
final class CassandraContest implements Contest {

    private static final String PROGRAM = "cassandra-stress";
    private static final Pattern RATE = Pattern.compile("Op rate +: +([0-9.,]+)");
    private static final Pattern MEAN = Pattern.compile("Latency mean +: +([0-9.,]+)");
    private static final Pattern MEDIAN = Pattern.compile("Latency median +: +([0-9.,]+)");
    private static final Pattern P99 = Pattern.compile("Latency 99th percentile +: +([0-9.,]+)");

    private final ServerAddress place;
    private final boolean program;
    private CqlSession session;
    private PreparedStatement get;
    private PreparedStatement put;

    CassandraContest(ServerAddress place) throws Exception {
        this.place = place;
        program = Peer.isThere(PROGRAM);
    }

    @Override
    public String driver() {
        return "cassandra";
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("user", place.user(), "consistency", "one");
    }

    @Override
    public List<Cell> cells() {
        return List.of(new Cell(1, 1), new Cell(4, 1), new Cell(16, 1), new Cell(4, 1, 0), new Cell(16, 1, 83));
    }

    /** All threads share a session, as the client wants it; its threads end with the process. */
    @Override
    public void prepare(int keys, int valueSize) throws Exception {
        session = CqlSession.builder().withConfigLoader(DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofMinutes(1))
                .withBoolean(DefaultDriverOption.NETTY_DAEMON, true).build())
                .addContactPoint(new InetSocketAddress(place.host(), place.port())).withLocalDatacenter("datacenter1")
                .withAuthCredentials(place.user(), place.password()).build();
        get = session.prepare("SELECT value FROM tidemark.k0 WHERE key = ?");
        put = session.prepare("INSERT INTO tidemark.k0 (key, size, value) VALUES (?, ?, ?)");
        if (program) {
            stress(keys, "write", "n=" + keys, "cl=ONE", "-pop", "seq=1.." + keys, "-col", "n=FIXED(1)",
                    "size=FIXED(" + valueSize + ")", "-rate", "threads=16");
        }
    }

    @Override
    public BareClient open() {
        return new BareClient() {
            @Override
            public void get(long[] keys) {
                for (long key : keys) {
                    Row row = session.execute(get.bind(bytes(key)).setConsistencyLevel(DefaultConsistencyLevel.ONE))
                            .one();
                    if (row == null || row.getByteBuffer(0) == null) {
                        throw new IllegalStateException("key " + key + " is not there");
                    }
                }
            }

            @Override
            public void put(long key, byte[] value) {
                session.execute(put.bind(bytes(key), value.length, ByteBuffer.wrap(value.clone()))
                        .setConsistencyLevel(DefaultConsistencyLevel.ONE));
            }

            @Override
            public void close() {}
        };
    }

    private static ByteBuffer bytes(long key) {
        return ByteBuffer.allocate(Long.BYTES).putLong(0, key);
    }

    @Override
    public Map<String, Rounds.Turn> peers(Cell cell, int keys, int seconds) {
        return program && cell.workers() > 1 ? Map.of(PROGRAM, () -> measured(cell, keys, seconds)) : Map.of();
    }

    /** The processor time of a short run before, which is starting for the most part, is taken off. */
    private double[] measured(Cell cell, int keys, int seconds) throws Exception {
        long few = 20_000;
        Peer.ProgramOutput start = stress(cell, keys, few);
        long many = few + (long) (Peer.number(RATE, start.text()) * seconds);
        Peer.ProgramOutput whole = stress(cell, keys, many);
        return new double[] {Peer.number(RATE, whole.text()), Peer.number(MEAN, whole.text()) * 1e3,
            Peer.number(MEDIAN, whole.text()) * 1e3, Peer.number(P99, whole.text()) * 1e3,
            (whole.processor() - start.processor()) / (many - few) * 1e6};
    }

    private Peer.ProgramOutput stress(Cell cell, int keys, long operations) throws Exception {
        List<String> what = switch (cell.readPercent()) {
            case 100 -> List.of("read");
            case 0 -> List.of("write");
            default -> List.of("mixed", "ratio(write=" + (100 - cell.readPercent()) + ",read=" + cell.readPercent()
                    + ")");
        };
        List<String> all = new ArrayList<>(what);
        all.addAll(List.of("n=" + operations, "no-warmup", "cl=ONE", "-pop", "dist=UNIFORM(1.." + keys + ")", "-col",
                "n=FIXED(1)", "size=FIXED(100)", "-rate", "threads=" + cell.workers()));
        return stress(keys, all.toArray(String[]::new));
    }

    private Peer.ProgramOutput stress(int keys, String... what) throws Exception {
        List<String> all = new ArrayList<>(List.of(PROGRAM));
        all.addAll(List.of(what));
        all.addAll(List.of("-mode", "native", "cql3", "user=" + place.user(), "password=" + place.password(), "-node",
                place.host(), "-port", "native=" + place.port()));
        return Peer.run(Map.of(), all);
    }
}
