package dev.tidemark.driver.mvstore;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.IndexContract;

class MvStoreIndexTest extends IndexContract {

    @Override
    protected Driver driver() {
        return new MvStoreDriver();
    }
}
