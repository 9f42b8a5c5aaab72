package dev.tidemark.driver.marklogic;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.EngineDeclarationContract;

class MarkLogicDeclarationTest extends EngineDeclarationContract {

    @Override
    protected Driver driver() {
        return new MarkLogicDriver();
    }

    @Override
    protected String engineClass() {
        return "com.marklogic.client.DatabaseClient";
    }

    @Override
    protected String withoutEngine() {
        return "the MarkLogic client library (marklogic-client-api) is not on the class path";
    }
}
