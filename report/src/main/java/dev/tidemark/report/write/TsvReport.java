package dev.tidemark.report.write;

import module java.base;
import dev.tidemark.core.measure.OperationTable;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.AgentFigures;
import dev.tidemark.report.analysis.AgentTable;
import dev.tidemark.report.analysis.LoggedOperations;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.StyleCosts;
import dev.tidemark.report.analysis.Unranked;
import dev.tidemark.report.analysis.table.ColumnNames;
import dev.tidemark.report.analysis.table.Dimensions;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.SettingValue;
import dev.tidemark.report.analysis.table.SortedOperations;
import dev.tidemark.report.analysis.table.StateWords;
import dev.tidemark.report.analysis.table.Tails;
import dev.tidemark.report.analysis.table.Workers;

/**
 * Tab-separated values with a heading row. Headings are the names of settings and measures, so that a script can rely
 * on them, and each stands once: see {@link ColumnNames}. Numbers are exact and in the measure's unit; what was not
 * measured is empty.
 */
public final class TsvReport {

    private static final String VERDICT = "verdict";
    /** Names of the columns whose number may be larger, and of the percentiles that are only the largest value. */
    private static final String AT_LEAST = "at-least";
    private static final String MAXIMUM = "maximum";
    private static final List<String> MARKS = List.of(VERDICT, AT_LEAST, MAXIMUM);
    /** The columns of every table of rows, and of every table of iterations, beside settings and measures. */
    private static final List<String> OWN = List.of("runs", "best", "state", VERDICT, AT_LEAST, MAXIMUM);
    private static final List<String> RAW = List.of("id", "batch", "round", "position", "state", "started");
    /** The ends of a mean's interval have columns of their own. */
    private static final List<String> ENDS = List.of(".low", ".high");

    private TsvReport() {}

    /**
     * One line per folded row, best first: the varied settings, then per measure its mean, followed where a row has
     * several runs by {@code NAME.low} and {@code NAME.high}, then {@code runs}, {@code best} and {@code state}, which
     * is {@code done}. A point of which nothing is ranked has a line for each iteration that measured anything until it
     * ended, below all others, with its state and verdict; so has a no-op. {@code at-least} and {@code maximum} name
     * the columns whose number may be larger, and those whose percentile is only the {@link Tails largest value}, with
     * spaces between. {@code durability} is there where a row states what its writes survive.
     */
    public static String of(Report report) {
        List<Iteration> unranked = alone(report);
        List<String> columns = columns(report, unranked);
        List<Measure> measures = measures(report, unranked);
        boolean errors = report.table().rows().stream().anyMatch(r -> r.iterations().size() > 1);
        boolean durability = Stream.concat(report.table().rows().stream().flatMap(r -> r.iterations().stream()),
                unranked.stream()).anyMatch(i -> i.setting(Durability.FACT).isPresent());
        List<String> own = Stream.concat(OWN.stream(), durability ? Stream.of(Durability.FACT) : Stream.empty())
                .toList();
        ColumnNames names = ColumnNames.of(own, columns, measures, ENDS);
        List<String> heading = new ArrayList<>(columns.stream().map(c -> names.setting(c).orElseThrow()).toList());
        for (Measure m : measures) {
            String name = names.measure(m.name()).orElseThrow();
            heading.add(name);
            if (errors) {
                ENDS.forEach(end -> heading.add(name + end));
            }
        }
        heading.addAll(own);
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
            cells.addAll(List.of(StateWords.of(IterationState.DONE), "",
                    marks(measures, names, m -> row.cell(m.name()).filter(Cell::atLeast).isPresent()),
                    marks(measures, names, m -> row.cell(m.name()).filter(Cell::maximum).isPresent())));
            if (durability) {
                cells.add(row.durability().map(Durability::word).orElse(""));
            }
            out.append(line(cells));
        }
        for (Iteration i : unranked) {
            List<String> cells = unranked(report, i, columns, measures, errors, names);
            if (durability) {
                cells.add(durability(i));
            }
            out.append(line(cells));
        }
        return out.toString();
    }

    private static String durability(Iteration i) {
        return i.setting(Durability.FACT).map(Setting::text).orElse("");
    }

    /** What varies only with what is not ranked is the same in all of a row. */
    private static String text(Report report, Row row, String column) {
        return report.table().dimensions().columns().contains(column) ? text(row.level(column))
                : row.iterations().getFirst().setting(column).map(Setting::text).orElse("");
    }

    private static String text(SettingValue settingValue) {
        return settingValue == SettingValue.ABSENT ? "" : settingValue.text();
    }

    /** Empty for what is no number: a column of numbers has no words in it. */
    static String exact(double number) {
        return Double.isFinite(number) ? Numbers.exact(number) : "";
    }

    private static List<String> unranked(Report report, Iteration i, List<String> columns, List<Measure> measures,
            boolean errors, ColumnNames names) {
        List<String> cells = new ArrayList<>(columns.stream().map(c -> i.setting(c).map(Setting::text).orElse(""))
                .toList());
        for (Measure m : measures) {
            cells.add(i.value(m.name()).map(MeasuredValue::number).map(TsvReport::exact).orElse(""));
            if (errors) {
                ENDS.forEach(end -> cells.add(""));
            }
        }
        cells.addAll(List.of("1", "false", StateWords.of(i.state())));
        cells.addAll(marks(report, i, measures, names));
        return cells;
    }

    /** An iteration's verdict, and the columns of the measures that are marked. */
    private static List<String> marks(Report report, Iteration i, List<Measure> measures, ColumnNames names) {
        return List.of(report.verdict(i),
                marks(measures, names, m -> i.value(m.name()).filter(MeasuredValue::atLeast).isPresent()),
                marks(measures, names, m -> i.value(m.name()).filter(v -> Tails.isMaximum(i, v)).isPresent()));
    }

    private static String marks(List<Measure> measures, ColumnNames names, Predicate<Measure> marked) {
        return measures.stream().filter(marked).map(m -> names.measure(m.name()).orElseThrow())
                .collect(Collectors.joining(" "));
    }

    /** What is not ranked and measured something where nothing that is ranked did. */
    private static List<Iteration> alone(Report report) {
        List<String> columns = Dimensions.of(report.results().iterations()).columns();
        Set<List<Optional<Setting>>> done = report.table().rows().stream()
                .flatMap(r -> r.iterations().stream()).map(i -> point(i, columns))
                .collect(Collectors.toSet());
        return Stream.concat(report.results().usable().stream().filter(StyleCosts::isBaseline),
                Unranked.of(report).iterations().stream()).filter(i -> !done.contains(point(i, columns))).toList();
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
        List<String> last = Stream.concat(MARKS.stream(), all.stream().anyMatch(i -> !durability(i).isEmpty())
                ? Stream.of(Durability.FACT) : Stream.empty()).toList();
        ColumnNames names = ColumnNames.of(Stream.concat(RAW.stream(), last.stream()).toList(), settings, measures,
                List.of());
        List<String> heading = new ArrayList<>(RAW);
        settings.forEach(s -> heading.add(names.setting(s).orElseThrow()));
        measures.forEach(m -> heading.add(names.measure(m.name()).orElseThrow()));
        heading.addAll(last);
        StringBuilder out = new StringBuilder(line(heading));
        for (Iteration i : all) {
            List<String> cells = new ArrayList<>(List.of(String.valueOf(i.id()), String.valueOf(i.batch()),
                    String.valueOf(i.round()), String.valueOf(i.position()), StateWords.of(i.state()),
                    i.started().toString()));
            settings.forEach(s -> cells.add(i.setting(s).map(x -> x.text()).orElse("")));
            measures.forEach(m ->
                    cells.add(i.value(m.name()).map(MeasuredValue::number).map(TsvReport::exact).orElse("")));
            cells.addAll(marks(report, i, measures, names));
            if (last.size() > MARKS.size()) {
                cells.add(durability(i));
            }
            out.append(line(cells));
        }
        return out.toString();
    }

    /** One line per worker of each iteration's headline phase. @param workers by iteration */
    public static String workers(Map<Long, Workers> workers) {
        StringBuilder out = new StringBuilder(heading(RawColumn.WORKERS));
        workers.forEach((iteration, of) -> of.rows().forEach(w -> out.append(line(iteration, RawColumn.WORKERS, w))));
        return out.toString();
    }

    /** One line per agent; times in seconds. */
    public static String agents(AgentTable table) {
        List<String> heading = new ArrayList<>(List.of("id", "number", "agent"));
        AgentFigures.FIGURES.forEach(f -> heading.add(f.name()));
        StringBuilder out = new StringBuilder(line(heading));
        for (AgentTable.Line each : table.lines()) {
            List<String> cells = new ArrayList<>(List.of(String.valueOf(each.id()),
                    String.valueOf(each.agent().share().number() + 1), each.agent().name()));
            AgentFigures.FIGURES.forEach(f -> cells.add(f.of(each.agent()).stream().mapToObj(TsvReport::exact).findFirst()
                    .orElse("")));
            out.append(line(cells));
        }
        return out.toString();
    }

    /** One line per event; times in seconds since the iteration's start. @param events by iteration */
    public static String events(Map<Long, List<Event>> events) {
        StringBuilder out = new StringBuilder(heading(RawColumn.EVENTS));
        events.forEach((iteration, of) -> of.forEach(e -> out.append(line(iteration, RawColumn.EVENTS, e))));
        return out.toString();
    }

    /**
     * One line per operation that is remembered by itself; times in seconds since the iteration's start.
     *
     * @param operations by iteration
     */
    public static String operations(Map<Long, LoggedOperations> operations) {
        StringBuilder out = new StringBuilder(heading(RawColumn.OPERATIONS));
        operations.forEach((iteration, of) -> of.lines().forEach(l -> out.append(
                line(iteration, RawColumn.OPERATIONS, l))));
        return out.toString();
    }

    /** The heading of {@link #log}. */
    public static String logHeading() {
        return heading(RawColumn.LOG, "stands-for");
    }

    /**
     * One line per operation of an iteration that was logged by itself, in the order in which they were due. Times are
     * seconds, those of moments since the iteration's start; what is not known is empty.
     */
    public static String log(long iteration, SortedOperations operations) {
        StringBuilder out = new StringBuilder();
        String standsFor = String.valueOf(operations.table().each());
        for (OperationTable.Row r : operations.table().rows()) {
            out.append(line(iteration, RawColumn.LOG, r, standsFor));
        }
        return out.toString();
    }

    private static <T> String heading(List<RawColumn<T>> columns, String... more) {
        return line(Stream.of(Stream.of("id"), RawColumn.names(columns).stream(), Stream.of(more))
                .flatMap(Function.identity()).toList());
    }

    private static <T> String line(long iteration, List<RawColumn<T>> columns, T line, String... more) {
        return line(Stream.of(Stream.of(String.valueOf(iteration)), RawColumn.values(columns, line).stream()
                .map(TsvReport::cell), Stream.of(more)).flatMap(Function.identity()).toList());
    }

    private static String cell(Object value) {
        return value == null ? "" : value instanceof Double number ? exact(number) : value.toString();
    }

    /** A line of cells, which hold neither tab nor line end then. */
    static String line(List<String> cells) {
        return cells.stream().map(c -> c.replaceAll("[\\t\\r\\n]+", " ")).collect(Collectors.joining("\t", "", "\n"));
    }
}
