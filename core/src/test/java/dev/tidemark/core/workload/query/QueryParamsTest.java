package dev.tidemark.core.workload.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryParamsTest {

    private static Optional<String> complaint(Map<String, String> set) {
        return complaint("candidates", "50", set);
    }

    private static Optional<String> complaint(String varied, String text, Map<String, String> set) {
        Values values = QueryParams.ALL.defaults().with(set, SettingOrigin.SET).with(varied, text, SettingOrigin.VARY);
        return new QueryWorkload().preconditions().stream().flatMap(p -> p.complaint(List.of(values)).stream()).findFirst();
    }

    @Test
    void candidatesAreVariedWhereQueriesAskByVectorOnly() {
        assertThat(complaint(Map.of("vector-dimension", "16"))).contains("candidates is varied and has no effect without "
                + "queries by vector, as in query-mix: vector");
        assertThat(complaint(Map.of("vector-dimension", "16", "query-mix", "term:4;hybrid:1"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "repeat-share | 50% | query-log | a.log | generated queries, as there is a query-log",
        "query-mix | term:1 | query-log | a.log | generated queries, as there is a query-log",
        "filtered-out | 50% | query-mix | term:1 | filtered queries, as in query-mix: filtered",
        "vocabulary | 1000 | texts | folder | generated texts, as there is a folder of texts",
        "vector-clusters | 10 | top | 20 | vector-dimension",
        "update-kind | add | top | 20 | updates",
        "refresh-interval | 5s | top | 20 | updates"})
    void aSettingIsVariedWhereItHasAnEffectOnly(String varied, String text, String set, String to, String lack) {
        assertThat(complaint(varied, text, Map.of(set, to))).contains(varied + " is varied and has no effect without " + lack);
        assertThat(complaint(varied, text, Map.of("updates", "5/s", "vector-dimension", "16"))).isEmpty();
    }
}
