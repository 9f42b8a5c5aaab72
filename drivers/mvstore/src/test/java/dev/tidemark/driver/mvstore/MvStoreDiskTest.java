package dev.tidemark.driver.mvstore;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.DiskContract;

class MvStoreDiskTest extends DiskContract {

    @Override
    protected Driver driver() {
        return new MvStoreDriver();
    }
}
