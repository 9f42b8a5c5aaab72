package dev.tidemark.report.html;

import module java.base;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.stat.Estimate;
import dev.tidemark.report.Cell;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.table.Dimension;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.SettingValue;
import dev.tidemark.report.chart.DimensionCharts;

/** The rows as numbers, so that a chart over another setting can be drawn without asking for anything. */
final class ChartData {

    /** As many digits as a table shows of a figure: the table behind a chart is made of these. */
    private static final MathContext DIGITS = new MathContext(6);

    private ChartData() {}

    /**
     * {@code dimensions} with their levels, {@code base} and {@code rows} as positions of levels, -1 where a row has no
     * value of a partial dimension, and {@code measures} with a mean and the ends of its interval per row, where there is
     * one, and with whether it is the least, or a percentile that is only the largest value.
     *
     * @param drawn the measure that is drawn
     * @param many  whether there are so many rows that of the measures only those are told that are usually shown
     */
    static Map<String, Object> of(Report report, Measure drawn, boolean many) {
        List<Dimension> dimensions = report.table().dimensions().varied();
        List<Row> rows = report.table().rows();
        List<Measure> usual = ViewOptions.usualMeasures(report.table());
        Map<String, Object> points = new LinkedHashMap<>();
        points.put("dimensions", dimensions.stream().map(ChartData::dimension).toList());
        points.put("base", rows.isEmpty() ? List.of() : positions(dimensions, DimensionCharts.base(report)));
        points.put("rows", rows.stream().map(r -> positions(dimensions, r)).toList());
        points.put("measures", report.table().common().stream()
                .filter(m -> !many || m.equals(drawn) || usual.contains(m)).map(m -> measure(m, rows)).toList());
        return points;
    }

    private static Map<String, Object> dimension(Dimension dimension) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("name", dimension.name());
        data.put("levels", dimension.levels().stream().map(SettingValue::text).toList());
        return data;
    }

    private static List<Integer> positions(List<Dimension> dimensions, Row row) {
        return dimensions.stream().map(d -> d.levels().indexOf(row.level(d.name()))).toList();
    }

    private static Map<String, Object> measure(Measure m, List<Row> rows) {
        List<BigDecimal> means = new ArrayList<>();
        List<BigDecimal> lows = new ArrayList<>();
        List<BigDecimal> highs = new ArrayList<>();
        List<Boolean> least = new ArrayList<>();
        List<Boolean> largest = new ArrayList<>();
        for (Row row : rows) {
            Optional<Cell> cell = row.cell(m.name());
            least.add(cell.filter(Cell::atLeast).isPresent());
            largest.add(cell.filter(Cell::maximum).isPresent());
            means.add(cell.map(c -> rounded(c.mean())).orElse(null));
            Optional<Estimate> known = cell.map(Cell::estimate).filter(Estimate::errorKnown);
            lows.add(known.map(e -> rounded(e.low())).orElse(null));
            highs.add(known.map(e -> rounded(e.high())).orElse(null));
        }
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("name", m.name());
        data.put("title", m.title());
        data.put("unit", m.unit());
        data.put("decimals", m.decimals());
        data.put("means", means);
        if (lows.stream().anyMatch(Objects::nonNull)) {
            data.put("lows", lows);
            data.put("highs", highs);
        }
        if (least.contains(true)) {
            data.put("least", least);
        }
        if (largest.contains(true)) {
            data.put("largest", largest);
        }
        return data;
    }

    private static BigDecimal rounded(double number) {
        BigDecimal rounded = BigDecimal.valueOf(number).round(DIGITS);
        return rounded.signum() == 0 ? BigDecimal.ZERO : rounded.stripTrailingZeros();
    }
}
