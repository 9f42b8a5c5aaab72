package dev.tidemark.driver.lucene;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.QueryContract;

class LuceneQueryTest extends QueryContract {

    @Override
    protected Driver driver() {
        return new LuceneDriver();
    }
}
