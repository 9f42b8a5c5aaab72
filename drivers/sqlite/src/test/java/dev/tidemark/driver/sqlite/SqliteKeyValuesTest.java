package dev.tidemark.driver.sqlite;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.KeyValueContract;

class SqliteKeyValuesTest extends KeyValueContract {

    @Override
    protected Driver driver() {
        return new SqliteDriver();
    }
}
