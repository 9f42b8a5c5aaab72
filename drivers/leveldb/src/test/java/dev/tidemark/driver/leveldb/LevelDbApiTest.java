package dev.tidemark.driver.leveldb;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.ApiContract;

class LevelDbApiTest extends ApiContract {

    @Override
    protected Driver driver() {
        return new LevelDbDriver();
    }
}
