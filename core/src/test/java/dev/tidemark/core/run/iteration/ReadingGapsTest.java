package dev.tidemark.core.run.iteration;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.MetricSnapshot;
import org.junit.jupiter.api.Test;

class ReadingGapsTest {

    private final ReadingGaps gaps = new ReadingGaps();

    private List<String> look(String... nodes) {
        return gaps.check(Stream.of(nodes).map(node -> new MetricSnapshot(node, Map.of("commands", 1.0), Map.of()))
                .toList());
    }

    @Test
    void aNodeThatIsGoneAndOneThatComesBackAreToldOfOnce() {
        assertThat(look("", "a:1", "b:1")).isEmpty();
        assertThat(look("", "b:1")).containsExactly("Node a:1 cannot be read: its counters have a gap.");
        assertThat(look("", "b:1")).isEmpty();
        assertThat(look("", "b:1", "c:1")).as("who takes its place is no news").isEmpty();
        assertThat(look("", "a:1", "b:1", "c:1")).containsExactly("Node a:1 can be read again.");
        assertThat(look("", "b:1", "c:1")).isEmpty();
        assertThat(look("", "a:1", "b:1", "c:1")).isEmpty();
    }

    @Test
    void oneThatTellsNothingIsGoneAndTheOnlyOneIsNotNamed() {
        assertThat(look("", "a:1")).isEmpty();
        assertThat(gaps.check(List.of(new MetricSnapshot("a:1", Map.of(), Map.of())))).hasSize(1);
    }
}
