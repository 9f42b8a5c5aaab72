package dev.tidemark.driver.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.driver.contract.VolumeContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class RocksDbVolumeTest {

    @Nested
    class OneShard extends VolumeContract {
        @Override
        protected Driver driver() {
            return new RocksDbDriver();
        }
    }

    @Nested
    class SeveralShardsWithValuesApart extends VolumeContract {

        private int shards = 3;

        @Override
        protected Driver driver() {
            return new RocksDbDriver();
        }

        @Override
        protected String engine() {
            return "shards: " + shards + ", blob-files: true, blob-min-size: 100B, ";
        }

        /** The same stream of one worker: each query is asked when as much was stored as with one shard. */
        @Test
        void queriesFindAsMuchAsOnOneShard() {
            String settings = "workers: 1, key-count: 500, preload: all, operations: 600, "
                    + "mix: {group-query: 3, index-query: 2, update-indexed: 2}";
            double several = run(settings, "").get("rows-per-query");
            shards = 1;
            double one = run(settings, "").get("rows-per-query");
            assertThat(several).isEqualTo(one).isPositive();
        }
    }
}
