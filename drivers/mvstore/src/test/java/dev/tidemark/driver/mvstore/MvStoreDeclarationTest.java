package dev.tidemark.driver.mvstore;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.EngineDeclarationContract;

class MvStoreDeclarationTest extends EngineDeclarationContract {

    @Override
    protected Driver driver() {
        return new MvStoreDriver();
    }

    @Override
    protected String engineClass() {
        return "org.h2.mvstore.MVStore";
    }

    @Override
    protected String withoutEngine() {
        return "the H2 library (h2) is not on the class path";
    }
}
