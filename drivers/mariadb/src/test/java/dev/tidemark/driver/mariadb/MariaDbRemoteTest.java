package dev.tidemark.driver.mariadb;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.RemoteContract;
import dev.tidemark.driver.contract.SecretFile;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

@HeavyServer
class MariaDbRemoteTest extends RemoteContract {

    private MariaDbServer server;

    @BeforeEach
    void emptyServer() {
        server = MariaDbServer.shared();
    }

    @AfterEach
    void letGo() {
        server.hold(false);
    }

    @Override
    protected Driver driver() {
        return new MariaDbDriver();
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

    /** A database of others with tables of our names in it, and others beside it. */
    @Override
    protected Object makeOthers() {
        server.execute("CREATE DATABASE bench", "CREATE TABLE bench.tidemark (name TEXT, made_by TEXT)",
                "INSERT INTO bench.tidemark VALUES ('made-by', 'Tidemark')",
                "CREATE TABLE bench.keyspace_0 (k VARBINARY(9) PRIMARY KEY, v BLOB NOT NULL)",
                "INSERT INTO bench.keyspace_0 VALUES ('a', 'b')", "CREATE TABLE bench.documents (k BLOB, v BLOB)",
                "CREATE DATABASE Bench", "CREATE TABLE Bench.documents (k BLOB, v BLOB)", "CREATE DATABASE shop",
                "CREATE TABLE shop.bench (id INT PRIMARY KEY AUTO_INCREMENT, name TEXT)",
                "INSERT INTO shop.bench (name) VALUES ('one'), ('two')",
                "CREATE VIEW shop.seen AS SELECT * FROM bench.keyspace_0");
        return server.digest();
    }

    @Override
    protected Object othersNow() {
        return server.digest();
    }

    @Override
    protected boolean isThere() {
        return !server.texts("SELECT 1 FROM information_schema.schemata WHERE BINARY schema_name = 'bench'").isEmpty();
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
