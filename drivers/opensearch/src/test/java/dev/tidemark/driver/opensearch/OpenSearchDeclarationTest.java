package dev.tidemark.driver.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.run.ProbeRequest;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunnerPath;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.Clock;
import dev.tidemark.driver.contract.DeclarationContract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** There is no client library that could be missing. */
class OpenSearchDeclarationTest extends DeclarationContract {

    private final OpenSearchDriver driver = new OpenSearchDriver();

    @Override
    protected Driver driver() {
        return driver;
    }

    @Test
    void aUrlIsAnIndex() {
        assertThat(driver.reaching("opensearch://a:9201,b/books")).contains(Map.of("address", "a:9201,b:9200",
                "index", "books"));
        assertThat(driver.reaching("elasticsearch://a/")).contains(Map.of("address", "a:9200"));
        assertThat(driver.reaching("http://a:9200/books")).isEmpty();
        for (String url : new String[] {"opensearch://me:word@a/books", "opensearch://a/books/_search", "opensearch://a/b?q=x"}) {
            assertThatThrownBy(() -> driver.reaching(url)).isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("opensearch://HOST:9200/INDEX").message().doesNotContain("word@");
        }
    }

    /** A server that is not there is no field that is not there. */
    @Test
    void whoCannotBeReachedIsNotAskedForFields(@TempDir Path folder) throws Exception {
        Path vectors = Files.write(folder.resolve("asked.fvecs"), new byte[] {1, 0, 0, 0, 0, 0, (byte) 0x80, 0x3f});
        Values point = Planner.plan(ExperimentReader.read("workload: query\ntarget: opensearch\nset: {address: "
                + "\"127.0.0.1:1\", index: books, vector-field: emb, query-vectors: \"" + vectors + "\"}\n",
                "test.yaml"), Map.of()).points().getFirst().values();
        List<RunEvent> events = new ArrayList<>();
        try (InProcessRunner runner = new InProcessRunner(Clock.system())) {
            runner.carryOut(new ProbeRequest("opensearch", "query", point.settings(),
                    RunnerPath.absolute(folder.resolve("scratch").toString())), events::add);
        }
        assertThat(events).noneMatch(RunEvent.Answered.class::isInstance);
        assertThat(((RunEvent.Ended) events.getLast()).verdict()).startsWith("no connection to 127.0.0.1:1");
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
