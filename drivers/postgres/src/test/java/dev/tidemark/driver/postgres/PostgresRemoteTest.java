package dev.tidemark.driver.postgres;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.RemoteContract;
import dev.tidemark.driver.contract.SecretFile;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

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
        return new PostgresDriver();
    }

    @Override
    protected List<String> serverSettings() {
        return server.settings();
    }

    @Override
    protected List<String> wrongPassword() {
        return List.of("password", SecretFile.of(directory, "wrong", "wrong password"));
    }

    @Override
    protected String secret() {
        return server.password();
    }

    /** A schema of others with tables of our names in it, and a database full of others beside it. */
    @Override
    protected Object makeOthers() {
        server.execute("CREATE SCHEMA bench", "CREATE TABLE bench.tidemark (name text, made_by text)",
                "INSERT INTO bench.tidemark VALUES ('made-by', 'Tidemark')",
                "CREATE TABLE bench.keyspace_0 (k bytea PRIMARY KEY, v bytea NOT NULL)",
                "INSERT INTO bench.keyspace_0 VALUES ('a', 'b')", "CREATE TABLE bench.documents (k bytea, v bytea)",
                "CREATE SCHEMA \"Bench\"", "CREATE TABLE \"Bench\".documents (k bytea, v bytea)",
                "CREATE TABLE public.bench (id serial PRIMARY KEY, name text)",
                "INSERT INTO public.bench (name) SELECT 'row ' || i FROM generate_series(1, 100) i",
                "CREATE VIEW public.seen AS SELECT * FROM bench.keyspace_0");
        return server.digest();
    }

    @Override
    protected Object othersNow() {
        return server.digest();
    }

    @Override
    protected boolean isThere() {
        return !server.texts("SELECT 1 FROM pg_namespace WHERE nspname = 'bench'").isEmpty();
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
