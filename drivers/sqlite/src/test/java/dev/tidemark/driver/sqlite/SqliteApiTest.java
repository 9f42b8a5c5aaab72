package dev.tidemark.driver.sqlite;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.ApiContract;

class SqliteApiTest extends ApiContract {

    @Override
    protected Driver driver() {
        return new SqliteDriver();
    }
}
