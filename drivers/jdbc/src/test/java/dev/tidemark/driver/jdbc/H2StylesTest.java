package dev.tidemark.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.driver.contract.SqlStyleContract;
import java.util.List;
import org.junit.jupiter.api.Test;

/** With the statements that the driver has by default. */
class H2StylesTest extends SqlStyleContract {

    private final H2Server server = H2Server.empty();

    @Override
    protected Driver driver() {
        return new JdbcDriver();
    }

    @Override
    protected List<String> settings() {
        return server.settings();
    }

    @Test
    void whereInsertsOfSeveralRowsAreNotKnownThereIsNoSuchStyle() {
        assertThat(driver().styles(values())).extracting(ApiStyle::name).contains("multi-row");
        assertThat(driver().styles(values().with("multi-row", "false", SettingOrigin.SET))).extracting(ApiStyle::name)
                .contains("batch").doesNotContain("multi-row");
    }

    @Test
    void aTableIsMadeAsTheSettingsSay() throws Exception {
        try (OpenTarget target = open()) {
            target.create();
            try (StylePlace _ = ((StyleTarget) target).place(GivenStyles.ALL.getFirst(), "a-b")) {
                assertThat(server.texts("SELECT column_name || ' ' || data_type FROM information_schema.columns "
                        + "WHERE table_name = 'BENCH_STYLE_A_B' ORDER BY ordinal_position"))
                        .containsExactly("ID BIGINT", "DOC CHARACTER LARGE OBJECT");
            }
            assertThat(server.texts("SELECT table_name FROM information_schema.tables "
                    + "WHERE table_name LIKE 'BENCH_STYLE%'")).isEmpty();
        }
    }
}
