package dev.tidemark.driver.lucene;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.SearchContract;

class LuceneSearchTest extends SearchContract {

    @Override
    protected Driver driver() {
        return new LuceneDriver();
    }
}
