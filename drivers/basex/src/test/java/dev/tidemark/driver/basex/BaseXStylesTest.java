package dev.tidemark.driver.basex;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.StyleContract;
import java.util.List;

class BaseXStylesTest extends StyleContract {

    private final TestServer server = TestServer.shared();

    @Override
    protected Driver driver() {
        return new BaseXDriver();
    }

    @Override
    protected List<String> settings() {
        return server.settings();
    }
}
