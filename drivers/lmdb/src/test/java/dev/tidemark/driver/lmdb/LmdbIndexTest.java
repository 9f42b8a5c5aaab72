package dev.tidemark.driver.lmdb;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.IndexContract;

class LmdbIndexTest extends IndexContract {

    @Override
    protected Driver driver() {
        return new LmdbDriver();
    }
}
