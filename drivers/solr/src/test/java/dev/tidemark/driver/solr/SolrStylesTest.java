package dev.tidemark.driver.solr;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.data.objects.NestedObject;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.HttpStyleContract;
import dev.tidemark.testing.Thorough;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@HeavyServer
@Thorough("every style on a cluster; SolrAnswersTest holds what is made of its answers")
@Timeout(600)
class SolrStylesTest extends HttpStyleContract {

    @Override
    protected Driver driver() {
        return new SolrDriver();
    }

    @Override
    protected String address() {
        return Fixture.server().server().address();
    }

    @Override
    protected List<String> server() {
        return Fixture.settings();
    }

    /** An id that is none of the object's type. */
    private static StyleDocument wrong(ApiStyle style) {
        NestedObject object = object(0);
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
            assertThat(callFrom(style, session, 0)).isZero();
            if (style.commits()) {
                session.commit();
            }
            assertThat(place.count()).isEqualTo(stored(style));
        });
    }

    @Test
    void allStylesStoreTheSameFields() throws Exception {
        Set<String> seen = new TreeSet<>();
        inEach((style, target, place, session) -> {
            if (style.noop()) {
                return;
            }
            call(style, session, List.of(StyleDocument.of(object(0), style.input())));
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
            callFrom(style, session, 0);
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
            ConnectionSettings settings = ConnectionSettings.of(values(), SolrParams.ADDRESS, context());
            ConnectionSettings wrong = settings.with("wrong password");
            try (Solrj solrj = Solrj.of(List.of(wrong))) {
                assertOneLine(() -> solrj.session(place, driver().styles().getFirst(), "bench"),
                        "user or password is wrong");
            }
            target.drop();
        }
    }
}
