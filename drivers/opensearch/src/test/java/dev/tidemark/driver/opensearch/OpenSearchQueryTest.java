package dev.tidemark.driver.opensearch;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.QueryContract;
import dev.tidemark.testing.Thorough;
import java.util.List;

@HeavyServer
@Thorough("whole runs; LuceneQueryTest keeps the same contract without a server")
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
