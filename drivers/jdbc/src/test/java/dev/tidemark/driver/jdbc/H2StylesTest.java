package dev.tidemark.driver.jdbc;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.StyleContract;
import java.util.List;

/** With the statements that the driver has by default. */
class H2StylesTest extends StyleContract {

    private final H2Server server = H2Server.empty();

    @Override
    protected Driver driver() {
        return new JdbcDriver();
    }

    @Override
    protected List<String> settings() {
        return server.settings();
    }
}
