package dev.tidemark.driver.rocksdb;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.VolumeContract;

class RocksDbVolumeTest extends VolumeContract {

    @Override
    protected Driver driver() {
        return new RocksDbDriver();
    }
}
