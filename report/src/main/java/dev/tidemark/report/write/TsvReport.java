package dev.tidemark.report.write;

import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.State;
import dev.tidemark.core.result.Value;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.LoggedOperations;
import dev.tidemark.report.analysis.Cell;
import dev.tidemark.report.analysis.ColumnNames;
import dev.tidemark.report.analysis.Dimensions;
import dev.tidemark.report.analysis.Level;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.Row;
import dev.tidemark.report.analysis.StateWords;
import dev.tidemark.report.analysis.Unranked;
import dev.tidemark.report.analysis.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tab-separated values with a heading row. Headings are the names of settings and measures, so that a script can rely on
 * them, and each stands once: see {@link ColumnNames}. Numbers are exact and in the measure's unit; what was not measured is empty.
 */
public final class TsvReport {

    private static final String VERDICT = "verdict";
    /** The columns of every table of rows, and of every table of iterations, beside settings and measures. */
    private static final List<String> OWN = List.of("runs", "best", "state", VERDICT);
    private static final List<String> RAW = List.of("id", "batch", "round", "position", "state", "started");
    /** The ends of a mean's interval have columns of their own. */
    private static final List<String> ENDS = List.of(".low", ".high");

    private TsvReport() {}

    /**
     * One line per folded row, best first: the varied settings, then per measure its mean, followed where a row has
     * several runs by {@code NAME.low} and {@code NAME.high}, then {@code runs}, {@code best} and {@code state}, which is
     * {@code done}. A point of which nothing is done has a line for each iteration that measured anything until it
     * ended, below all others, with its state and verdict.
     */
    public static String of(Report report) {
        List<Iteration> unranked = alone(report);
        List<String> columns = columns(report, unranked);
        List<Measure> measures = measures(report, unranked);
        boolean errors = report.table().rows().stream().anyMatch(r -> r.iterations().size() > 1);
        ColumnNames names = ColumnNames.of(OWN, columns, measures, ENDS);
        List<String> heading = new ArrayList<>(columns.stream().map(c -> names.setting(c).orElseThrow()).toList());
        for (Measure m : measures) {
            String name = names.measure(m.name()).orElseThrow();
            heading.add(name);
            if (errors) {
                ENDS.forEach(end -> heading.add(name + end));
            }
        }
        heading.addAll(OWN);
        StringBuilder out = new StringBuilder(line(heading));
        for (Row row : report.table().rows()) {
            List<String> cells = new ArrayList<>(columns.stream().map(c -> text(report, row, c)).toList());
            for (Measure m : measures) {
                Optional<Cell> cell = row.cell(m.name());
                cells.add(cell.map(c -> exact(c.mean())).orElse(""));
                if (errors) {
                    Optional<Cell> known = cell.filter(c -> c.estimate().errorKnown());
                    cells.add(known.map(c -> exact(c.estimate().low())).orElse(""));
                    cells.add(known.map(c -> exact(c.estimate().high())).orElse(""));
                }
            }
            cells.add(String.valueOf(row.iterations().size()));
            cells.add(String.valueOf(row.best()));
            cells.addAll(List.of(StateWords.of(State.DONE), ""));
            out.append(line(cells));
        }
        unranked.forEach(i -> out.append(line(unranked(i, columns, measures, errors))));
        return out.toString();
    }

    /** What varies only with what is not ranked is the same in all of a row. */
    private static String text(Report report, Row row, String column) {
        return report.table().dimensions().columns().contains(column) ? text(row.level(column))
                : row.iterations().getFirst().setting(column).map(Setting::text).orElse("");
    }

    private static String text(Level level) {
        return level == Level.ABSENT ? "" : level.text();
    }

    /** Empty for what is no number: a column of numbers has no words in it. */
    static String exact(double number) {
        return Double.isFinite(number) ? Numbers.exact(number) : "";
    }

    private static List<String> unranked(Iteration i, List<String> columns, List<Measure> measures, boolean errors) {
        List<String> cells = new ArrayList<>(columns.stream().map(c -> i.setting(c).map(Setting::text).orElse(""))
                .toList());
        for (Measure m : measures) {
            cells.add(i.value(m.name()).map(Value::number).map(TsvReport::exact).orElse(""));
            if (errors) {
                ENDS.forEach(end -> cells.add(""));
            }
        }
        cells.addAll(List.of("1", "false", StateWords.of(i.state()), i.verdict()));
        return cells;
    }

    /** What is not ranked and measured something where nothing that is ranked did. */
    private static List<Iteration> alone(Report report) {
        List<String> columns = Dimensions.of(report.results().iterations()).columns();
        Set<List<Optional<Setting>>> done = report.results().usable().stream().map(i -> point(i, columns))
                .collect(Collectors.toSet());
        return Unranked.of(report).iterations().stream().filter(i -> !done.contains(point(i, columns))).toList();
    }

    private static List<Optional<Setting>> point(Iteration iteration, List<String> columns) {
        return columns.stream().map(iteration::setting).toList();
    }

    private static List<String> columns(Report report, List<Iteration> unranked) {
        List<String> ranked = report.table().dimensions().columns();
        return unranked.isEmpty() ? ranked : Stream.concat(ranked.stream(),
                Dimensions.of(report.results().iterations()).columns().stream()).distinct().toList();
    }

    private static List<Measure> measures(Report report, List<Iteration> unranked) {
        return Stream.concat(report.table().measures().stream(), report.results().measures().all().stream()
                .filter(m -> unranked.stream().anyMatch(i -> i.value(m.name()).isPresent()))).distinct().toList();
    }

    /** One line per iteration, in order of execution, whatever its state. */
    public static String raw(Report report) {
        List<Iteration> all = report.results().iterations();
        List<String> settings = Dimensions.of(all).columns();
        List<Measure> measures = report.results().measures().all().stream()
                .filter(m -> all.stream().anyMatch(i -> i.value(m.name()).isPresent())).toList();
        ColumnNames names = ColumnNames.of(Stream.concat(RAW.stream(), Stream.of(VERDICT)).toList(), settings, measures,
                List.of());
        List<String> heading = new ArrayList<>(RAW);
        settings.forEach(s -> heading.add(names.setting(s).orElseThrow()));
        measures.forEach(m -> heading.add(names.measure(m.name()).orElseThrow()));
        heading.add(VERDICT);
        StringBuilder out = new StringBuilder(line(heading));
        for (Iteration i : all) {
            List<String> cells = new ArrayList<>(List.of(String.valueOf(i.id()), String.valueOf(i.batch()),
                    String.valueOf(i.round()), String.valueOf(i.position()), StateWords.of(i.state()),
                    i.started().toString()));
            settings.forEach(s -> cells.add(i.setting(s).map(x -> x.text()).orElse("")));
            measures.forEach(m -> cells.add(i.value(m.name()).map(Value::number).map(TsvReport::exact).orElse("")));
            cells.add(i.verdict());
            out.append(line(cells));
        }
        return out.toString();
    }

    /** One line per worker of each iteration's headline phase. @param workers by iteration */
    public static String workers(Map<Long, Workers> workers) {
        StringBuilder out = new StringBuilder(line(List.of("id", "group", "worker", "operations", "units", "failures",
                "mean")));
        workers.forEach((iteration, of) -> of.rows().forEach(w -> out.append(line(List.of(String.valueOf(iteration),
                w.group(), String.valueOf(w.worker()), String.valueOf(w.operations()), String.valueOf(w.units()),
                w.failed() == null ? "" : String.valueOf(w.failed()),
                Workers.mean(w).isEmpty() ? "" : exact(Workers.mean(w).getAsDouble()))))));
        return out.toString();
    }

    /**
     * One line per operation that is remembered by itself; times in seconds since the iteration's start.
     *
     * @param operations by iteration
     */
    public static String operations(Map<Long, LoggedOperations> operations) {
        StringBuilder out = new StringBuilder(line(List.of("id", "why", "kind", "what", "lane", "n", "due", "start", "end",
                "outcome", "reason", "beside")));
        operations.forEach((iteration, of) -> of.lines().forEach(l -> out.append(operation(iteration, l))));
        return out.toString();
    }

    private static String operation(long iteration, LoggedOperations.Line l) {
        LoggedOperation o = l.operation();
        return line(List.of(String.valueOf(iteration), Types.word(o.why()), o.kind(), o.name(), String.valueOf(o.lane()),
                String.valueOf(o.n()), exact(o.due() / 1e9), exact(o.start() / 1e9),
                exact(o.end() / 1e9), Types.word(o.outcome()), o.reason(), l.beside()));
    }

    private static String line(List<String> cells) {
        return cells.stream().map(c -> c.replaceAll("[\\t\\r\\n]+", " ")).collect(Collectors.joining("\t", "", "\n"));
    }
}
