package dev.tidemark.driver.mariadb;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.EngineDeclarationContract;

class MariaDbDeclarationTest extends EngineDeclarationContract {

    @Override
    protected Driver driver() {
        return new MariaDbDriver();
    }

    @Override
    protected String engineClass() {
        return "org.mariadb.jdbc.Driver";
    }

    @Override
    protected String withoutEngine() {
        return "the MariaDB client library (mariadb-java-client) is not on the class path";
    }
}
