package dev.tidemark.driver.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tidemark.core.data.objects.NestedObjects;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.ApiStyle.Input;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.UnreachableException;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.driver.contract.CuttableProxy;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.StyleContract;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

@HeavyServer
class OpenSearchStylesTest extends StyleContract {

    private static final NestedObjects OBJECTS = new NestedObjects(1, 2);

    private final List<String> more = new ArrayList<>();

    @Override
    protected Driver driver() {
        return new OpenSearchDriver();
    }

    @Override
    protected List<String> settings() {
        List<String> all = new ArrayList<>(Fixture.settings());
        all.addAll(more);
        return all;
    }

    private interface Body {
        void run(ApiStyle style, OpenTarget target, StylePlace place, StyleSession session) throws Exception;
    }

    private void inEach(Body body) throws Exception {
        try (OpenTarget target = driver().open(values(), context())) {
            target.create();
            for (ApiStyle style : driver().styles(values())) {
                try (StylePlace place = ((StyleTarget) target).place(style, "p");
                        StyleSession session = place.session(0)) {
                    body.run(style, target, place, session);
                }
            }
            target.drop();
        }
    }

    private static int store(ApiStyle style, StyleSession session, int first) throws Exception {
        int count = style.noop() ? 0 : style.batches() ? 3 : 1;
        return call(style, session, LongStream.range(first, first + count).mapToObj(OBJECTS::object)
                .map(object -> StyleDocument.of(object, style.input())).toList());
    }

    private static int call(ApiStyle style, StyleSession session, List<StyleDocument> documents) throws Exception {
        session.prepare(documents);
        if (style.maps()) {
            session.map();
        }
        return session.call();
    }

    /** The JDK's client makes an idle connection that was cut anew by itself, where it has seen that in time. */
    @Test
    void aConnectionThatBreaksCostsOneRequestAtMost() throws Exception {
        try (CuttableProxy proxy = new CuttableProxy(Fixture.server().server().address())) {
            more.addAll(List.of("address", proxy.address()));
            inEach((style, target, place, session) -> {
                assertThat(store(style, session, 0)).isZero();
                session.reconnect();
                proxy.cut();
                Throwable met = catchThrowable(() -> store(style, session, 0));
                if (met != null) {
                    assertThat(met).isInstanceOf(UnreachableException.class).hasMessageContaining(proxy.address())
                            .hasMessageNotContaining("\n");
                }
                assertThat(store(style, session, 0)).as(style.name()).isZero();
            });
        }
    }

    @Test
    void aServerThatIsNotThereIsToldInOneLine() throws Exception {
        try (CuttableProxy proxy = new CuttableProxy(Fixture.server().server().address())) {
            more.addAll(List.of("address", proxy.address()));
            try (OpenTarget target = driver().open(values(), context())) {
                target.create();
                ApiStyle style = driver().styles().getFirst();
                StylePlace place = ((StyleTarget) target).place(style, "p");
                StyleSession session = place.session(0);
                proxy.close();
                assertThatThrownBy(session::reconnect).isInstanceOf(UnreachableException.class)
                        .hasMessageStartingWith("no connection to " + proxy.address()).hasMessageNotContaining("\n");
                assertThatThrownBy(() -> store(style, session, 0)).isInstanceOf(UnreachableException.class)
                        .hasMessageStartingWith("no connection to " + proxy.address());
                assertThatThrownBy(() -> place.session(1)).isInstanceOf(UnreachableException.class);
                session.close();
            }
        }
    }

    /** A text that the index's fields do not fit. */
    private static StyleDocument wrong(long n) {
        return new StyleDocument(OBJECTS.object(n), null, "{\"id\":\"none\"}");
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
                assertThat(call(style, session, List.of(wrong(0), StyleDocument.of(OBJECTS.object(1), Input.TEXT))))
                        .isEqualTo(1);
                assertThat(place.count()).isEqualTo(1);
            }
        });
    }

    @Test
    void whatIsRefreshedIsFoundAtOnce() throws Exception {
        inEach((style, target, place, session) -> {
            store(style, session, 0);
            String found = Fixture.ask("POST", "/bench/_count?filter_path=count", "{\"query\": {\"nested\": {\"path\": "
                    + "\"innerArray\", \"query\": {\"exists\": {\"field\": \"innerArray.attrInt\"}}}}}");
            assertThat(found).as(style.name()).isEqualTo("{\"count\":%d}".formatted(
                    !style.name().endsWith("-refresh") ? 0 : style.batches() ? 3 : 1));
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
