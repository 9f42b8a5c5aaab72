package dev.tidemark.driver.sqlite;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.ScriptContract;
import java.util.List;

class SqliteScriptTest extends ScriptContract {

    @Override
    protected Driver driver() {
        return new SqliteDriver();
    }

    @Override
    protected List<String> settings() {
        return List.of();
    }
}
