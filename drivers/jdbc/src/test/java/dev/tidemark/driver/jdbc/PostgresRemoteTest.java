package dev.tidemark.driver.jdbc;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.RemoteContract;
import dev.tidemark.testing.Thorough;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What may befall a server, with one whose client can be stopped, as not every one can. */
@Thorough("Starts a server of its own; the drivers of PostgreSQL and MariaDB keep the same contract by the same target.")
class PostgresRemoteTest extends RemoteContract {

    private PostgresServer server;

    @BeforeEach
    void emptyServer() {
        server = PostgresServer.shared();
    }

    @AfterEach
    void letGo() {
        server.hold(false);
    }

    @Override
    protected Driver driver() {
        return new JdbcDriver();
    }

    @Override
    protected List<String> serverSettings() {
        return server.settings();
    }

    @Override
    protected List<String> wrongPassword() throws Exception {
        Path file = Files.createFile(directory.resolve("wrong"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return List.of("password", "file:" + Files.writeString(file, "wrong password"));
    }

    @Override
    protected String secret() {
        return server.password();
    }

    /** Tables of others with our names, and with names that begin like ours. */
    @Override
    protected Object makeOthers() {
        server.execute("CREATE TABLE bench_tidemark (name text, made_by text)",
                "INSERT INTO bench_tidemark VALUES ('made-by', 'Tidemark')",
                "CREATE TABLE bench_keyspace_0 (k bytea PRIMARY KEY, v bytea NOT NULL)",
                "INSERT INTO bench_keyspace_0 VALUES ('a', 'b')", "CREATE TABLE bench (k bytea, v bytea)",
                "CREATE TABLE bench_marks (id serial PRIMARY KEY, name text)",
                "INSERT INTO bench_marks (name) SELECT 'row ' || i FROM generate_series(1, 100) i");
        return server.digest();
    }

    @Override
    protected Object othersNow() {
        return server.digest();
    }

    @Override
    protected boolean isThere() {
        return !server.texts("SELECT 1 FROM pg_class WHERE relname LIKE 'bench%'").isEmpty();
    }

    @Override
    protected void breakConnections() {
        server.breakConnections();
    }

    @Override
    protected void holdAnswers(boolean held) {
        server.hold(held);
    }

    /** {@inheritDoc} It refuses connections when it has too many, but no operation. */
    @Override
    protected boolean overload(boolean busy) {
        return false;
    }
}
