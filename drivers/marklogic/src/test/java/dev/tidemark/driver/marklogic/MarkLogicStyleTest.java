package dev.tidemark.driver.marklogic;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.data.objects.NestedObjects;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.driver.contract.StyleContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against what stands in for a server. */
class MarkLogicStyleTest extends StyleContract {

    private MarkLogicStandIn server;

    @BeforeEach
    void start() throws IOException {
        server = new MarkLogicStandIn(Authentication.DIGEST, null);
    }

    @AfterEach
    void end() {
        server.close();
    }

    @Override
    protected Driver driver() {
        return new MarkLogicDriver();
    }

    @Override
    protected List<String> settings() {
        return Fixture.settings(server, directory);
    }

    @Test
    void theDoctorTriesThemAll() throws IOException {
        assertThat(examined()).isNotEmpty();
    }

    @Test
    void everyRequestIsOneRoundTrip() throws Exception {
        NestedObjects objects = new NestedObjects(1, 2);
        try (StyleTarget target = (StyleTarget) driver().open(values(), context())) {
            target.create();
            for (ApiStyle style : driver().styles(values())) {
                try (StylePlace place = target.place(style, "one"); StyleSession session = place.session(0)) {
                    List<StyleDocument> documents = style.noop() ? List.of()
                            : List.of(StyleDocument.of(objects.object(1), style.input()));
                    session.prepare(documents);
                    session.call();
                    int before = server.requests();
                    session.prepare(documents);
                    session.call();
                    assertThat(server.requests() - before).as(style.name()).isEqualTo(1);
                }
            }
            target.drop();
        }
    }
}
