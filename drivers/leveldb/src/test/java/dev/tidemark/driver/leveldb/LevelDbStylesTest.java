package dev.tidemark.driver.leveldb;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.StyleContract;

class LevelDbStylesTest extends StyleContract {

    @Override
    protected Driver driver() {
        return new LevelDbDriver();
    }
}
