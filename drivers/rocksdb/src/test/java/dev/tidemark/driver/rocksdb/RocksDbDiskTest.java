package dev.tidemark.driver.rocksdb;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.DiskContract;

class RocksDbDiskTest extends DiskContract {

    @Override
    protected Driver driver() {
        return new RocksDbDriver();
    }
}
