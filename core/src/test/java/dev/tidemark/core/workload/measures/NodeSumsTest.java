package dev.tidemark.core.workload.measures;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.TimedSnapshot;
import org.junit.jupiter.api.Test;

/** A target of nodes of which some are gone at times. */
class NodeSumsTest {

    private static final List<String> WRITTEN = List.of("written");

    private static TimedSnapshot read(int second, String moment, String node, double number) {
        return new TimedSnapshot(second * 1_000_000_000L, moment, new MetricSnapshot(node, Map.of("written", number),
                Map.of("level", number)));
    }

    private static IterationDetail detail(TimedSnapshot... readings) {
        return new IterationDetail("volume", List.of(), List.of(), List.of(), List.of(), List.of(readings), List.of(),
                List.of());
    }

    private static final Measure LEVEL = new Measure("level", "Level", "MB", Direction.LOWER, 0, "");

    private static OptionalDouble growth(IterationDetail detail) {
        return NodeSums.growth(detail, TimedSnapshot.START, TimedSnapshot.END, WRITTEN);
    }

    @Test
    void ofNodesThatWereThereFromBeginningToEndItIsKnown() {
        IterationDetail detail = detail(read(0, "start", "a", 5), read(0, "start", "b", 7), read(1, "during", "a", 6),
                read(2, "end", "a", 15), read(2, "end", "b", 8));
        assertThat(growth(detail)).as("a reading in between may be missing").hasValue(11);
        assertThat(NodeSums.level(detail, "end", LEVEL)).hasValue(23);
    }

    @Test
    void timesAndDepthsAreThoseOfTheNodeThatHasTheLargestAndOfSharesItIsTheMean() {
        IterationDetail detail = detail(read(0, "start", "a", 5), read(0, "start", "b", 7), read(2, "end", "a", 15),
                read(2, "end", "b", 8));
        for (String unit : List.of("ms", "s", "levels")) {
            assertThat(level(detail, unit)).as(unit).hasValue(15);
        }
        assertThat(level(detail, "%")).hasValue(11.5);
    }

    private static OptionalDouble level(IterationDetail detail, String unit) {
        return NodeSums.level(detail, "end", new Measure("level", "Level", unit, Direction.LOWER, 0, ""));
    }

    @Test
    void ofOneThatIsGoneAtTheEndOrWasNotThereAtTheBeginningNothingIsKnown() {
        IterationDetail gone = detail(read(0, "start", "a", 5), read(0, "start", "b", 7), read(2, "end", "a", 15));
        assertThat(growth(gone)).isEmpty();
        assertThat(NodeSums.level(gone, "end", LEVEL)).as("the rest would pass for all").isEmpty();
        IterationDetail came = detail(read(0, "start", "a", 5), read(2, "end", "a", 15), read(2, "end", "b", 3));
        assertThat(growth(came)).isEmpty();
        assertThat(NodeSums.level(came, "end", LEVEL)).hasValue(18);
    }

    @Test
    void ofOneThatWasStartedAnewNothingIsKnownThoughItCountedFurtherThanBefore() {
        assertThat(growth(detail(read(0, "start", "a", 5), read(2, "end", "a", 1)))).isEmpty();
        assertThat(growth(detail(read(0, "start", "a", 5), read(1, "during", "a", 1), read(2, "end", "a", 15)))).isEmpty();
        assertThat(growth(detail(read(0, "start", "a", 5), read(2, "end", "a", 15), read(3, "settled", "a", 1),
                read(4, "end", "reads", 1))))
                .as("what came later is nothing to it").hasValue(10);
    }

    @Test
    void theLargestIsThatOfTheHeadlinePhase() {
        IterationDetail detail = detail(read(0, "during", "a", 90), read(1, "start", "a", 5), read(2, "during", "a", 30),
                read(2, "during", "b", 40), read(3, "end", "a", 6), read(4, "settled", "a", 70),
                read(5, "end", "share:gen1", 3));
        assertThat(NodeSums.largest(detail, "level")).as("neither of the preload nor of the settling").hasValue(40);
        assertThat(NodeSums.largest(detail, "lag")).isEmpty();
    }
}
