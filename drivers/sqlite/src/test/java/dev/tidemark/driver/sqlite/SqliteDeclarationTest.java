package dev.tidemark.driver.sqlite;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.EngineDeclarationContract;

class SqliteDeclarationTest extends EngineDeclarationContract {

    @Override
    protected Driver driver() {
        return new SqliteDriver();
    }

    @Override
    protected String engineClass() {
        return "org.sqlite.JDBC";
    }

    @Override
    protected String withoutEngine() {
        return "the SQLite library (sqlite-jdbc) is not on the class path";
    }
}
