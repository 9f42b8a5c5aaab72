package dev.tidemark.driver.basex;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.KeyValueContract;
import dev.tidemark.testing.ByTurns;
import java.util.List;

@ByTurns(days = 4, heldBy = "BaseXDocumentsTest")
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
