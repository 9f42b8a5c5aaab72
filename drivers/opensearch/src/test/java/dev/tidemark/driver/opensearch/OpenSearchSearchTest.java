package dev.tidemark.driver.opensearch;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.SearchContract;
import java.util.List;

@HeavyServer
class OpenSearchSearchTest extends SearchContract {

    @Override
    protected Driver driver() {
        return new OpenSearchDriver();
    }

    @Override
    protected List<String> ownSettings() {
        return Fixture.settings();
    }
}
