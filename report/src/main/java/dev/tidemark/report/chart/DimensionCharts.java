package dev.tidemark.report.chart;

import module java.base;
import dev.tidemark.core.result.Measure;
import dev.tidemark.report.Cell;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.table.Dimension;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.SettingValue;

/** A measure over one setting, one line per value of another, all others as in the best row. */
public final class DimensionCharts {

    /** More lines than this cannot be distinguished, more values on the axis cannot be read. */
    private static final int LINES = 6;
    private static final int VALUES = 24;

    /**
     * One chart.
     *
     * @param measure   what is drawn
     * @param dimension the setting along the axis
     * @param by        the setting that makes the lines; empty for a single line
     * @param kept      the other settings and their values, in words; empty for none
     * @param levels    values along the axis
     * @param lines     the lines
     */
    public record Curve(Measure measure, String dimension, String by, String kept, List<SettingValue> levels,
            List<Line> lines) {}

    /** A line: its name and for each level what was measured, or null where nothing was run. */
    public record Line(String name, List<Cell> points) {}

    private DimensionCharts() {}

    /**
     * The objective over each setting: that with the largest effect first; those with words for values after those with
     * numbers.
     */
    public static List<Curve> of(Report report) {
        List<Dimension> dimensions = report.table().dimensions().varied();
        if (report.table().rows().size() < 2) {
            return List.of();
        }
        return dimensions.stream().filter(d -> d.levels().size() <= VALUES)
                .sorted(Comparator.comparing((Dimension d) -> !d.numeric()).thenComparing(d -> -weight(report, d)))
                .map(d -> of(report, d, lines(report, d), report.objective().measure())).filter(c -> c.lines().stream()
                        .anyMatch(l -> l.points().stream().filter(p -> p != null).count() > 1)).toList();
    }

    /** The row whose values the settings keep that a chart does not vary; there must be one. */
    public static Row base(Report report) {
        Row best = report.table().rows().getFirst();
        return report.results().space().equals("study") ? report.defaultRow().orElse(best) : best;
    }

    /**
     * The setting that makes the lines unless another is chosen: that with the largest effect; a study varies one at a
     * time.
     */
    public static Optional<Dimension> lines(Report report, Dimension along) {
        return report.results().space().equals("study") ? Optional.empty()
                : report.table().dimensions().varied().stream()
                .filter(d -> d != along && (d.levels().size() <= LINES || along.partial()))
                        .max(Comparator.comparingDouble(d -> weight(report, d)));
    }

    private static double weight(Report report, Dimension dimension) {
        return report.effects().stream().filter(e -> e.dimension().equals(dimension.name()))
                .mapToDouble(e -> Math.abs(Math.log(e.comparison().ratio()))).max().orElse(0);
    }

    /** One measure over one setting. @param by the setting that makes the lines; another one than {@code along} */
    public static Curve of(Report report, Dimension along, Optional<Dimension> by, Measure measure) {
        Map<Dimension, SettingValue> kept = kept(report, report.table().dimensions().varied().stream()
                .filter(d -> d != along && (by.isEmpty() || d != by.get())).toList());
        List<Row> rows = report.table().rows().stream().filter(r -> isSame(r, kept)).toList();
        List<Line> lines = new ArrayList<>();
        for (SettingValue settingValue : by.map(Dimension::levels).orElse(List.of(SettingValue.ABSENT))) {
            List<Cell> points = new ArrayList<>();
            for (SettingValue x : along.levels()) {
                points.add(rows.stream().filter(r -> r.level(along.name()).equals(x)
                        && by.map(b -> r.level(b.name()).equals(settingValue)).orElse(true))
                        .findFirst().flatMap(r -> r.cell(measure.name())).orElse(null));
            }
            if (points.stream().anyMatch(p -> p != null)) {
                lines.add(new Line(by.map(b -> b.name() + " " + settingValue).orElse(""), points));
            }
        }
        List<Line> drawn = lines.size() <= LINES ? lines : longest(lines);
        String keptWords = kept.entrySet().stream().map(k -> k.getKey().name() + " " + k.getValue())
                .collect(Collectors.joining(", "));
        return new Curve(measure, along.name(), by.map(Dimension::name).orElse(""), keptWords, along.levels(), drawn);
    }

    /**
     * The values of the base row; where that has none, that of the best row that differs from it in nothing else that is
     * kept: so no chart mixes rows of several values.
     */
    private static Map<Dimension, SettingValue> kept(Report report, List<Dimension> fixed) {
        Row base = base(report);
        Map<Dimension, SettingValue> kept = new LinkedHashMap<>();
        fixed.forEach(d -> kept.put(d, base.level(d.name())));
        List<Row> beside = report.table().rows().stream().filter(r -> isSame(r, kept)).toList();
        kept.replaceAll((d, _) -> beside.stream().map(r -> r.level(d.name())).filter(l -> l != SettingValue.ABSENT)
                .findFirst().orElse(SettingValue.ABSENT));
        return kept;
    }

    private static boolean isSame(Row row, Map<Dimension, SettingValue> kept) {
        return kept.entrySet().stream().allMatch(k -> k.getKey().same(row.level(k.getKey().name()), k.getValue()));
    }

    /** Those of more than one point, as many as can be distinguished, in the order of their values. */
    private static List<Line> longest(List<Line> lines) {
        return lines.stream().filter(l -> l.points().stream().filter(Objects::nonNull).count() > 1).limit(LINES)
                .toList();
    }
}
