package dev.tidemark.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.report.Samples;
import org.junit.jupiter.api.Test;

class FileNamesTest {

    private static Iteration iteration(int position, int round, Setting... settings) {
        return Samples.iteration(position, round, List.of(settings), Map.of("elapsed", 1.0));
    }

    private static List<String> names(Iteration... iterations) {
        LabelResults label = Samples.label("L", Map.of(), "matrix", List.of(iterations));
        FileNames names = FileNames.of(label);
        return label.iterations().stream().map(names::of).toList();
    }

    @Test
    void aNameSaysWhatVariesAndWhichRound() {
        Setting fixed = Samples.param("workers", 4);
        assertThat(names(iteration(0, 0, Samples.param("shards", 2), fixed), iteration(1, 0, Samples.param("shards", 4),
                fixed), iteration(1, 1, Samples.param("shards", 4), fixed))).containsExactly(
                        "iteration-1001-shards-2-round-1", "iteration-1002-shards-4-round-1",
                        "iteration-1102-shards-4-round-2");
        assertThat(names(iteration(0, 0, fixed))).containsExactly("iteration-1001");
    }

    @Test
    void anyValueMakesAName() {
        assertThat(names(iteration(0, 0, Setting.tag("disk", "../a b\n/\u00e9")), iteration(1, 0,
                Setting.tag("disk", "x".repeat(300))))).containsExactly("iteration-1001-disk-..-a-b-",
                        ("iteration-1002-disk-" + "x".repeat(300)).substring(0, 200));
    }
}
