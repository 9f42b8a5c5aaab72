package dev.tidemark.driver.mvstore;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.StyleContract;

class MvStoreStylesTest extends StyleContract {

    @Override
    protected Driver driver() {
        return new MvStoreDriver();
    }
}
