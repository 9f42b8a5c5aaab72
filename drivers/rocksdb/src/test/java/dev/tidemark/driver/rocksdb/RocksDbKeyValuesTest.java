package dev.tidemark.driver.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.driver.embedded.EmbeddedSession;
import dev.tidemark.core.driver.embedded.ShardRouter;
import dev.tidemark.core.driver.embedded.TableName;
import dev.tidemark.core.driver.embedded.TableName.Kind;
import dev.tidemark.driver.contract.Bytes;
import dev.tidemark.driver.contract.KeyValueContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** With one shard, with several and values apart, and with heads apart. */
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

    @Nested
    class HeadsApart extends KeyValueContract {
        @Override
        protected Driver driver() {
            return new RocksDbDriver();
        }

        @Override
        protected List<String> settings() {
            return List.of("directory", directory.toString(), "shards", "2", "heads-apart", "true");
        }

        /** A head of a value that was stored without it would be absent. */
        @Test
        void headsAreReadFromWhereTheyAreKeptAndTheSettingIsReadBack() throws Exception {
            try (RocksDbTarget target = (RocksDbTarget) created();
                    EmbeddedSession<?> session = (EmbeddedSession<?>) target.session(0)) {
                session.put(0, NumberedKeys.of(5), Bytes.direct("value"));
                session.commit();
                assertThat(session.head(0, NumberedKeys.of(5))).isEqualTo(5);
                RocksDbStore store = target.stores().get(ShardRouter.shardOfKey(NumberedKeys.of(5), 2));
                store.database().delete(store.tables().get(TableName.of(Kind.HEADS, 0)),
                        Bytes.text(NumberedKeys.of(5)).getBytes(StandardCharsets.ISO_8859_1));
                assertThat(session.head(0, NumberedKeys.of(5))).isEqualTo(KeyValueSession.ABSENT);
                assertThat(target.effective().get(RocksDbParams.HEADS_APART)).isTrue();
            }
        }
    }
}
