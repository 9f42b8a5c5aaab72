package dev.tidemark.driver.nulldriver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.driver.contract.StyleContract;
import java.util.List;
import org.junit.jupiter.api.Test;

class NullStylesTest extends StyleContract {

    @Override
    protected Driver driver() {
        return new NullDriver();
    }

    @Override
    protected List<String> settings() {
        return List.of("store-documents", "true");
    }

    @Test
    void whatACallLeavesUnstoredItsCommitDoesNotStoreEither() throws Exception {
        try (OpenTarget target = driver().open(values().with("partial-share", "100%", SettingOrigin.SET), context())) {
            for (ApiStyle style : driver().styles()) {
                try (StylePlace place = ((StyleTarget) target).place(style, "p"); StyleSession session = place.session(0)) {
                    int lost = callFrom(style, session, 0);
                    if (style.commits()) {
                        session.commit();
                    }
                    assertThat(lost).as(style.name()).isEqualTo(style.noop() ? 0 : 1);
                    assertThat(place.count()).as(style.name()).isEqualTo(stored(style) - lost);
                }
            }
        }
    }
}
