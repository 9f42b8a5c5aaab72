package dev.tidemark.core.workload.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class QueryParamsTest {

    private static Optional<String> complaint(Map<String, String> set) {
        Values values = QueryParams.ALL.defaults().with(set, SettingOrigin.SET).with("candidates", "50", SettingOrigin.VARY);
        return new QueryWorkload().preconditions().stream().flatMap(p -> p.complaint(List.of(values)).stream()).findFirst();
    }

    @Test
    void candidatesAreVariedWhereQueriesAskByVectorOnly() {
        assertThat(complaint(Map.of("vector-dimension", "16"))).contains("candidates is varied and has no effect without "
                + "queries by vector, as in query-mix: vector");
        assertThat(complaint(Map.of("vector-dimension", "16", "query-mix", "term:4;hybrid:1"))).isEmpty();
    }
}
