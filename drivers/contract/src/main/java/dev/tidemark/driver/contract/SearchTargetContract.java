package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.data.search.SearchDocument;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.UnreachableException;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.driver.search.SearchTarget;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MetricSnapshot;
import org.junit.jupiter.api.Test;

/** Of a search server that cannot be reached, or not in time, and what tests of such targets need. */
public abstract class SearchTargetContract extends TargetContract {

    /** Settings of the target for one test, which come after those of the server. */
    protected final List<String> more = new ArrayList<>();

    /** The settings that reach the server. */
    protected abstract List<String> server();

    @Override
    protected final List<String> settings() {
        List<String> all = new ArrayList<>(server());
        all.addAll(more);
        return all;
    }

    protected final SearchTarget target(String... settings) throws DriverException {
        more.addAll(List.of(settings));
        return (SearchTarget) driver().open(values(), context());
    }

    protected static void fill(SearchTarget target, long documents) throws Exception {
        target.create();
        target.makeSearchIndex(0);
        try (SearchSession session = target.session(0, SearchSession.class)) {
            session.add(LongStream.range(0, documents).mapToObj(n -> new SearchDocument(n, "salt sea", (int) n, null))
                    .toList());
        }
        target.refresh();
    }

    protected static SearchAnswer ask(SearchSession session) throws Exception {
        SearchAnswer answer = new SearchAnswer(10);
        session.search(new SearchRequest(SearchQuery.raw("salt").below(50), 10, true, 10), answer);
        return answer;
    }

    public static double sum(List<MetricSnapshot> nodes, Measure measure) {
        return nodes.stream().mapToDouble(node -> node.counters().getOrDefault(measure.name(), 0.0)
                + node.gauges().getOrDefault(measure.name(), 0.0)).sum();
    }

    protected static String fact(SearchTarget target, String name) throws DriverException {
        return target.facts().stream().filter(f -> f.name().equals(name)).map(Setting::text).findFirst().orElse("");
    }

    @Test
    void aServerThatIsNotThereIsReportedInOneLine() throws Exception {
        try (SearchTarget target = target("address", "127.0.0.1:1")) {
            assertThatThrownBy(target::create).isInstanceOf(UnreachableException.class)
                    .hasMessage("no connection to 127.0.0.1:1: nobody listens there");
            assertThat(target.read()).hasSize(1);
        }
    }

    @Test
    void aWrongPasswordIsReportedInOneLine() throws Exception {
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
}
