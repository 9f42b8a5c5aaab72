package dev.tidemark.driver.postgres;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.EngineDeclarationContract;

class PostgresDeclarationTest extends EngineDeclarationContract {

    @Override
    protected Driver driver() {
        return new PostgresDriver();
    }

    @Override
    protected String engineClass() {
        return "org.postgresql.Driver";
    }

    @Override
    protected String withoutEngine() {
        return "the PostgreSQL client library (postgresql) is not on the class path";
    }
}
