package dev.tidemark.driver.leveldb;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.VolumeContract;

class LevelDbVolumeTest extends VolumeContract {

    @Override
    protected Driver driver() {
        return new LevelDbDriver();
    }
}
