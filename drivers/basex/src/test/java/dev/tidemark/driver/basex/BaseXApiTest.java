package dev.tidemark.driver.basex;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.ApiContract;
import dev.tidemark.testing.ByTurns;
import java.util.List;

@ByTurns(days = 6, heldBy = "BaseXDocumentsTest")
class BaseXApiTest extends ApiContract {

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
