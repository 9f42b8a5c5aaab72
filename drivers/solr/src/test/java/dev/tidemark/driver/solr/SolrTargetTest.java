package dev.tidemark.driver.solr;

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
class SolrTargetTest extends SearchTargetContract {

    @Override
    protected Driver driver() {
        return new SolrDriver();
    }

    @Override
    protected List<String> server() {
        return Fixture.settings();
    }

    @Test
    void whatEachNodeTellsIsTheCollectionsOwn() throws Exception {
        try (SearchTarget target = target("shards", "2")) {
            fill(target, 100);
            assertThat(fact(target, "server-shards")).matches("shard1 on 127.0.0.1:\\d+, shard2 on 127.0.0.1:\\d+");
            assertThat(fact(target, "server-nodes")).isEqualTo("2");
            assertThat(fact(target, "server-heap")).isEqualTo("256 MiB");
            assertThat(target.version()).isEqualTo("Solr 9.10.1");
            List<MetricSnapshot> snapshots = target.read().stream().filter(read -> !read.node().isEmpty()).toList();
            assertThat(snapshots).hasSize(2).allMatch(node -> node.gauges().get(EngineMeasures.DOCUMENTS.name()) > 10);
            assertThat(sum(snapshots, EngineMeasures.DOCUMENTS)).isEqualTo(100);
            assertThat(sum(snapshots, SearchMeasures.HEAP_USED)).isPositive();
            target.mergeAll(Progress.none());
            assertThat(target.statistics().segments()).hasValue(2);
            target.drop();
        }
    }

    /** The index is that of the target before, which had others. */
    @Test
    void cachesAreMadeAsTheSettingsSayAndReadBack() throws Exception {
        try (SearchTarget target = target("result-cache", "33", "document-cache", "44", "filter-cache", "55",
                "result-window", "66")) {
            fill(target, 100);
            assertThat(target.effective().texts()).containsEntry("result-cache", "33")
                    .containsEntry("document-cache", "44").containsEntry("filter-cache", "55")
                    .containsEntry("result-window", "66");
            assertThat(hitsOfThree(target)).isPositive();
        }
        try (SearchTarget target = target("result-cache", "0", "document-cache", "0", "filter-cache", "0")) {
            assertThat(hitsOfThree(target)).isZero();
            assertThat(target.effective().texts()).containsEntry("result-cache", "0")
                    .containsEntry("document-cache", "0").containsEntry("filter-cache", "0")
                    .containsEntry("result-window", "66");
            assertThat(target.statistics().documents()).isEqualTo(100);
            target.drop();
        }
    }

    private static double hitsOfThree(SearchTarget target) throws Exception {
        try (SearchSession session = target.session(0, SearchSession.class)) {
            double before = sum(target.read(), SearchMeasures.CACHE_HITS);
            for (int i = 0; i < 3; i++) {
                assertThat(ask(session).hits).isEqualTo(50);
            }
            return sum(target.read(), SearchMeasures.CACHE_HITS) - before;
        }
    }

    @Test
    void aCollectionOfOthersIsLeftAlone() throws Exception {
        String collections = "/solr/admin/collections?wt=json&action=";
        try (SearchTarget own = target(); SearchTarget target = target("namespace", "of-others")) {
            own.create(); // has a configuration that the others may use, too
            Fixture.ask("GET", collections + "CREATE&name=of-others&numShards=1&collection.configName="
                    + "bench.made-by-Tidemark", "");
            String refused = "was not made by Tidemark; set namespace to a name that nothing else has";
            assertThatThrownBy(target::create).hasMessageEndingWith(refused);
            assertThatThrownBy(target::drop).hasMessageEndingWith(refused);
            assertThatThrownBy(() -> target.makeSearchIndex(0)).hasMessageEndingWith(refused);
            assertThat(Fixture.ask("GET", collections + "LIST", "")).contains("of-others");
            Fixture.ask("GET", collections + "DELETE&name=of-others", "");
            own.drop();
        }
    }
}
