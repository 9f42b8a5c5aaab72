package dev.tidemark.driver.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.search.SearchMeasures;
import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.driver.search.SearchTarget;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.SearchTargetContract;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is special about the target on a real server. */
@HeavyServer
class OpenSearchTargetTest extends SearchTargetContract {

    @Override
    protected Driver driver() {
        return new OpenSearchDriver();
    }

    @Override
    protected List<String> server() {
        return Fixture.settings();
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
            try (SearchSession session = target.session(0, SearchSession.class)) {
                for (int i = 0; i < 3; i++) {
                    assertThat(ask(session).hits).isEqualTo(50);
                }
            }
            List<MetricSnapshot> snapshots = target.read();
            assertThat(sum(snapshots, SearchMeasures.CACHE_HITS) - before).as("each shard's second and third")
                    .isEqualTo(4);
            assertThat(sum(snapshots, EngineMeasures.DOCUMENTS)).isEqualTo(100);
            assertThat(sum(snapshots, SearchMeasures.HEAP_USED)).isPositive();
            target.mergeAll(Progress.none());
            assertThat(target.statistics().segments()).hasValue(2);
            assertThat(target.clearCaches()).isTrue();
            target.drop();
        }
    }

    /** A template of the cluster's is for every new index. */
    @Test
    void whatIsSaidOfTheLogIsSet() throws Exception {
        Fixture.ask("PUT", "/_index_template/loose", "{\"index_patterns\": [\"*\"], \"template\": {\"settings\": "
                + "{\"index.translog.durability\": \"async\"}}}");
        try (SearchTarget target = target("namespace", "logged")) {
            target.create();
            target.makeSearchIndex(0);
            assertThat(Fixture.ask("GET", "/logged/_settings?flat_settings=true", ""))
                    .contains("\"index.translog.durability\":\"request\"");
            target.drop();
        } finally {
            Fixture.ask("DELETE", "/_index_template/loose", "");
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
