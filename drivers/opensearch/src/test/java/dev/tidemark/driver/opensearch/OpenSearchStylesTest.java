package dev.tidemark.driver.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.driver.ApiStyle.Input;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.HttpStyleContract;
import java.util.List;
import org.junit.jupiter.api.Test;

@HeavyServer
class OpenSearchStylesTest extends HttpStyleContract {

    @Override
    protected Driver driver() {
        return new OpenSearchDriver();
    }

    @Override
    protected String address() {
        return Fixture.server().server().address();
    }

    @Override
    protected List<String> server() {
        return Fixture.settings();
    }

    /** A text that the index's fields do not fit. */
    private static StyleDocument wrong(long n) {
        return new StyleDocument(object(n), null, "{\"id\":\"none\"}");
    }

    @Test
    void aDocumentThatIsRefusedIsToldInOneLineAndThoseBesideItAreStored() throws Exception {
        inEach((style, target, place, session) -> {
            if (style.input() != Input.TEXT) {
                return;
            }
            assertThatThrownBy(() -> call(style, session, List.of(wrong(0)))).isInstanceOf(DriverException.class)
                    .hasMessageContaining("failed to parse field [id]").hasMessageNotContaining("\n");
            assertThat(place.count()).isZero();
            if (style.batches()) {
                assertThat(call(style, session, List.of(wrong(0), StyleDocument.of(object(1), Input.TEXT))))
                        .isEqualTo(1);
                assertThat(place.count()).isEqualTo(1);
            }
        });
    }

    @Test
    void whatIsRefreshedIsFoundAtOnce() throws Exception {
        inEach((style, target, place, session) -> {
            callFrom(style, session, 0);
            String found = Fixture.ask("POST", "/bench/_count?filter_path=count", "{\"query\": {\"nested\": {\"path\": "
                    + "\"innerArray\", \"query\": {\"exists\": {\"field\": \"innerArray.attrInt\"}}}}}");
            assertThat(found).as(style.name()).isEqualTo("{\"count\":%d}".formatted(
                    !style.name().endsWith("-refresh") ? 0 : stored(style)));
        });
    }

    @Test
    void placesOfAnIndexOfOthersAreNotMade() throws Exception {
        more.addAll(List.of(ConnectionParams.NAMESPACE.name(), "of-others"));
        Fixture.ask("PUT", "/of-others/_doc/1?refresh=true", "{\"word\": \"mine\"}");
        try (OpenTarget target = driver().open(values(), context())) {
            assertOneLine(() -> ((StyleTarget) target).place(driver().styles().getFirst(), "p"),
                    "was not made by Tidemark");
            assertThat(Fixture.ask("GET", "/of-others/_doc/1", "")).contains("mine");
        } finally {
            Fixture.ask("DELETE", "/of-others", "");
        }
    }
}
