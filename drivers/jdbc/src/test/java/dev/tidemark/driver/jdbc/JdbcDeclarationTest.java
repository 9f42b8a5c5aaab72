package dev.tidemark.driver.jdbc;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.EngineDeclarationContract;

class JdbcDeclarationTest extends EngineDeclarationContract {

    @Override
    protected Driver driver() {
        return new JdbcDriver();
    }

    @Override
    protected String engineClass() {
        return "org.h2.Driver";
    }

    @Override
    protected String withoutEngine() {
        return "driver-jar: say where the database's JDBC driver is, a jar or a folder of jars";
    }
}
