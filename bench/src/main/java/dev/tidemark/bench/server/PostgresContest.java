package dev.tidemark.bench.server;

import module java.base;
import module java.sql;
import dev.tidemark.bench.support.Rounds;

/** PostgreSQL, pgJDBC and {@code pgbench}, with a script that gets the same rows. */
final class PostgresContest implements Contest {

    private static final String PROGRAM = "pgbench";
    private static final String GET = "SELECT v FROM tidemark.keyspace_0 WHERE k = ";
    private static final String PUT = "INSERT INTO tidemark.keyspace_0 (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE "
            + "SET v = EXCLUDED.v";
    private static final Pattern RATE = Pattern.compile("tps = ([0-9.]+)");
    private static final Pattern MEAN = Pattern.compile("latency average = ([0-9.]+) ms");

    private final ServerAddress place;
    private final Path script;
    private final boolean program;

    PostgresContest(ServerAddress place, Path folder) throws Exception {
        this.place = place;
        script = folder.resolve("get.sql");
        program = Peer.isThere(PROGRAM);
    }

    @Override
    public String driver() {
        return "postgres";
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("user", place.user());
    }

    @Override
    public List<Cell> cells() {
        return List.of(new Cell(1, 1), new Cell(4, 1), new Cell(16, 1), new Cell(4, 1, 0));
    }

    /** A key is its number in eight bytes, the highest first, as {@code int8send} has it. */
    @Override
    public void prepare(int keys, int valueSize) throws Exception {
        Files.writeString(script, "\\set k random(0, " + (keys - 1) + ")\n" + GET + "int8send(:k);\n");
    }

    @Override
    public BareClient open() throws Exception {
        return open("60");
    }

    @Override
    public Optional<BareServerLoop.ClientOpener> unlimited() {
        return Optional.of(() -> open("0"));
    }

    private BareClient open(String seconds) throws Exception {
        Properties properties = new Properties();
        properties.setProperty("socketTimeout", seconds);
        properties.setProperty("user", place.user());
        properties.setProperty("password", place.password());
        properties.setProperty("prepareThreshold", "1");
        Connection connection = DriverManager.getConnection("jdbc:postgresql://" + place.host() + ":" + place.port()
                + "/postgres", properties);
        return new BareSql(connection, GET + "?", PUT);
    }

    @Override
    public Map<String, Rounds.Turn> peers(Cell cell, int keys, int seconds) {
        return program && cell.readPercent() == 100 ? Map.of(PROGRAM, () -> measured(cell, seconds)) : Map.of();
    }

    /** It tells no percentiles unless it writes down each transaction. */
    private double[] measured(Cell cell, int seconds) throws Exception {
        Peer.ProgramOutput output =
                Peer.run(Map.of("PGPASSWORD", place.password()), List.of(PROGRAM, "-n", "-M", "prepared", "-h",
                place.host(), "-p", "" + place.port(), "-U", place.user(), "-c", "" + cell.workers(), "-j",
                "" + Math.min(2, cell.workers()), "-T", "" + seconds, "-f", script.toString(), "postgres"));
        double rate = Peer.number(RATE, output.text());
        return new double[] {rate, Peer.number(MEAN, output.text()) * 1e3, Double.NaN, Double.NaN,
            output.processor() / (rate * seconds) * 1e6};
    }
}
