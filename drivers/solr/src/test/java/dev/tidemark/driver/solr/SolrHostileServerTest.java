package dev.tidemark.driver.solr;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.HostileServerContract;

class SolrHostileServerTest extends HostileServerContract {

    @Override
    protected Driver driver() {
        return new SolrDriver();
    }

    @Override
    protected List<String> settings(String password) {
        return List.of("user", "ann", "password", password);
    }

    @Override
    protected Answer answer(Random random) {
        return overHttp(random, JSON);
    }
}
