package dev.tidemark.driver.sqlite;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.IndexContract;

class SqliteIndexTest extends IndexContract {

    @Override
    protected Driver driver() {
        return new SqliteDriver();
    }
}
