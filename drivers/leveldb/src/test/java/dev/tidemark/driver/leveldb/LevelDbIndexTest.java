package dev.tidemark.driver.leveldb;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.IndexContract;

class LevelDbIndexTest extends IndexContract {

    @Override
    protected Driver driver() {
        return new LevelDbDriver();
    }
}
