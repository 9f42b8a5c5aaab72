package dev.tidemark.report.html;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.result.Measure;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.ramp.RampFinding;
import dev.tidemark.report.analysis.table.ColumnNames;
import dev.tidemark.report.analysis.table.Dimension;

/**
 * How a report is looked at, as its address says: {@code columns=shards,elapsed&repeats=apart&sort=-throughput
 * &x=shards&lines=none&y=elapsed&over=volume&from=10&to=30&objective=response.p99}. Whatever the address does not name
 * is as usual.
 *
 * @param objective the measure that the report was asked to be ranked by; the report is ranked already
 * @param columns   {@link ColumnNames names of the columns} to be shown; empty for the usual ones
 * @param apart     whether every repeat has a row of its own below the mean
 * @param sort      what the table is sorted by; empty for the rank
 * @param x         the setting along the axis of the first chart over a setting
 * @param lines     the setting that makes its lines; {@link #NONE} for a single line
 * @param y         the measure that it shows
 * @param over      what the charts over time are drawn over
 * @param stretch   the part of that axis that is shown
 */
public record ReportView(Optional<String> objective, List<String> columns, boolean apart, Optional<Sort> sort,
        Optional<String> x, Optional<String> lines, Optional<String> y, Over over, Optional<Stretch> stretch) {

    /** As nobody has chosen anything. */
    public static final ReportView USUAL = new ReportView(Optional.empty(), List.of(), false, Optional.empty(),
            Optional.empty(), Optional.empty(), Optional.empty(), Over.TIME, Optional.empty());

    /** The single line of a chart. */
    public static final String NONE = "none";

    private static final List<String> KEYS = List.of("objective", "columns", "repeats", "sort", "x", "lines", "y",
            "over", "from", "to");

    /** A column's values upwards, or downwards. */
    public record Sort(String column, boolean down) {

        @Override
        public String toString() {
            return (down ? "-" : "") + column;
        }
    }

    /** What a chart over time can be drawn over. */
    public enum Over {
        TIME, OPERATIONS, VOLUME;

        /** As the address writes it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** From here to there, in seconds, operations or bytes. */
    public record Stretch(double from, double to) {}

    public ReportView {
        columns = List.copyOf(columns);
    }

    /** The measure to rank the report by, before it is looked at. */
    public static Optional<String> objective(Map<String, List<String>> query) {
        return one(query, "objective");
    }

    /**
     * Reads what an address asks for.
     *
     * @param query names to texts; blank ones count as not there
     * @throws InvalidInputException in one line with the nearest name
     */
    public static ReportView of(Report report, Map<String, List<String>> query) {
        query.keySet().forEach(key -> known("a report's address", "part", key, KEYS));
        List<String> columns = columns(report);
        Optional<String> x = one(query, "x").map(name -> known("x", "setting that varies", name, axes(report)));
        // A form sends both; the setting along the axis makes no lines, so these are left to the usual choice then.
        Optional<String> lines = one(query, "lines").map(name -> name.equals(NONE) ? NONE
                : known("lines", "setting that varies", name, axes(report)))
                .filter(name -> !x.equals(Optional.of(name)));
        return new ReportView(objective(query), chosen(query, columns),
                word(query, "repeats", List.of("folded", "apart"))
                .equals("apart"), one(query, "sort").map(text -> sort(text, columns)), x, lines,
                one(query, "y").map(name -> known("y", "measure", name, measures(report))),
                Over.valueOf(word(query, "over", Arrays.stream(Over.values()).map(Over::word).toList())
                        .toUpperCase(Locale.ROOT)), stretch(query));
    }

    /** The names of the table's columns, each of one column only: see {@link ColumnNames}. */
    static List<String> columns(Report report) {
        return ColumnNames.of(report.table()).all();
    }

    private static List<String> measures(Report report) {
        return report.table().common().stream().map(Measure::name).toList();
    }

    /** The settings that a chart can be drawn over; what a ramp raises has a chart of its own. */
    static List<String> axes(Report report) {
        return report.table().rows().size() < 2 ? List.of()
                : report.table().dimensions().varied().stream().map(Dimension::name)
                .filter(name -> searched(report).noneMatch(name::equals)).toList();
    }

    /** The settings that searches try. */
    static Stream<String> searched(Report report) {
        return Stream.concat(report.ramps().stream().map(RampFinding::param),
                report.rates().stream().map(r -> r.spec().param()));
    }

    /** Names one by one, or several with commas in between, since a name may hold a comma itself. */
    private static List<String> chosen(Map<String, List<String>> query, List<String> columns) {
        Set<String> chosen = new LinkedHashSet<>();
        for (String text : query.getOrDefault("columns", List.of())) {
            if (columns.contains(text)) {
                chosen.add(text);
            } else {
                Arrays.stream(text.split(",")).map(String::strip).filter(name -> !name.isEmpty())
                        .forEach(name -> chosen.add(known("columns", "column", name, columns)));
            }
        }
        return List.copyOf(chosen);
    }

    private static Sort sort(String text, List<String> columns) {
        boolean down = text.startsWith("-") && !columns.contains(text);
        return new Sort(known("sort", "column", down ? text.substring(1) : text, columns), down);
    }

    private static Optional<Stretch> stretch(Map<String, List<String>> query) {
        Optional<Double> from = number(query, "from");
        Optional<Double> to = number(query, "to");
        if (from.isEmpty() && to.isEmpty()) {
            return Optional.empty();
        }
        if (from.isEmpty() || to.isEmpty() || from.get() >= to.get()) {
            throw new InvalidInputException("from and to go together, the smaller one first, as in from=10&to=30");
        }
        return Optional.of(new Stretch(from.get(), to.get()));
    }

    private static Optional<Double> number(Map<String, List<String>> query, String key) {
        return one(query, key).map(text -> {
            if (!text.matches("[0-9]{1,18}(\\.[0-9]{1,9})?")) {
                throw new InvalidInputException(key + ": '" + text + "' is no number, such as 12.5");
            }
            return Double.valueOf(text);
        });
    }

    private static String word(Map<String, List<String>> query, String key, List<String> words) {
        return one(query, key).map(text -> known(key, "choice", text, words)).orElse(words.getFirst());
    }

    private static Optional<String> one(Map<String, List<String>> query, String key) {
        List<String> texts = query.getOrDefault(key, List.of()).stream().filter(t -> !t.isBlank()).toList();
        if (texts.size() > 1) {
            throw new InvalidInputException(key + " stands " + texts.size() + " times in the address; once is enough");
        }
        return texts.stream().findFirst();
    }

    private static String known(String place, String kind, String name, List<String> names) {
        if (!names.contains(name)) {
            String hint = Suggestions.hint(name, names);
            throw new InvalidInputException(place + ": there is no " + kind + " '" + name + "'"
                    + (hint.isEmpty() && names.size() <= 12 && !names.isEmpty() ? "; there is "
                    + String.join(", ", names)
                    : hint));
        }
        return name;
    }
}
