package dev.tidemark.driver.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.driver.contract.DeclarationContract;
import dev.tidemark.report.comparison.Pairing;
import dev.tidemark.report.comparison.SideParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A library is needed for some styles only, when they are carried out. */
class SolrDeclarationTest extends DeclarationContract {

    private final SolrDriver driver = new SolrDriver();

    @Override
    protected Driver driver() {
        return driver;
    }

    /** Without that codec older servers take no notice of hnsw-m and hnsw-ef-construction. */
    @Test
    void whatFieldTypesSayOfVectorsIsHeeded() {
        assertThat(new String(new ConfigSet(SolrParams.ALL.defaults()).configuration(), StandardCharsets.UTF_8))
                .contains("<codecFactory class=\"solr.SchemaCodecFactory\"/>");
    }

    /** Reached by reflection, since the core's classes are loaded a second time. */
    @Test
    void stylesAreDeclaredWithoutSolrj() throws Exception {
        URL[] withoutSolrj = {place(Driver.class), place(SolrDriver.class)};
        try (URLClassLoader loader = new URLClassLoader(withoutSolrj, ClassLoader.getPlatformClassLoader())) {
            assertThatThrownBy(() -> loader.loadClass("org.apache.solr.client.solrj.SolrClient"))
                    .isInstanceOf(ClassNotFoundException.class);
            Class<?> alone = loader.loadClass(SolrDriver.class.getName());
            Object made = alone.getConstructor().newInstance();
            assertThat(alone.getMethod("styles").invoke(made)).asString().contains("add-batch-commit");
        }
    }

    private static URL place(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    @Test
    void aUrlIsACollection() {
        assertThat(driver.reaching("solr://a:8984,b/books")).contains(Map.of("address", "a:8984,b:8983",
                "index", "books"));
        assertThat(driver.reaching("solr://a/")).contains(Map.of("address", "a:8983"));
        assertThat(driver.reaching("http://a:8983/solr/books")).isEmpty();
        for (String url : new String[] {"solr://me:word@a/books", "solr://a/books/select", "solr://a/books?q=x"}) {
            assertThatThrownBy(() -> driver.reaching(url)).isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("solr://HOST:8983/COLLECTION").message().doesNotContain("word@");
        }
    }

    /** Comparisons know it by that word, and say it; its first name goes, too. */
    @Test
    void twoIndexesAreComparedAsCollections() {
        LabelResults results = new LabelResults("L", "query", "response.p99", Workloads.named("query").measures(), Map.of(),
                "matrix", "", 1, List.of(asked(1, "books"), asked(2, "books2")));
        for (String name : List.of("collection", "index")) {
            assertThat(SideParser.of(results, Optional.of(name))).extracting(Pairing::title)
                    .containsExactly("L: collection books and books2");
        }
        assertThatThrownBy(() -> SideParser.of(results, Optional.of("colection"))).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("(did you mean 'collection'?)");
    }

    private static Iteration asked(int number, String collection) {
        return new Iteration(number, 1, "query", number, 0, 1, IterationState.DONE, "", Instant.EPOCH, List.of(
                new Setting("target", "solr", null, "", SettingOrigin.SET),
                new Setting("index", collection, null, "", SettingOrigin.VARY)), List.of());
    }

    /** What is dropped under such a name would be more than one. */
    @ParameterizedTest
    @ValueSource(strings = {"*", "_all", "a,b", "-bench", "bench*", "../bench", "a b"})
    void aNameIsThatOfOneIndex(String name) {
        Values values = driver.params().defaults().with("namespace", name, SettingOrigin.SET);
        Context context = new Context(Clock.system(), Path.of("."), Secrets.ofThisProcess(), _ -> { }, () -> false);
        assertThatThrownBy(() -> driver.open(values, context)).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("namespace: '" + name + "' is no name of a");
    }
}
