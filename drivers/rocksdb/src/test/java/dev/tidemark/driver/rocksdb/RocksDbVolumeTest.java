package dev.tidemark.driver.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
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
            Map<String, Double> several = run(settings, "");
            shards = 1;
            Map<String, Double> one = run(settings, "");
            for (String rows : List.of("rows-per-group-query", "rows-per-index-query")) {
                assertThat(several.get(rows)).as(rows).isEqualTo(one.get(rows)).isPositive();
            }
        }
    }
}
