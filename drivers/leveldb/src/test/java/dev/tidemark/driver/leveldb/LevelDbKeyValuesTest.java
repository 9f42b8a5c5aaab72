package dev.tidemark.driver.leveldb;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.KeyValueContract;

class LevelDbKeyValuesTest extends KeyValueContract {

    @Override
    protected Driver driver() {
        return new LevelDbDriver();
    }
}
