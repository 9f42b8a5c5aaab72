package dev.tidemark.driver.opensearch;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.QueryContract;
import java.util.List;

@HeavyServer
class OpenSearchQueryTest extends QueryContract {

    @Override
    protected String reopening() {
        return "request-cache: true";
    }

    @Override
    protected Driver driver() {
        return new OpenSearchDriver();
    }

    @Override
    protected List<String> settings() {
        return Fixture.settings();
    }
}
