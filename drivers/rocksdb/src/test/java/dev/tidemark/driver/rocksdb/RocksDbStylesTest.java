package dev.tidemark.driver.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.data.objects.NestedObjects;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.driver.contract.StyleContract;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rocksdb.TickerType;

class RocksDbStylesTest extends StyleContract {

    @Override
    protected Driver driver() {
        return new RocksDbDriver();
    }

    private List<String> styles(String setting, String value) {
        Values values = driver().params().defaults().with(setting, value, SettingOrigin.SET);
        return driver().styles(values).stream().map(ApiStyle::name).toList();
    }

    @Test
    void whatTheSettingsMakeTheSameIsNotOffered() {
        assertThat(styles("shards", "1")).contains("put-synced", "put-without-journal", "write-batch");
        assertThat(styles("sync", "true")).doesNotContain("put-synced", "write-batch-synced")
                .contains("put-without-journal");
        assertThat(styles("journal", "false")).doesNotContain("put-without-journal", "write-batch-without-journal")
                .contains("put-synced");
        assertThat(styles("shards", "2")).contains("put", "put-direct", "object").noneMatch(s -> s.contains("batch"));
    }

    private long counted(Fixture f, TickerType ticker, String style) throws Exception {
        ApiStyle found = driver().styles().stream().filter(s -> s.name().equals(style)).findFirst().orElseThrow();
        List<StyleDocument> documents = List.of(StyleDocument.of(new NestedObjects(1, 1).object(0), found.input()));
        try (StylePlace place = f.target.place(found, "p"); StyleSession session = place.session(0)) {
            session.prepare(documents);
            long before = f.target.engine().count(ticker);
            session.call();
            return f.target.engine().count(ticker) - before;
        }
    }

    @Test
    void eachIsAsDurableAsItSays() throws Exception {
        try (Fixture f = Fixture.created(directory, "journal", "true", "sync", "false")) {
            for (String style : List.of("put", "write-batch", "put-direct", "write-batch-indexed")) {
                assertThat(counted(f, TickerType.WAL_FILE_BYTES, style)).as(style).isPositive();
                assertThat(counted(f, TickerType.WAL_FILE_SYNCED, style)).as(style).isZero();
            }
            for (String style : List.of("put-synced", "write-batch-synced")) {
                assertThat(counted(f, TickerType.WAL_FILE_SYNCED, style)).as(style).isPositive();
            }
            for (String style : List.of("put-without-journal", "write-batch-without-journal")) {
                assertThat(counted(f, TickerType.WAL_FILE_BYTES, style)).as(style).isZero();
            }
        }
        try (Fixture f = Fixture.created(directory, "journal", "false")) {
            assertThat(counted(f, TickerType.WAL_FILE_BYTES, "put")).isZero();
            assertThat(counted(f, TickerType.WAL_FILE_SYNCED, "put-synced")).isPositive();
        }
    }

    @Test
    void documentsOfAPlaceGoToTheShardsOfTheirKeys() throws Exception {
        ApiStyle put = driver().styles().getFirst();
        NestedObjects objects = new NestedObjects(1, 1);
        try (Fixture f = Fixture.created(directory, "shards", "3"); StylePlace place = f.target.place(put, "p");
                StyleSession session = place.session(0)) {
            for (int i = 0; i < 100; i++) {
                session.prepare(List.of(StyleDocument.of(objects.object(i), put.input())));
                session.call();
            }
            assertThat(place.count()).isEqualTo(100);
            assertThat(place.read(objects.id(42))).isPresent();
            assertThat(f.target.engine().count(TickerType.NUMBER_KEYS_WRITTEN)).isEqualTo(100);
            assertThat(f.target.stores()).hasSize(3).allSatisfy(shard ->
                    assertThat(shard.database().getLatestSequenceNumber()).isPositive());
        }
    }

    @Test
    void whatAnEarlierRunLeftUnderTheNameIsRemoved() throws Exception {
        ApiStyle put = driver().styles().getFirst();
        List<StyleDocument> documents = List.of(StyleDocument.of(new NestedObjects(1, 1).object(0), put.input()));
        try (Fixture f = Fixture.created(directory)) {
            StylePlace left = f.target.place(put, "p");
            try (StyleSession session = left.session(0)) {
                session.prepare(documents);
                session.call();
            }
        }
        try (Fixture f = new Fixture(directory); StylePlace place = f.target.place(put, "p")) {
            assertThat(place.count()).isZero();
            f.settle();
        }
    }
}
