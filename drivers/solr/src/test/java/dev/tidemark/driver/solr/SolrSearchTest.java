package dev.tidemark.driver.solr;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.SearchContract;
import java.util.List;

@HeavyServer
class SolrSearchTest extends SearchContract {

    @Override
    protected Driver driver() {
        return new SolrDriver();
    }

    @Override
    protected List<String> ownSettings() {
        return Fixture.settings();
    }
}
