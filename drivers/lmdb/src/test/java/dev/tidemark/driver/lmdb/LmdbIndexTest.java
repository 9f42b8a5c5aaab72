package dev.tidemark.driver.lmdb;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.IndexContract;
import java.util.List;
import org.junit.jupiter.api.Nested;

class LmdbIndexTest {

    @Nested
    class OneShard extends IndexContract {
        @Override
        protected Driver driver() {
            return new LmdbDriver();
        }
    }

    @Nested
    class SeveralShards extends IndexContract {
        @Override
        protected Driver driver() {
            return new LmdbDriver();
        }

        @Override
        protected List<String> settings() {
            return List.of("directory", directory.toString(), "shards", "3");
        }
    }
}
