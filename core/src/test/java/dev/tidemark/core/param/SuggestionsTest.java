package dev.tidemark.core.param;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionsTest {

    private static final List<String> NAMES = List.of("shards", "batch-size", "path", "workers", "source-text",
            "source-directory", "blind-insert");

    @ParameterizedTest
    @CsvSource({"shard, shards", "Shards, shards", "shrads, shards", "batch_size, batch-size", "wrokers, workers",
        "blind-inserts, blind-insert", "workers-per-node, workers"})
    void aSlipFindsItsName(String typed, String meant) {
        assertThat(Suggestions.of(typed, NAMES)).contains(meant);
    }

    @ParameterizedTest
    @CsvSource({"batch, batch-size", "source-dir, source-directory", "source-t, source-text"})
    void aBeginningFindsItsNameThoughAnotherIsShorter(String typed, String meant) {
        assertThat(Suggestions.of(typed, NAMES)).contains(meant);
    }

    @Test
    void whatResemblesNothingGetsNoHint() {
        assertThat(Suggestions.hint("temperature", NAMES)).isEmpty();
        assertThat(Suggestions.hint("x", List.of())).isEmpty();
    }

    @Property
    void theDistanceIsAMetricOfSlips(@ForAll @AlphaChars @StringLength(max = 8) String a,
            @ForAll @AlphaChars @StringLength(max = 8) String b) {
        int distance = Suggestions.distance(a, b);
        assertThat(distance).isEqualTo(Suggestions.distance(b, a))
                .isBetween(Math.abs(a.length() - b.length()), Math.max(a.length(), b.length()));
        assertThat(distance == 0).isEqualTo(a.equals(b));
    }

    @Test
    void swappedNeighboursAreOneSlip() {
        assertThat(Suggestions.distance("shrads", "shards")).isEqualTo(1);
    }
}
