package dev.tidemark.driver.rocksdb;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.ApiContract;

class RocksDbApiTest extends ApiContract {

    @Override
    protected Driver driver() {
        return new RocksDbDriver();
    }
}
