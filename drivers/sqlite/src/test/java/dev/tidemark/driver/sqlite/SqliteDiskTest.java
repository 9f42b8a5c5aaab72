package dev.tidemark.driver.sqlite;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.DiskContract;

class SqliteDiskTest extends DiskContract {

    @Override
    protected Driver driver() {
        return new SqliteDriver();
    }
}
