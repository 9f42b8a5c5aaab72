package dev.tidemark.driver.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.embedded.EmbeddedSession;
import dev.tidemark.core.result.Measure;
import dev.tidemark.driver.contract.DocumentsContract;
import dev.tidemark.driver.contract.TargetFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RocksDbDocumentsTest extends DocumentsContract {

    @Override
    protected TargetFixture<?, ?> open(Path folder, String... settings) throws DriverException {
        return new Fixture(folder, settings);
    }

    @Override
    protected List<String[]> variants() {
        return List.of(new String[] {"shards", "1"}, new String[] {"shards", "3", "memtable", "1MB"},
                new String[] {"shards", "2", "journal", "false"});
    }

    @Override
    protected Measure documents() {
        return RocksDbMeasures.DOCUMENTS;
    }

    @Override
    protected int longestUri() {
        return 3000;
    }

    @Test
    void transactionsOfManyDocumentsReachEveryShard() throws Exception {
        try (Fixture f = Fixture.created(directory, "shards", "4"); EmbeddedSession<?> session = f.session()) {
            for (int n = 0; n < 1000; n++) {
                session.add(Fixture.uri(n), Fixture.direct(Fixture.content(n, 100)));
            }
            assertThat(session.commit()).isZero();
            assertThat(f.all()).hasSize(1000);
            assertThat(f.target.stores())
                    .allSatisfy(store -> assertThat(store.property("rocksdb.estimate-num-keys")).isBetween(150L, 350L));
            assertThat(f.gauge(RocksDbMeasures.DOCUMENTS)).isEqualTo(1000);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "true"})
    void existingDocumentsAreFoundWhereverTheyAre(String blobFiles) throws Exception {
        try (Fixture f = Fixture.created(directory, "shards", "2", "blob-files", blobFiles);
                EmbeddedSession<?> session = f.session()) {
            f.fill(0, 100, 5000);
            f.settle(); // 0–99 are in segments, 100–149 in memtables
            f.fill(100, 150, 5000);
            for (int n = 90; n < 160; n++) {
                session.add(Fixture.uri(n), Fixture.direct("new"));
            }
            assertThat(session.findExisting()).isEqualTo(60);
            session.rollback();
            for (int n = 1000; n < 5000; n++) { // at 10 bits per key the filter is wrong about 1 % of these
                session.add(Fixture.uri(n), Fixture.direct("new"));
            }
            assertThat(session.findExisting()).isZero();
        }
    }
}
