package dev.tidemark.driver.mvstore;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.ApiContract;

class MvStoreApiTest extends ApiContract {

    @Override
    protected Driver driver() {
        return new MvStoreDriver();
    }
}
