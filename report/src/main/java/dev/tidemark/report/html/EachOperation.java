package dev.tidemark.report.html;

import module java.base;
import dev.tidemark.core.measure.AnswerTable;
import dev.tidemark.core.param.ShellCommand;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.table.SortedOperations;
import dev.tidemark.report.chart.IndexSizeChart;
import dev.tidemark.report.chart.SortedResponses;
import dev.tidemark.report.model.OperationGrids;
import dev.tidemark.report.model.Section;

/**
 * The part of a report about operations that were logged one by one, and about the size of the index that they
 * searched. Of an iteration only what is shown is kept.
 */
final class EachOperation {

    /** As many lines as there are colours. */
    private static final int LINES = 8;
    private static final int SLOWEST = 20;
    /** Iterations whose slowest operations are listed, and whose hits are drawn. */
    private static final int LISTED = 3;

    private final String unit;
    private final Optional<IndexSizeChart> size;
    private final List<SortedResponses> lines = new ArrayList<>();
    private final Map<String, List<Double>> shares = new LinkedHashMap<>();
    private final Map<String, List<SortedOperations.Slow>> slowest = new LinkedHashMap<>();
    /** Sentences about the logs, with the iterations of which they are true. */
    private final Map<String, List<String>> words = new LinkedHashMap<>();
    private int left;

    /** @param unit what the operations are called */
    EachOperation(Report report, String unit) {
        this.unit = unit;
        this.size = IndexSizeChart.of(report);
    }

    /** @return whether its operations were logged one by one */
    boolean add(String name, IterationDetail detail) {
        if (detail.log().stream().allMatch(AnswerTable::isIn)) {
            return false;
        }
        if (lines.size() >= LINES) {
            left++;
            return true;
        }
        Optional<SortedOperations> sorted = SortedOperations.of(detail);
        sorted.ifPresent(operations -> {
            lines.add(SortedResponses.of(name, operations));
            shares.put(name, SortedOperations.SHARES.stream().map(operations::response).toList());
            if (slowest.size() < LISTED) {
                slowest.put(name, operations.slowest(SLOWEST));
            }
            words.computeIfAbsent(operations.sentence(unit), s -> new ArrayList<>()).add(name);
        });
        return sorted.isPresent();
    }

    Page.OperationSection page(String label) {
        String title = Character.toUpperCase(unit.charAt(0)) + unit.substring(1) + " sorted by response time";
        return new Page.OperationSection(lines.isEmpty() ? Optional.empty() : Optional.of(
                new Section.Figure(words(label), "", OperationGrids.shares(title, unit, shares))),
                lines.stream().limit(LISTED).anyMatch(l -> !l.points().isEmpty()), "Slowest " + unit,
                slowest.entrySet().stream().map(e -> OperationGrids.slowest(e.getKey(), e.getValue())).toList());
    }

    private List<String> words(String label) {
        List<String> all = new ArrayList<>();
        words.forEach((sentence, names) -> all.add(words.size() == 1 && names.size() == 1 ? sentence
                : String.join("; ", names) + ": " + sentence));
        if (!words.isEmpty()) {
            all.add((left == 0 ? "" : left + " more iterations are not drawn. ")
                    + ShellCommand.of("show", label, "--log") + " has what was logged, operation by operation.");
        }
        return all;
    }

    /** Puts what the script draws into the page's data. */
    void addTo(Map<String, Object> data) {
        if (!lines.isEmpty()) {
            data.put("sorted", Map.of("unit", unit, "lines", IntStream.range(0, lines.size())
                    .mapToObj(i -> lineData(lines.get(i), i < LISTED)).toList()));
        }
        size.ifPresent(s -> data.put("size", sizeData(s)));
    }

    /** @param points whether they are drawn, too */
    private static Map<String, Object> lineData(SortedResponses line, boolean points) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("name", line.name());
        data.put("line", line.line().stream().map(p -> List.of(ChartJson.three(p.share()),
                ChartJson.four(p.response()))).toList());
        data.put("points", !points ? List.of() : line.points().stream()
                .map(p -> List.of(p.hits(), ChartJson.four(p.response()))).toList());
        return data;
    }

    private static Map<String, Object> sizeData(IndexSizeChart size) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("dimension", size.dimension());
        data.put("levels", size.levels().stream().map(l -> l.text()).toList());
        data.put("responses", size.responses().stream().map(EachOperation::lineData).toList());
        size.reads().ifPresent(reads -> data.put("reads", lineData(reads)));
        return data;
    }

    private static Map<String, Object> lineData(IndexSizeChart.Line line) {
        return Map.of("title", line.measure().title(), "unit", line.measure().unit(), "points",
                line.points().stream().map(ChartJson::point).toList());
    }
}
