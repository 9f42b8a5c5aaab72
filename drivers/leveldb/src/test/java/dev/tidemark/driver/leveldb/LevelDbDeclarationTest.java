package dev.tidemark.driver.leveldb;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.EngineDeclarationContract;

class LevelDbDeclarationTest extends EngineDeclarationContract {

    @Override
    protected Driver driver() {
        return new LevelDbDriver();
    }

    @Override
    protected String engineClass() {
        return "org.iq80.leveldb.DB";
    }

    @Override
    protected String withoutEngine() {
        return "the LevelDB library (leveldbjni-all) is not on the class path";
    }
}
