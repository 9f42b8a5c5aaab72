package dev.tidemark.report.html;

import module java.base;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Threshold;
import dev.tidemark.core.stat.Estimate;
import dev.tidemark.report.Cell;
import dev.tidemark.report.analysis.ramp.RampFinding;
import dev.tidemark.report.analysis.rate.RateFinding;
import dev.tidemark.report.analysis.table.SettingValue;
import dev.tidemark.report.chart.DimensionCharts;
import dev.tidemark.report.chart.IterationSeries;
import dev.tidemark.report.chart.RecallCurves;
import dev.tidemark.report.chart.ResourceSeries;
import tools.jackson.databind.json.JsonMapper;

/** What the script draws, as the members of the page's data. */
final class ChartJson {

    private ChartJson() {}

    /** JSON that cannot end the script element it stands in, nor open a comment. */
    static String safe(Object data) {
        return JsonMapper.shared().writeValueAsString(data).replace("<", "\\u003c").replace(">", "\\u003e")
                .replace("&", "\\u0026").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
    }

    static Map<String, Object> of(RecallCurves curves) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("title", curves.response().title());
        data.put("unit", curves.response().unit());
        data.put("decimals", curves.response().decimals());
        curves.least().ifPresent(least -> data.put("least", least));
        data.put("lines", curves.lines().stream().map(l -> Map.of("name", l.name(), "points", l.points().stream()
                .map(p -> {
                    Map<String, Object> point = new LinkedHashMap<>();
                    point.put("candidates", p.candidates().text());
                    point.put("recall", p.recall().mean());
                    point.put("response", point(p.response()));
                    return point;
                }).toList())).toList());
        return data;
    }

    /** As of a ramp: the limited measures over the rate, with what is sustained as a line. */
    static Map<String, Object> of(RateFinding rate) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("param", rate.spec().param());
        List<Threshold> limits = rate.spec().limits();
        data.put("panels", Stream.concat(rate.measures().stream().limit(1), limits.stream().map(Threshold::measure))
                .distinct().map(m -> panel(m, rate.steps().size(), i -> rate.curve().levels().get(i).rate(),
                        i -> rate.steps().get(i).cell(m))).toList());
        rate.curve().sustained().ifPresent(s -> {
            data.put("knee", s.rate());
            data.put("mark", "sustained");
        });
        if (limits.size() == 1) {
            data.put("limit", limits.getFirst().bound());
        }
        return data;
    }

    static Map<String, Object> of(RampFinding ramp) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("param", ramp.param());
        data.put("panels", Stream.concat(
                Stream.of(panel(ramp, ramp.rate(), s -> Optional.of(new Cell(s.rate(), false)))), ramp.response().stream().map(m -> panel(ramp, m, RampFinding.Step::response))).toList());
        ramp.curve().knee().ifPresent(k -> {
            data.put("knee", ramp.curve().steps().get(k.step()).load());
            data.put("certain", k.certain());
        });
        ramp.curve().spec().limit().ifPresent(l -> data.put("limit", l.bound()));
        return data;
    }

    private static Map<String, Object> panel(RampFinding ramp, Measure measure,
            Function<RampFinding.Step, Optional<Cell>> cell) {
        return panel(measure, ramp.steps().size(), i -> ramp.curve().steps().get(i).load(),
                i -> cell.apply(ramp.steps().get(i)));
    }

    private static Map<String, Object> panel(Measure measure, int steps, IntToDoubleFunction at,
            IntFunction<Optional<Cell>> cell) {
        return Map.of("title", measure.title(), "unit", measure.unit(), "points", IntStream.range(0, steps).boxed()
                .flatMap(i -> cell.apply(i).stream().map(c -> Stream.concat(Stream.of(at.applyAsDouble(i)),
                        point(c).stream()).toList())).toList());
    }

    static Map<String, Object> of(DimensionCharts.Curve curve) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("title", curve.measure().title());
        data.put("unit", curve.measure().unit());
        data.put("decimals", curve.measure().decimals());
        data.put("dimension", curve.dimension());
        data.put("levels", curve.levels().stream().map(SettingValue::text).toList());
        data.put("lines", curve.lines().stream().map(ChartJson::line).toList());
        return data;
    }

    private static Map<String, Object> line(DimensionCharts.Line line) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("name", line.name());
        data.put("points", line.points().stream().map(ChartJson::point).toList());
        List<Boolean> largest = line.points().stream().map(p -> p != null && p.maximum()).toList();
        if (largest.contains(true)) {
            data.put("largest", largest);
        }
        return data;
    }

    static Map<String, Object> of(String name, IterationSeries iterationSeries) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("name", name);
        data.put("bands", iterationSeries.bands());
        data.put("tasks", iterationSeries.tasks());
        data.put("events", iterationSeries.events());
        data.put("windows", iterationSeries.windows().stream().map(w -> List.of(three(w.start()), three(w.end()),
                three(w.rate()), three(w.failures()), three(w.misses()))).toList());
        data.put("work", iterationSeries.windows().stream().map(w -> workData(w.work())).toList());
        Map<String, Object> latency = new LinkedHashMap<>();
        for (String kind : iterationSeries.distributions().keySet()) {
            latency.put(kind, iterationSeries.windows().stream().map(w -> Optional.ofNullable(w.latency().get(kind))
                    .map(l -> times(List.of(l.p50(), l.p95(), l.p99(), l.max())))
                    .orElse(List.of())).toList());
        }
        data.put("latency", latency);
        Map<String, Object> distributions = new LinkedHashMap<>();
        iterationSeries.distributions().forEach((kind, d) -> distributions.put(kind, answered(d)));
        data.put("distributions", distributions);
        data.put("machines", iterationSeries.machines().stream().flatMap(ChartJson::panelData).toList());
        return data;
    }

    /** From the shortest on; behind them, if any may be larger, the place of the first of which that is so. */
    static List<Number> times(List<MeasuredValue> percentiles) {
        List<Number> times = new ArrayList<>();
        percentiles.forEach(p -> times.add(four(p.number())));
        IntStream.range(0, percentiles.size()).filter(i -> percentiles.get(i).atLeast()).limit(1).forEach(times::add);
        return times;
    }

    /** Within which time which share was answered: what was not was so within none. */
    private static List<Double> answered(IterationSeries.Distribution distribution) {
        return distribution.values().stream().map(v -> v == null || v.atLeast() ? null : Double.valueOf(v.number()))
                .toList();
    }

    /** How far the load had come, in units and bytes, and the shares that were not found and expected, if told. */
    private static List<Double> workData(IterationSeries.IntervalWork work) {
        if (work == null) {
            return List.of();
        }
        List<Double> data = new ArrayList<>(List.of(work.units(), work.bytes()));
        if (work.notFound() != null) {
            data.add(four(work.notFound()));
        }
        if (work.expected() != null) {
            data.add(four(work.expected()));
        }
        return data;
    }

    private static Stream<Map<String, Object>> panelData(ResourceSeries.Section part) {
        return part.panels().stream().filter(ResourceSeries.Panel::drawn).map(panel -> {
            Map<String, Object> data = new LinkedHashMap<>();
            data.put("name", panel.name());
            data.put("unit", panel.unit());
            data.put("stacked", panel.stacked());
            data.put("top", panel.top());
            data.put("spans", part.spans().stream().map(s -> List.of(three(s.start()), three(s.end()))).toList());
            data.put("lines", panel.lines().stream().map(l -> Map.of("name", l.name(), "values",
                    l.values().stream().map(v -> v == null ? null : Double.valueOf(four(v))).toList())).toList());
            return data;
        });
    }

    /** Nothing, a mean, a mean with the ends of its interval, or a mean with no end, which is at least so much. */
    static List<Double> point(Cell cell) {
        if (cell == null) {
            return List.of();
        }
        Estimate e = cell.estimate();
        return cell.atLeast() ? Arrays.asList(e.mean(), null)
                : e.errorKnown() ? List.of(e.mean(), e.low(), e.high()) : List.of(e.mean());
    }

    static double three(double number) {
        return Math.round(number * 1e3) / 1e3;
    }

    /** Four digits that count; more would be noise and make the file large. */
    static double four(double number) {
        return new BigDecimal(number).round(new MathContext(4)).doubleValue();
    }
}
