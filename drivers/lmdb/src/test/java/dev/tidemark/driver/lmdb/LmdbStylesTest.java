package dev.tidemark.driver.lmdb;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.StyleContract;

class LmdbStylesTest extends StyleContract {

    @Override
    protected Driver driver() {
        return new LmdbDriver();
    }
}
