package dev.tidemark.driver.leveldb;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.data.objects.NestedObjects;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.driver.contract.StyleContract;
import org.junit.jupiter.api.Test;

class LevelDbStylesTest extends StyleContract {

    private List<String> more = List.of();

    private static final ApiStyle PUT = new LevelDbDriver().styles().getFirst();

    @Override
    protected Driver driver() {
        return new LevelDbDriver();
    }

    @Override
    protected List<String> settings() {
        return Stream.concat(super.settings().stream(), more.stream()).toList();
    }

    private static void put(StylePlace place, long n) throws Exception {
        try (StyleSession session = place.session(0)) {
            session.prepare(List.of(StyleDocument.of(new NestedObjects(1, 1).object(n), PUT.input())));
            session.call();
        }
    }

    @Test
    void nothingIsForcedToTheDiskByItsStyleWhereEverythingIs() {
        assertThat(driver().styles(driver().params().defaults().with("sync", "true", SettingOrigin.SET)))
                .extracting(ApiStyle::name).contains("put", "batch").noneMatch(name -> name.endsWith("-synced"));
    }

    @Test
    void whatAnEarlierRunLeftIsRemovedAndNoKeyspaceIsTakenForIt() throws Exception {
        try (KeyspaceTarget target = created()) {
            put(((StyleTarget) target).place(PUT, "p"), 0);
        }
        try (KeyspaceTarget target = open(); StylePlace place = ((StyleTarget) target).place(PUT, "p")) {
            assertThat(place.count()).isZero();
            put(place, 1);
            assertThat(place.count()).isEqualTo(1);
            assertThat(target.count(0, (done, all) -> { })).isZero();
            assertThat(target.count(3, (done, all) -> { })).isZero();
            try (StylePlace again = ((StyleTarget) target).place(PUT, "p")) {
                assertThat(again.count()).isZero();
            }
        }
    }

    @Test
    void overSeveralShardsDocumentsLieWhereTheirKeysDoAndThereAreNoBatches() throws Exception {
        more = List.of("shards", "3");
        assertThat(driver().styles(driver().params().defaults().with("shards", "3", SettingOrigin.SET)))
                .isNotEmpty().noneMatch(ApiStyle::batches);
        NestedObjects objects = new NestedObjects(1, 1);
        try (KeyspaceTarget target = created(); StylePlace place = ((StyleTarget) target).place(PUT, "p")) {
            for (int n = 0; n < 30; n++) {
                put(place, n);
            }
            assertThat(place.count()).isEqualTo(30);
            assertThat(place.read(objects.id(29))).isPresent();
            try (Stream<Path> shards = Files.list(dataDirectory(target))) {
                assertThat(shards.filter(Files::isDirectory)).hasSize(3)
                        .allSatisfy(shard -> assertThat(shard.resolve("CURRENT")).exists());
            }
        }
        more = List.of();
        assertOneLine(() -> open().session(0), "holds 3 shards, not 1");
    }
}
