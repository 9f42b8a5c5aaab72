package dev.tidemark.driver.lmdb;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.data.objects.NestedObject;
import dev.tidemark.core.data.objects.NestedObjects;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.driver.contract.StyleContract;
import org.junit.jupiter.api.Test;

class LmdbStylesTest extends StyleContract {

    @Override
    protected Driver driver() {
        return new LmdbDriver();
    }

    private ApiStyle style(String name) {
        return driver().styles().stream().filter(style -> style.name().equals(name)).findFirst().orElseThrow();
    }

    private static StyleDocument document(long n, String text) {
        NestedObject object = new NestedObjects(1, 1).object(n);
        return new StyleDocument(object, null, text);
    }

    /** There is one writer at a time: whoever fails must let the others go on. */
    @Test
    void aBatchThatFailsHoldsNobodyUpAndLeavesNothing() throws Exception {
        try (OpenTarget target = driver().open(mapOf("2MB"), context())) {
            target.create();
            for (String name : List.of("batch", "batch-committed", "put", "put-reserved")) {
                ApiStyle style = style(name);
                try (StylePlace place = ((StyleTarget) target).place(style, "p");
                        StyleSession session = place.session(0); StyleSession other = place.session(1)) {
                    StyleDocument tooLarge = document(1, "x".repeat(4 << 20));
                    session.prepare(style.batches() ? List.of(document(0, "{}"), tooLarge) : List.of(tooLarge));
                    assertOneLine(session::call, "map-size: the map of ");
                    CompletableFuture.runAsync(() -> store(style, other, document(2, "{}"))).get(10, TimeUnit.SECONDS);
                    store(style, session, document(3, "{}"));
                    assertThat(place.count()).as(name).isEqualTo(2);
                    assertThat(place.read(document(0, "").id())).as(name).isEmpty();
                }
            }
            target.drop();
        }
    }

    private Values mapOf(String size) {
        return values().with("map-size", size, SettingOrigin.SET);
    }

    private static void store(ApiStyle style, StyleSession session, StyleDocument document) {
        try {
            session.prepare(List.of(document));
            session.call();
            if (style.commits()) {
                session.commit();
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
