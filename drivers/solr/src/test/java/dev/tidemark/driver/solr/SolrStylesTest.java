package dev.tidemark.driver.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tidemark.core.data.objects.NestedObject;
import dev.tidemark.core.data.objects.NestedObjects;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.ConnectionSettings;
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
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@HeavyServer
@Timeout(120)
class SolrStylesTest extends StyleContract {

    private static final NestedObjects OBJECTS = new NestedObjects(1, 2);

    private final List<String> more = new ArrayList<>();

    @Override
    protected Driver driver() {
        return new SolrDriver();
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

    /** An id that is none of the object's type. */
    private static StyleDocument wrong(ApiStyle style) {
        NestedObject object = OBJECTS.object(0);
        String tooLong = "x".repeat(40_000);
        return StyleDocument.of(new NestedObject(object.id(), tooLong, "", "", "", "", List.of()), style.input());
    }

    /** A term of an index has a largest size. */
    @Test
    void aDocumentThatIsRefusedIsToldInOneLineAndTheNextGoesOn() throws Exception {
        inEach((style, target, place, session) -> {
            if (style.noop()) {
                return;
            }
            assertOneLine(() -> call(style, session, List.of(wrong(style))), "immense term in field=\"name\"");
            assertThat(place.count()).as(style.name()).isZero();
            assertThat(store(style, session, 0)).isZero();
            if (style.commits()) {
                session.commit();
            }
            assertThat(place.count()).isEqualTo(style.batches() ? 3 : 1);
        });
    }

    @Test
    void allStylesStoreTheSameFields() throws Exception {
        Set<String> seen = new TreeSet<>();
        inEach((style, target, place, session) -> {
            if (style.noop()) {
                return;
            }
            call(style, session, List.of(StyleDocument.of(OBJECTS.object(0), style.input())));
            if (style.commits()) {
                session.commit();
            }
            assertThat(place.count()).isEqualTo(1);
            seen.add(Fixture.ask("GET", "/solr/bench/select?q=*:*&rows=100&omitHeader=true&indent=false"
                    + "&fl=key,id,name,value,attr*,_nest_path_,_root_", ""));
        });
        assertThat(seen).hasSize(1).first().asString().contains("/innerArray#1");
    }

    @Test
    void whatWasCommittedIsFoundAtOnce() throws Exception {
        inEach((style, target, place, session) -> {
            if (style.noop()) {
                return;
            }
            assertThat(place.count()).isZero(); // the one before is gone
            store(style, session, 0);
            if (style.commits()) {
                session.commit();
            }
            assertThat(Fixture.ask("GET", "/solr/bench/select?q=id:*&rows=0&omitHeader=true", ""))
                    .as(style.name()).contains("\"numFound\":" + (style.commits() ? 3 : 0) + ",");
        });
    }

    @Test
    void placesOfACollectionOfOthersAreNotMade() throws Exception {
        String collections = "/solr/admin/collections?wt=json&action=";
        try (OpenTarget own = driver().open(values(), context())) {
            own.create(); // has a configuration that the others may use, too
            Fixture.ask("GET", collections + "CREATE&name=of-others&numShards=1&collection.configName="
                    + "bench.made-by-Tidemark", "");
            more.addAll(List.of(ConnectionParams.NAMESPACE.name(), "of-others"));
            try (OpenTarget target = driver().open(values(), context())) {
                assertOneLine(() -> ((StyleTarget) target).place(driver().styles().getFirst(), "p"),
                        "was not made by Tidemark");
            } finally {
                Fixture.ask("GET", collections + "DELETE&name=of-others", "");
            }
            own.drop();
        }
    }

    @Test
    void aWrongPasswordIsToldInOneLineBySolrjToo() throws Exception {
        try (OpenTarget target = driver().open(values(), context())) {
            target.create();
            SolrStylePlace place = (SolrStylePlace) ((StyleTarget) target).place(driver().styles().getFirst(), "p");
            ConnectionSettings settings = ((SolrTarget) target).settings();
            ConnectionSettings wrong = new ConnectionSettings(settings.host(), settings.port(), settings.user(),
                    Optional.of("wrong password"), settings.namespace(), settings.connectTimeout(),
                    settings.operationTimeout(), settings.connections(), settings.tls());
            try (Solrj solrj = Solrj.of(wrong)) {
                assertOneLine(() -> solrj.session(place, driver().styles().getFirst(), "bench"),
                        "user or password is wrong");
            }
            target.drop();
        }
    }
}
