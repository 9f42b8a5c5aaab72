package dev.tidemark.bench.server;

import module java.base;
import dev.tidemark.bench.support.Rounds;
import java.sql.DriverManager;

/** MariaDB and its Connector/J; a program that gets the same rows is none of its own. */
final class MariaDbContest implements Contest {

    private final ServerAddress place;

    MariaDbContest(ServerAddress place) {
        this.place = place;
    }

    @Override
    public String driver() {
        return "mariadb";
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("user", place.user());
    }

    @Override
    public List<Cell> cells() {
        return List.of(new Cell(1, 1), new Cell(4, 1), new Cell(16, 1), new Cell(4, 1, 0));
    }

    @Override
    public void prepare(int keys, int valueSize) {}

    @Override
    public BareClient open() throws Exception {
        return open(60_000);
    }

    @Override
    public Optional<BareServerLoop.ClientOpener> unlimited() {
        return Optional.of(() -> open(0));
    }

    private BareClient open(int millis) throws Exception {
        return new BareSql(DriverManager.getConnection("jdbc:mariadb://" + place.host() + ":" + place.port()
                + "/tidemark?useServerPrepStmts=true&cachePrepStmts=false&sslMode=disable&socketTimeout="
                + millis, place.user(),
                place.password()), "SELECT v FROM keyspace_0 WHERE k = ?",
                "INSERT INTO keyspace_0 (k, v) VALUES (?, ?) ON DUPLICATE KEY UPDATE v = VALUES(v)");
    }

    @Override
    public Map<String, Rounds.Turn> peers(Cell cell, int keys, int seconds) {
        return Map.of();
    }
}
