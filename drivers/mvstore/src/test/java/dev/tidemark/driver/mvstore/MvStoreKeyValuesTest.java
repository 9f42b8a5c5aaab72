package dev.tidemark.driver.mvstore;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.KeyValueContract;

class MvStoreKeyValuesTest extends KeyValueContract {

    @Override
    protected Driver driver() {
        return new MvStoreDriver();
    }
}
