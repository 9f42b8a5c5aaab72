package dev.tidemark.driver.mvstore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.driver.contract.StyleContract;
import java.util.List;
import org.junit.jupiter.api.Test;

class MvStoreStylesTest extends StyleContract {

    @Override
    protected Driver driver() {
        return new MvStoreDriver();
    }

    @Test
    void whatAnEarlierRunLeftUnderTheNameIsRemoved() throws Exception {
        for (ApiStyle style : driver().styles()) {
            try (OpenTarget target = driver().open(values(), context())) {
                target.create();
                StylePlace left = ((StyleTarget) target).place(style, "p");
                try (StyleSession session = left.session(0)) {
                    session.carryOut(style, List.of(StyleDocument.of(object(0), style.input())));
                }
            }
            try (OpenTarget target = driver().open(values(), context());
                    StylePlace place = ((StyleTarget) target).place(style, "p")) {
                assertThat(place.count()).as(style.name()).isZero();
            }
        }
    }

    @Test
    void aStoreThatWasStoppedSaysSoInOneLine() throws Exception {
        for (ApiStyle style : driver().styles().stream().filter(style -> !style.noop()).toList()) {
            try (OpenTarget target = driver().open(values(), context())) {
                target.create();
                try (StylePlace place = ((StyleTarget) target).place(style, "p"); StyleSession session = place.session(0)) {
                    session.prepare(List.of(StyleDocument.of(object(0), style.input())));
                    if (style.maps()) {
                        session.map();
                    }
                    target.abort();
                    assertOneLine(session::call, "MVStore was stopped before it could store a transaction");
                }
            }
        }
    }
}
