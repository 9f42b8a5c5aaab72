package dev.tidemark.driver.jdbc;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.KeyValueContract;
import dev.tidemark.testing.Thorough;
import org.junit.jupiter.api.BeforeEach;

/** With types and a statement of this database. */
@Thorough("Starts a server of its own; H2 keeps the same contract by the same driver.")
class PostgresKeyValuesTest extends KeyValueContract {

    private PostgresServer server;

    @BeforeEach
    void emptyServer() {
        server = PostgresServer.shared();
    }

    @Override
    protected Driver driver() {
        return new JdbcDriver();
    }

    @Override
    protected List<String> settings() {
        return server.settings();
    }

    @Override
    protected Set<Capability> untried() {
        return Set.of(Capability.STATEMENTS);
    }
}
