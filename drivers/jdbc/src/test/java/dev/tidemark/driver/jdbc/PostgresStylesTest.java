package dev.tidemark.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.driver.contract.SqlStyleContract;
import dev.tidemark.testing.Thorough;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@Thorough("Starts a server of its own; H2 keeps the same contract by the same driver.")
class PostgresStylesTest extends SqlStyleContract {

    private PostgresServer server;

    @BeforeEach
    void emptyServer() {
        server = PostgresServer.shared();
    }

    @Override
    protected Driver driver() {
        return new JdbcDriver();
    }

    @Override
    protected List<String> settings() {
        return server.settings();
    }

    @Test
    void aConnectionThatBreaksIsToldAndMadeAnew() throws Exception {
        try (OpenTarget target = open()) {
            target.create();
            for (ApiStyle style : GivenStyles.ALL) {
                try (StylePlace place = ((StyleTarget) target).place(style, "hit");
                        StyleSession session = place.session(0)) {
                    store(style, session, 1);
                    server.breakConnections();
                    assertOneLine(() -> store(style, session, 2), "the connection to " + server.address() + " broke");
                    store(style, session, 3);
                    assertThat(place.count()).as(style.name()).isEqualTo(style.noop() ? 0 : 2);
                }
            }
        }
    }
}
