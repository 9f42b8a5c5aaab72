package dev.tidemark.driver.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.data.search.SearchDocument;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.remote.UnreachableException;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchMeasures;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.driver.search.SearchTarget;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.TargetContract;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What is special about the target on a real server. */
@HeavyServer
class OpenSearchTargetTest extends TargetContract {

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

    private SearchTarget target(String... settings) throws DriverException {
        more.addAll(List.of(settings));
        return (SearchTarget) driver().open(values(), context());
    }

    private static void fill(SearchTarget target, long documents) throws Exception {
        target.create();
        target.makeSearchIndex(0);
        try (SearchSession session = (SearchSession) target.session(0)) {
            session.add(LongStream.range(0, documents).mapToObj(n -> new SearchDocument(n, "salt sea", (int) n, null))
                    .toList());
        }
        target.refresh();
    }

    private static SearchAnswer ask(SearchSession session) throws Exception {
        SearchAnswer answer = new SearchAnswer(10);
        session.search(new SearchRequest(SearchQuery.raw("salt").below(50), 10, true, 10), answer);
        return answer;
    }

    private static double sum(List<MetricSnapshot> nodes, Measure measure) {
        return nodes.stream().mapToDouble(node -> node.counters().getOrDefault(measure.name(), 0.0)
                + node.gauges().getOrDefault(measure.name(), 0.0)).sum();
    }

    private static String fact(SearchTarget target, String name) throws DriverException {
        return target.facts().stream().filter(f -> f.name().equals(name)).map(Setting::text).findFirst().orElse("");
    }

    @Test
    void aServerThatIsNotThereIsToldInOneLine() throws Exception {
        try (SearchTarget target = target("address", "127.0.0.1:1")) {
            assertThatThrownBy(target::create).isInstanceOf(UnreachableException.class)
                    .hasMessage("no connection to 127.0.0.1:1: nobody listens there");
            assertThat(target.read()).hasSize(1);
        }
    }

    @Test
    void aWrongPasswordIsToldInOneLine() throws Exception {
        Path wrong = Files.writeString(directory.resolve("wrong"), "wrong password");
        Files.setPosixFilePermissions(wrong, PosixFilePermissions.fromString("rw-------"));
        try (SearchTarget target = target("password", "file:" + wrong)) {
            assertThatThrownBy(target::create).isInstanceOf(DriverException.class)
                    .hasMessageEndingWith("user or password is wrong").message().doesNotContain("wrong password");
        }
    }

    @Test
    void anAnswerThatDoesNotComeInTimeIsATimeout() throws Exception {
        try (SearchTarget target = target()) {
            fill(target, 10);
        }
        try (SearchTarget target = target("operation-timeout", "1ms", "connect-timeout", "30s")) {
            assertThatThrownBy(() -> {
                for (int i = 0; i < 1000; i++) {
                    target.statistics();
                }
            }).isInstanceOf(DriverException.class).hasMessageContaining("in time")
                    .hasCauseInstanceOf(TimeoutException.class);
        }
        more.clear();
        try (SearchTarget target = target()) {
            target.drop();
        }
    }

    @Test
    void settingsAndCountersAreTheIndexsOwn() throws Exception {
        try (SearchTarget target = target("shards", "2", "query-cache", "false", "request-cache", "true")) {
            fill(target, 100);
            assertThat(target.effective().texts()).containsEntry("shards", "2").containsEntry("query-cache", "false");
            assertThat(fact(target, "server-shards")).isEqualTo("0 on node-1, 1 on node-1");
            assertThat(fact(target, "server-heap")).isEqualTo("512 MiB");
            assertThat(target.version()).isEqualTo("OpenSearch 3.6.0");
            double before = sum(target.read(), SearchMeasures.CACHE_HITS);
            try (SearchSession session = (SearchSession) target.session(0)) {
                for (int i = 0; i < 3; i++) {
                    assertThat(ask(session).hits).isEqualTo(50);
                }
            }
            List<MetricSnapshot> told = target.read();
            assertThat(sum(told, SearchMeasures.CACHE_HITS) - before).isEqualTo(4); // each shard's second and third
            assertThat(sum(told, EngineMeasures.DOCUMENTS)).isEqualTo(100);
            assertThat(sum(told, SearchMeasures.HEAP_USED)).isPositive();
            target.mergeAll(Progress.none());
            assertThat(target.statistics().segments()).hasValue(2);
            assertThat(target.clearCaches()).isTrue();
            target.drop();
        }
    }

    @Test
    void anIndexOfOthersIsLeftAlone() throws Exception {
        try (SearchTarget target = target("namespace", "of-others")) {
            Fixture.ask("PUT", "/of-others/_doc/1?refresh=true", "{\"word\": \"mine\"}");
            String refused = "was not made by Tidemark; set namespace to a name that nothing else has";
            assertThatThrownBy(target::create).hasMessageEndingWith(refused);
            assertThatThrownBy(target::drop).hasMessageEndingWith(refused);
            assertThatThrownBy(() -> target.makeSearchIndex(0)).hasMessageEndingWith(refused);
            assertThatThrownBy(() -> target.session(0)).hasMessageEndingWith(refused);
            assertThat(Fixture.ask("GET", "/of-others/_doc/1", "")).contains("mine");
        } finally {
            Fixture.ask("DELETE", "/of-others", "");
        }
    }
}
