package dev.tidemark.driver.lmdb;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.VolumeContract;

class LmdbVolumeTest extends VolumeContract {

    @Override
    protected Driver driver() {
        return new LmdbDriver();
    }
}
