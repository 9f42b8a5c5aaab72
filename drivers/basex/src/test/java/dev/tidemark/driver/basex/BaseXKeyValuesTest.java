package dev.tidemark.driver.basex;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.KeyValueContract;
import java.util.List;

class BaseXKeyValuesTest extends KeyValueContract {

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
