package dev.tidemark.driver.lmdb;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.DiskContract;

class LmdbDiskTest extends DiskContract {

    @Override
    protected Driver driver() {
        return new LmdbDriver();
    }
}
