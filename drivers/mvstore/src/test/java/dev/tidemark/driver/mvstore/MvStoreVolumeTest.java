package dev.tidemark.driver.mvstore;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.VolumeContract;

class MvStoreVolumeTest extends VolumeContract {

    @Override
    protected Driver driver() {
        return new MvStoreDriver();
    }
}
