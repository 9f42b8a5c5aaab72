package dev.tidemark.driver.rocksdb;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.IndexContract;
import java.util.List;
import org.junit.jupiter.api.Nested;

class RocksDbIndexTest {

    @Nested
    class OneShard extends IndexContract {
        @Override
        protected Driver driver() {
            return new RocksDbDriver();
        }
    }

    @Nested
    class SeveralShards extends IndexContract {
        @Override
        protected Driver driver() {
            return new RocksDbDriver();
        }

        @Override
        protected List<String> settings() {
            return List.of("directory", directory.toString(), "shards", "3");
        }
    }
}
