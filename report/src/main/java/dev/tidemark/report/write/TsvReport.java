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
import dev.tidemark.core.stat.Estimate;
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
import dev.tidemark.report.analysis.table.Tables;
import dev.tidemark.report.analysis.table.Tails;
import dev.tidemark.report.analysis.table.Workers;

/**
 * Tab-separated values with a heading row. Headings are the names of settings and measures, so that a script can rely
 * on them, and each stands once: see {@link ColumnNames}. Numbers are exact and in the measure's unit; what was not
 * measured is empty.
 */
public final class TsvReport {

    /** A column of the main table. */
    private record RowColumn(String name, Function<Row, Object> row, Function<Iteration, Object> iteration) {}

    private static final String RUNS = "runs";
    private static final String BEST = "best";
    private static final String STATE = "state";
    private static final String VERDICT = "verdict";
    /** Names of the columns whose number may be larger, and of the percentiles that are only the largest value. */
    private static final String AT_LEAST = "at-least";
    private static final String MAXIMUM = "maximum";
    /** The columns of every table of rows beside settings and measures, and those of every table of iterations. */
    private static final List<String> OWN = List.of(RUNS, BEST, STATE);
    private static final List<String> MARKS = List.of(VERDICT, AT_LEAST, MAXIMUM);
    private static final List<RawColumn<Iteration>> RAW = List.of(RawColumn.of("id", Iteration::id),
            RawColumn.of("batch", Iteration::batch), RawColumn.of("round", Iteration::round),
            RawColumn.of("position", Iteration::position), RawColumn.of(STATE, i -> StateWords.of(i.state())),
            RawColumn.of("started", Iteration::started));
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
        List<String> settings = columns(report, unranked);
        List<Measure> measures = measures(report, unranked);
        boolean errors = report.table().rows().stream().anyMatch(r -> r.iterations().size() > 1);
        List<String> last = marks(Stream.concat(report.table().rows().stream().flatMap(r -> r.iterations().stream()),
                unranked.stream()));
        ColumnNames names = ColumnNames.of(Stream.concat(OWN.stream(), last.stream()).toList(), settings, measures,
                ENDS);
        List<RowColumn> columns = new ArrayList<>();
        settings.forEach(s -> columns.add(new RowColumn(names.setting(s).orElseThrow(), row -> text(report, row, s),
                i -> text(i, s))));
        for (Measure m : measures) {
            String name = names.measure(m.name()).orElseThrow();
            columns.add(new RowColumn(name, row -> row.cell(m.name()).map(Cell::mean).orElse(null), i -> number(i, m)));
            if (errors) {
                columns.add(new RowColumn(name + ENDS.getFirst(), row -> end(row, m, Estimate::low), _ -> null));
                columns.add(new RowColumn(name + ENDS.getLast(), row -> end(row, m, Estimate::high), _ -> null));
            }
        }
        columns.add(new RowColumn(RUNS, row -> row.iterations().size(), _ -> 1));
        columns.add(new RowColumn(BEST, Row::best, _ -> false));
        columns.add(new RowColumn(STATE, _ -> StateWords.of(IterationState.DONE), i -> StateWords.of(i.state())));
        columns.addAll(marks(report, last, measures, names));
        StringBuilder out = new StringBuilder(line(columns.stream().map(RowColumn::name).toList()));
        report.table().rows().forEach(row -> out.append(line(columns, c -> c.row().apply(row))));
        unranked.forEach(i -> out.append(line(columns, c -> c.iteration().apply(i))));
        return out.toString();
    }

    /** The last columns of what has these iterations. */
    private static List<String> marks(Stream<Iteration> iterations) {
        return Stream.concat(MARKS.stream(), iterations.anyMatch(i -> i.setting(Durability.FACT).isPresent())
                ? Stream.of(Durability.FACT) : Stream.empty()).toList();
    }

    /** An iteration's verdict, the columns of the measures that are marked, and what an acknowledged write survives. */
    private static List<RowColumn> marks(Report report, List<String> last, List<Measure> measures, ColumnNames names) {
        return Stream.of(new RowColumn(VERDICT, _ -> null, report::verdict),
                new RowColumn(AT_LEAST, row -> marked(measures, names,
                        m -> row.cell(m.name()).filter(Cell::atLeast).isPresent()), i -> marked(measures, names,
                        m -> i.value(m.name()).filter(MeasuredValue::atLeast).isPresent())),
                new RowColumn(MAXIMUM, row -> marked(measures, names,
                        m -> row.cell(m.name()).filter(Cell::maximum).isPresent()), i -> marked(measures, names,
                        m -> i.value(m.name()).filter(v -> Tails.isMaximum(i, v)).isPresent())),
                new RowColumn(Durability.FACT, row -> row.durability().map(Durability::word).orElse(null),
                        i -> text(i, Durability.FACT))).filter(c -> last.contains(c.name())).toList();
    }

    private static String marked(List<Measure> measures, ColumnNames names, Predicate<Measure> marked) {
        return measures.stream().filter(marked).map(m -> names.measure(m.name()).orElseThrow())
                .collect(Collectors.joining(" "));
    }

    private static Double number(Iteration i, Measure m) {
        return i.value(m.name()).map(MeasuredValue::number).orElse(null);
    }

    private static Double end(Row row, Measure m, ToDoubleFunction<Estimate> end) {
        return row.cell(m.name()).map(Cell::estimate).filter(Estimate::errorKnown).map(end::applyAsDouble).orElse(null);
    }

    private static String text(Iteration i, String setting) {
        return i.setting(setting).map(Setting::text).orElse("");
    }

    /** What varies only with what is not ranked is the same in all of a row. */
    private static String text(Report report, Row row, String column) {
        return report.table().dimensions().columns().contains(column) ? text(row.level(column))
                : text(row.iterations().getFirst(), column);
    }

    private static String text(SettingValue settingValue) {
        return settingValue == SettingValue.ABSENT ? "" : settingValue.text();
    }

    /** Empty for what is no number: a column of numbers has no words in it. */
    static String exact(double number) {
        return Double.isFinite(number) ? Numbers.exact(number) : "";
    }

    /** What is not ranked and measured something where nothing that is ranked did. */
    private static List<Iteration> alone(Report report) {
        List<String> columns = Dimensions.of(report.results().iterations()).columns();
        Set<List<SettingValue>> done = report.table().rows().stream()
                .flatMap(r -> r.iterations().stream()).map(i -> point(i, columns))
                .collect(Collectors.toSet());
        return Stream.concat(report.results().usable().stream().filter(StyleCosts::isBaseline),
                Unranked.of(report).iterations().stream()).filter(i -> !done.contains(point(i, columns))).toList();
    }

    private static List<SettingValue> point(Iteration iteration, List<String> columns) {
        return columns.stream().map(c -> Tables.level(iteration, c)).toList();
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
        List<String> last = marks(all.stream());
        ColumnNames names = ColumnNames.of(Stream.concat(RawColumn.names(RAW).stream(), last.stream()).toList(),
                settings, measures, List.of());
        List<RawColumn<Iteration>> columns = new ArrayList<>(RAW);
        settings.forEach(s -> columns.add(RawColumn.of(names.setting(s).orElseThrow(), i -> text(i, s))));
        measures.forEach(m -> columns.add(RawColumn.of(names.measure(m.name()).orElseThrow(), i -> number(i, m))));
        marks(report, last, measures, names).forEach(c -> columns.add(RawColumn.of(c.name(), c.iteration())));
        StringBuilder out = new StringBuilder(line(RawColumn.names(columns)));
        all.forEach(i -> out.append(line(columns, c -> c.value().apply(i))));
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
        heading.add("at-least");
        StringBuilder out = new StringBuilder(line(heading));
        for (AgentTable.Line each : table.lines()) {
            List<String> cells = new ArrayList<>(List.of(String.valueOf(each.id()),
                    String.valueOf(each.agent().share().number() + 1), each.agent().name()));
            AgentFigures.FIGURES.forEach(f -> cells.add(f.of(each.agent()).stream().mapToObj(TsvReport::exact).findFirst()
                    .orElse("")));
            cells.add(AgentFigures.FIGURES.stream().filter(f -> f.atLeast().test(each.agent()))
                    .map(AgentFigures.Figure::name).collect(Collectors.joining(" ")));
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

    private static <C> String line(List<C> columns, Function<C, Object> value) {
        return line(columns.stream().map(value).map(TsvReport::cell).toList());
    }

    private static String cell(Object value) {
        return value == null ? "" : value instanceof Double number ? exact(number) : value.toString();
    }

    /** A line of cells, which hold neither tab nor line end then. */
    static String line(List<String> cells) {
        return cells.stream().map(c -> c.replaceAll("[\\t\\r\\n]+", " ")).collect(Collectors.joining("\t", "", "\n"));
    }
}
