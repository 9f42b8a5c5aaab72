package dev.tidemark.report.write;

import dev.tidemark.core.param.Types;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.Value;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.LoggedOperations;
import dev.tidemark.report.analysis.Cell;
import dev.tidemark.report.analysis.ColumnNames;
import dev.tidemark.report.analysis.Dimensions;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.Row;
import dev.tidemark.report.analysis.StateWords;
import dev.tidemark.report.analysis.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tab-separated values with a heading row. Headings are the names of settings and measures, so that a script can rely on
 * them, and each stands once: see {@link ColumnNames}. Numbers are exact and in the measure's unit; what was not measured is empty.
 */
public final class TsvReport {

    /** The columns of every table of rows, and of every table of iterations, beside settings and measures. */
    private static final List<String> OWN = List.of("runs", "best");
    private static final List<String> RAW = List.of("id", "batch", "round", "position", "state", "started");
    private static final String VERDICT = "verdict";
    /** The ends of a mean's interval have columns of their own. */
    private static final List<String> ENDS = List.of(".low", ".high");

    private TsvReport() {}

    /**
     * One line per folded row, best first: the varied settings, then per measure its mean, followed where a row has
     * several runs by {@code NAME.low} and {@code NAME.high}, then {@code runs} and {@code best}.
     */
    public static String of(Report report) {
        List<String> columns = report.table().dimensions().columns();
        List<Measure> measures = report.table().measures();
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
            List<String> cells = new ArrayList<>(columns.stream().map(c -> row.level(c).text()).toList());
            for (Measure m : measures) {
                Optional<Cell> cell = row.cell(m.name());
                cells.add(cell.map(c -> Numbers.exact(c.mean())).orElse(""));
                if (errors) {
                    Optional<Cell> known = cell.filter(c -> c.estimate().errorKnown());
                    cells.add(known.map(c -> Numbers.exact(c.estimate().low())).orElse(""));
                    cells.add(known.map(c -> Numbers.exact(c.estimate().high())).orElse(""));
                }
            }
            cells.add(String.valueOf(row.iterations().size()));
            cells.add(String.valueOf(row.best()));
            out.append(line(cells));
        }
        return out.toString();
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
            measures.forEach(m -> cells.add(i.value(m.name()).map(Value::number).map(Numbers::exact).orElse("")));
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
                Workers.mean(w).isEmpty() ? "" : Numbers.exact(Workers.mean(w).getAsDouble()))))));
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
        operations.forEach((iteration, of) -> Stream.concat(of.slowest().values().stream().flatMap(List::stream),
                of.failed().stream()).forEach(l -> out.append(operation(iteration, l))));
        return out.toString();
    }

    private static String operation(long iteration, LoggedOperations.Line l) {
        LoggedOperation o = l.operation();
        return line(List.of(String.valueOf(iteration), Types.word(o.why()), o.kind(), o.name(), String.valueOf(o.lane()),
                String.valueOf(o.n()), Numbers.exact(o.due() / 1e9), Numbers.exact(o.start() / 1e9),
                Numbers.exact(o.end() / 1e9), Types.word(o.outcome()), o.reason(), l.beside()));
    }

    private static String line(List<String> cells) {
        return cells.stream().map(c -> c.replaceAll("[\\t\\r\\n]+", " ")).collect(Collectors.joining("\t", "", "\n"));
    }
}
