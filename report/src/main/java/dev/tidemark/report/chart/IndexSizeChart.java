package dev.tidemark.report.chart;

import module java.base;
import dev.tidemark.core.measure.host.HostMeasures;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.workload.query.QueryWorkload;
import dev.tidemark.report.Cell;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.table.Dimension;
import dev.tidemark.report.analysis.table.SettingValue;

/**
 * What becomes of response times and of the disk as an index grows: several measures over the number of documents, each
 * as a line, all other settings as in the best row.
 *
 * @param kept      the other settings and their values, in words; empty for none
 * @param dimension the setting along the axis
 * @param levels    values along the axis
 * @param responses lines in milliseconds
 * @param reads     line in requests per second; empty where nobody counted them
 */
public record IndexSizeChart(String kept, String dimension, List<SettingValue> levels, List<Line> responses,
        Optional<Line> reads) {

    private static final String DOCUMENTS = "documents";
    private static final List<String> RESPONSES = List.of("response.mean", "response.p50", "response.p99");

    /** A measure. @param points for each level what was measured, or null where nothing was measured */
    public record Line(Measure measure, List<Cell> points) {}

    /** Empty where the size of an index was not varied. */
    public static Optional<IndexSizeChart> of(Report report) {
        return Optional.of(report).filter(r -> r.results().workload().equals(QueryWorkload.NAME)
                        && r.table().rows().size() > 1)
                .flatMap(r -> r.table().dimensions().varied().stream()
                        .filter(d -> d.name().equals(DOCUMENTS) && d.numeric()).findFirst())
                .map(d -> of(report, d)).filter(c -> !c.responses().isEmpty());
    }

    private static IndexSizeChart of(Report report, Dimension documents) {
        List<Line> responses = RESPONSES.stream().flatMap(name -> line(report, documents, name).stream()).toList();
        String fixed = DimensionCharts.of(report, documents, Optional.empty(), report.objective().measure()).kept();
        return new IndexSizeChart(fixed, documents.name(), documents.levels(), responses,
                line(report, documents, HostMeasures.DEVICE_READS.name()));
    }

    /** Empty where it has less than two points. */
    private static Optional<Line> line(Report report, Dimension documents, String name) {
        return report.table().common().stream().filter(m -> m.name().equals(name)).findFirst()
                .map(m -> new Line(m, DimensionCharts.of(report, documents, Optional.empty(), m).lines().stream()
                        .findFirst().map(DimensionCharts.Line::points).orElse(List.of())))
                .filter(l -> l.points().stream().filter(Objects::nonNull).count() > 1);
    }

    /** All lines, the responses first. */
    public List<Line> lines() {
        return Stream.concat(responses.stream(), reads.stream()).toList();
    }
}
