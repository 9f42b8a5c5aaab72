package dev.tidemark.driver.sqlite;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.VolumeContract;

class SqliteVolumeTest extends VolumeContract {

    @Override
    protected Driver driver() {
        return new SqliteDriver();
    }
}
