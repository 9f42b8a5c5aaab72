package dev.tidemark.driver.leveldb;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.List;
import org.junit.jupiter.api.Test;

class LevelDbStylesTest extends StyleContract {

    private static final ApiStyle PUT = new LevelDbDriver().styles().getFirst();

    @Override
    protected Driver driver() {
        return new LevelDbDriver();
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
}
