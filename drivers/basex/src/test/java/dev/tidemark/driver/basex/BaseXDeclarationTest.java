package dev.tidemark.driver.basex;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.EngineDeclarationContract;

class BaseXDeclarationTest extends EngineDeclarationContract {

    @Override
    protected Driver driver() {
        return new BaseXDriver();
    }

    @Override
    protected String engineClass() {
        return "org.basex.api.client.ClientSession";
    }

    @Override
    protected String withoutEngine() {
        return "the BaseX client library (basex) is not on the class path";
    }
}
