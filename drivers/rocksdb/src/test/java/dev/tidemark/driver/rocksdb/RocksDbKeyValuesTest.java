package dev.tidemark.driver.rocksdb;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.KeyValueContract;
import java.util.List;
import org.junit.jupiter.api.Nested;

/** With one shard, and with several and values apart. */
class RocksDbKeyValuesTest {

    @Nested
    class OneShard extends KeyValueContract {
        @Override
        protected Driver driver() {
            return new RocksDbDriver();
        }
    }

    @Nested
    class SeveralShardsWithValuesApart extends KeyValueContract {
        @Override
        protected Driver driver() {
            return new RocksDbDriver();
        }

        @Override
        protected List<String> settings() {
            return List.of("directory", directory.toString(), "shards", "3", "memtable", "100kB", "blob-files",
                    "true", "blob-min-size", "100B");
        }
    }
}
