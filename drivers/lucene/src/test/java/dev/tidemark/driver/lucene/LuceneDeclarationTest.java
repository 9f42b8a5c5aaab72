package dev.tidemark.driver.lucene;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.EngineDeclarationContract;

class LuceneDeclarationTest extends EngineDeclarationContract {

    @Override
    protected Driver driver() {
        return new LuceneDriver();
    }

    @Override
    protected String engineClass() {
        return "org.apache.lucene.index.IndexWriter";
    }

    @Override
    protected String withoutEngine() {
        return "the Lucene library (lucene-core) is not on the class path";
    }
}
