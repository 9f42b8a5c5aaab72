package dev.tidemark.core.workload.registry;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Param.Aspect;
import dev.tidemark.core.workload.RunParams;
import dev.tidemark.core.workload.Workload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What settings say of the work, by which forecasts, comparisons and advice go. */
class PartsOfTheWorkTest {

    private static List<String> names(String workload, Aspect... parts) {
        return Workloads.find(workload).map(Workload::params).orElseThrow().all().stream()
                .filter(p -> Arrays.asList(parts).contains(p.part())).map(Param::name).toList();
    }

    @ParameterizedTest
    @CsvSource({"ingest, documents duration, ''", "random-io, duration operations, ''", "api, documents, ''",
        "volume, duration operations, key-count preload", "query, queries duration, documents",
        "script, duration operations, scale table-size"})
    void eachWorkloadHasAnAmountAndSomeHaveDataBefore(String workload, String amount, String data) {
        assertThat(names(workload, Aspect.AMOUNT)).containsExactlyInAnyOrder(amount.split(" "));
        assertThat(names(workload, Aspect.DATA))
                .containsExactlyInAnyOrder(data.isEmpty() ? new String[0] : data.split(" "));
        assertThat(Workloads.find(workload).orElseThrow().params().all()).filteredOn(p -> p.part() == Aspect.AMOUNT
                || p.part() == Aspect.DATA).allMatch(Param::task);
    }

    /** Sides that differ in nothing else were asked the same. */
    @Test
    void howFastAndWhatIsLookedAtBesidesDecideNoOperation() {
        assertThat(names("query", Aspect.PACE, Aspect.AROUND))
                .contains("workers", "rate", "in-flight", "cache", "update-workers",
                "compare-answers", "recall-samples", "warm-up-queries")
                .doesNotContain("checked-queries", "candidates", "refresh-interval", "seed", "updates");
        assertThat(names("random-io", Aspect.PACE, Aspect.AROUND)).contains("controller-cache")
                .doesNotContain("read-percent");
        assertThat(names("api", Aspect.PACE)).contains("reconnect");
        assertThat(RunParams.WARM_UP.part()).isEqualTo(Aspect.AROUND);
    }
}
