package dev.tidemark.driver.solr;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.QueryContract;
import java.util.List;

@HeavyServer
class SolrQueryTest extends QueryContract {

    @Override
    protected String reopening() {
        return "result-cache: 0";
    }

    @Override
    protected Driver driver() {
        return new SolrDriver();
    }

    @Override
    protected List<String> settings() {
        return Fixture.settings();
    }
}
