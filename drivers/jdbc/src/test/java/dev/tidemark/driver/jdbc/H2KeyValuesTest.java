package dev.tidemark.driver.jdbc;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.KeyValueContract;

/** With the statements that the driver has by default. */
class H2KeyValuesTest extends KeyValueContract {

    private final H2Server server = H2Server.empty();

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
