package dev.tidemark.driver.leveldb;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.DiskContract;

class LevelDbDiskTest extends DiskContract {

    @Override
    protected Driver driver() {
        return new LevelDbDriver();
    }
}
