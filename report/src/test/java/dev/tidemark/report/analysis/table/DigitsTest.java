package dev.tidemark.report.analysis.table;

import static dev.tidemark.report.Samples.iteration;
import static dev.tidemark.report.Samples.label;
import static dev.tidemark.report.Samples.param;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.Measure;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.Report;
import org.junit.jupiter.api.Test;

class DigitsTest {

    private static Report report(double... elapsed) {
        List<Iteration> iterations = new ArrayList<>();
        for (int i = 0; i < elapsed.length; i++) {
            iterations.add(iteration(i, 0, List.of(param("shards", i + 1, SettingOrigin.VARY)),
                    Map.of("elapsed", elapsed[i],
                    "documents", 4.0)));
        }
        return Report.of(label("short", Map.of(), "matrix", iterations));
    }

    private static List<String> shown(Report report) {
        Measure measure = report.objective().measure();
        return report.table().rows().stream().map(r -> Numbers.mean(measure, r.cell(measure.name()).orElseThrow()))
                .toList();
    }

    @Test
    void rowsOfShortRunsCanBeToldApart() {
        assertThat(shown(report(0.0524, 0.0481, 0.0519))).containsExactly("0.0481", "0.0519", "0.0524");
    }

    @Test
    void whereTheDeclaredDigitsSufficeTheyStay() {
        Report report = report(60.694, 58.11);
        assertThat(shown(report)).containsExactly("58.11", "60.69");
        assertThat(report.table().measures()).filteredOn(m -> m.name().equals("documents"))
                .extracting(Measure::decimals).containsExactly(0);
    }
}
