package dev.tidemark.driver.lmdb;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.ApiContract;

class LmdbApiTest extends ApiContract {

    @Override
    protected Driver driver() {
        return new LmdbDriver();
    }
}
