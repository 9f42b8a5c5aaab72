package dev.tidemark.core.data.search;

import module java.base;
import dev.tidemark.core.data.search.QueryLogFormat.Line;

/**
 * Queries as people and tables have them: alone on a line, or in a column beside times, numbers and parameters.
 * Headings say which column is which; where there are none, a column with days is the time, and so is one of numbers
 * that can only be times: a column of numbers that are in no order, or without a fraction and too small for a time
 * since 1970, is one of ids, ranks or counts.
 *
 * @param query    the column of the query
 * @param time     the column of the time; -1 where there is none
 * @param columns  those with a heading, with a name that is none of the others; empty without headings
 * @param between  what stands between columns
 * @param quoted   whether cells with separators in them stand in quotes
 * @param headings lines of them
 */
record QueryColumns(int query, int time, List<String> columns, char between, boolean quoted, int headings)
        implements QueryLogFormat.Parser {

    private static final Set<String> QUERY = Set.of("q", "query", "queries", "querytext", "keyword", "keywords",
            "search", "searchterm", "searchquery", "searchterms");
    private static final Set<String> TIME = Set.of("time", "timestamp", "ts", "querytime", "datetime", "date");
    private static final Set<String> PARAMETERS_OF_IT = Set.of("fq", "filter", "filters", "parameters", "params");
    private static final Pattern NAME = Pattern.compile("[\\p{L}_@][\\p{L}\\p{N}_@. \\-]{0,40}");
    private static final String DAY = "\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d"
            + "(?::\\d\\d(?:[.,]\\d{1,9})?)?(?:Z|[+-]\\d\\d:?\\d\\d)?";
    private static final Pattern MOMENT = Pattern.compile(DAY);
    /** A comma stands also within times, so that what is behind it must be more than their fraction. */
    private static final Pattern BEHIND_TIME = Pattern.compile("(" + DAY + ")([\\t,;])(.*)");
    /** What behind a comma belongs to the time where every line has it. */
    private static final Pattern MILLIS = Pattern.compile("\\d{3}(?!\\d)");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,19}(?:\\.\\d+)?");
    private static final Pattern NUMBERED = Pattern.compile("\\d{1,19}([,;]).*\\D.*");
    private static final Pattern TASK = Pattern.compile("\\w+: (.+?) +# ?freq=.*");
    /** The parameters of a request, maybe with its address. */
    private static final Pattern PARAMETERS = Pattern.compile(
            "(?:(\\S*)\\?)?((?:[\\w.\\-]+=[^&\\s]*&)*q=[^&\\s]*(?:&\\S*)?)");
    /** A cell behind another that has neither parameters nor numbers. */
    private static final Pattern TEXT_BEHIND = Pattern.compile("[^\\t]*\\S[^\\t]*\\t(?![^\\t]*=)[^\\t]*\\p{L}.*");
    private static final int MOST = 20;

    /**
     * Lines that are nothing but queries, below a heading or without; empty where another text stands behind most, since
     * nobody says which of the two is the query, and where it is a table of numbers below headings.
     */
    static Optional<QueryLogFormat.Parser> alone(List<String> head) {
        boolean heading = head.size() > 1 && QUERY.contains(name(head.getFirst()));
        long texts = head.stream().filter(line -> TEXT_BEHIND.matcher(line).matches()).count();
        return !heading && (2 * texts > head.size() || isOfNumbers(head)) ? Optional.empty()
                : Optional.of(new QueryColumns(0, -1, List.of(), '\t', false, heading ? 1 : 0));
    }

    private static boolean isOfNumbers(List<String> head) {
        return IntStream.of('\t', ',', ';').mapToObj(c -> (char) c).anyMatch(between -> {
            List<String> headings = cells(head.getFirst(), between, true).orElse(List.of());
            List<List<String>> rows = head.stream().skip(1).map(line -> cells(line, between, true).orElse(List.of()))
                    .filter(row -> row.size() == headings.size()).toList();
            long numbers = rows.stream().flatMap(List::stream).filter(cell -> NUMBER.matcher(cell.strip()).matches()).count();
            return headings.size() > 2 && headings.stream().allMatch(h -> NAME.matcher(h.strip()).matches())
                    && !rows.isEmpty() && 10 * rows.size() >= 9 * (head.size() - 1)
                    && 2 * numbers >= (long) rows.size() * headings.size();
        });
    }

    /** The columns of a file that has others than those of queries; empty where it has none. */
    static Optional<QueryColumns> of(List<String> head) {
        return head.isEmpty() ? Optional.empty() : byHeading(head).or(() -> byTime(head)).or(() -> byCells(head))
                .or(() -> byNumber(head));
    }

    boolean timed() {
        return time >= 0;
    }

    // ---- How columns are found ----

    private static Optional<QueryColumns> byHeading(List<String> head) {
        return IntStream.of('\t', ',', ';').mapToObj(c -> (char) c).flatMap(between -> {
            List<String> cells = cells(head.getFirst(), between, between != '\t').orElse(List.of());
            List<String> names = cells.stream().map(QueryColumns::name).toList();
            int query = first(names, QUERY::contains);
            boolean headings = cells.size() > 1 && query >= 0
                    && cells.stream().allMatch(c -> NAME.matcher(c.strip()).matches())
                    && 2 * head.stream().skip(1).filter(line -> cells(line, between, between != '\t')
                            .map(List::size).orElse(0) > query).count() >= head.size() - 1;
            return headings ? Stream.of(new QueryColumns(query, first(names, TIME::contains), names,
                    between, between != '\t', 1)) : Stream.empty();
        }).findFirst();
    }

    /** Lower case without what stands between words. */
    private static String name(String heading) {
        return heading.strip().toLowerCase(Locale.ROOT).replaceAll("[\"@_. -]", "");
    }

    /** A day in front, whatever separates it from the query. */
    private static Optional<QueryColumns> byTime(List<String> head) {
        List<Matcher> timed = head.stream().map(BEHIND_TIME::matcher).filter(Matcher::matches).toList();
        char between = timed.isEmpty() ? '\t' : timed.getFirst().group(2).charAt(0);
        boolean quoted = between != '\t' && timed.stream().anyMatch(m -> m.group(3).startsWith("\"")
                && cells(m.group(3), between, true).isPresent());
        boolean fractions = between == ',' && timed.stream().allMatch(m -> MILLIS.matcher(m.group(3)).lookingAt());
        return fractions || 2 * timed.size() < head.size() ? Optional.empty()
                : Optional.of(new QueryColumns(1, 0, List.of(), between, quoted, 0));
    }

    /** Tabs between columns of which the first are no queries. */
    private static Optional<QueryColumns> byCells(List<String> head) {
        List<List<String>> rows = head.stream().filter(line -> line.indexOf('\t') >= 0)
                .map(line -> List.of(line.split("\t", MOST))).toList();
        if (2 * rows.size() < head.size()) {
            return Optional.empty();
        }
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int time = IntStream.range(0, columns).filter(c -> most(rows, c, MOMENT)).findFirst()
                .orElse(most(rows, 0, NUMBER) && areTimes(rows.stream().map(List::getFirst).toList()) ? 0 : -1);
        int query = IntStream.range(0, columns).filter(c -> c != time && !most(rows, c, NUMBER)).findFirst()
                .orElse(time == 0 ? 1 : 0);
        boolean heading = time < 0 && query > 0 && !NUMBER.matcher(head.getFirst().split("\t", 2)[0].strip()).matches();
        return time < 0 && query == 0 ? Optional.empty()
                : Optional.of(new QueryColumns(query, time, List.of(), '\t', false, heading ? 1 : 0));
    }

    /** A number and a comma in front of every query. */
    private static Optional<QueryColumns> byNumber(List<String> head) {
        int heading = NUMBERED.matcher(head.getFirst()).matches() ? 0 : 1;
        List<Matcher> numbered = head.stream().skip(heading).map(NUMBERED::matcher).filter(Matcher::matches).toList();
        return numbered.size() < 3 || numbered.size() < head.size() - heading ? Optional.empty()
                : Optional.of(new QueryColumns(1, -1, List.of(), numbered.getFirst().group(1).charAt(0), true,
                        heading));
    }

    private static boolean most(List<List<String>> rows, int column, Pattern pattern) {
        return 2 * rows.stream().filter(r -> column < r.size() && pattern.matcher(r.get(column).strip()).matches())
                .count() >= rows.size();
    }

    /** Whether numbers can only be times: days are among them, or most go on and are of this age or have fractions. */
    private static boolean areTimes(List<String> cells) {
        if (cells.stream().anyMatch(c -> MOMENT.matcher(c).matches())) {
            return true;
        }
        double[] numbers = cells.stream().filter(c -> NUMBER.matcher(c).matches()).mapToDouble(Double::parseDouble)
                .toArray();
        long back = IntStream.range(1, numbers.length).filter(i -> numbers[i] < numbers[i - 1]).count();
        boolean fractions = cells.stream().anyMatch(c -> c.indexOf('.') >= 0);
        boolean dated = Arrays.stream(numbers).allMatch(QueryTime::isOfThisAge);
        return 4 * back <= numbers.length - 1 && (dated || fractions);
    }

    private static int first(List<String> names, Predicate<String> condition) {
        return IntStream.range(0, names.size()).filter(i -> condition.test(names.get(i))).findFirst().orElse(-1);
    }

    // ---- A line ----

    @Override
    public Optional<Line> read(String line, boolean whole) {
        Matcher task = TASK.matcher(line);
        if (query == 0 && time < 0 && columns.isEmpty()) {
            return task.matches() ? written(task.group(1), QueryTime.NONE, false, whole) : alone(line, whole);
        }
        List<String> cells = columns.isEmpty() && time == 0 ? behindTime(line) : cells(line, between, quoted)
                .orElseThrow(() -> new IllegalArgumentException("its quotes do not end"));
        if (cells.size() <= Math.max(query, time)) {
            throw new IllegalArgumentException("it has " + (cells.size() == 1 ? "one column"
                    : cells.size() + " columns"));
        }
        QueryTime at = time < 0 ? QueryTime.NONE : QueryTime.of(decimal(cells.get(time).strip()));
        return written(cells.get(query), at, IntStream.range(0, cells.size()).anyMatch(c -> c != query && c != time
                && changes(c) && !cells.get(c).isBlank()), whole);
    }

    /** Numbers have a comma where cells have something else between them. */
    private String decimal(String cell) {
        return between == ',' ? cell : cell.replace(',', '.');
    }

    /** Whether a column holds parameters of the query: as it says, or because nobody says what else it holds. */
    private boolean changes(int column) {
        return column < columns.size() ? PARAMETERS_OF_IT.contains(columns.get(column)) : column > query;
    }

    private static Optional<Line> alone(String line, boolean whole) {
        String[] columns = line.strip().split("\t", 2);
        return written(columns[0], QueryTime.NONE, columns.length > 1, whole);
    }

    /** The time, the query, and what follows; a comma without quotes belongs to the query. */
    private List<String> behindTime(String line) {
        Matcher m = BEHIND_TIME.matcher(line);
        if (!m.matches()) {
            return List.of(line.split("\t", MOST));
        }
        List<String> cells = new ArrayList<>(List.of(m.group(1)));
        cells.addAll(quoted ? cells(m.group(3), between, true)
                .orElseThrow(() -> new IllegalArgumentException("its quotes do not end"))
                : List.of(m.group(3).split("\t", MOST)));
        return cells;
    }

    /** A query as a person writes it, or as the parameters of a request. */
    private static Optional<Line> written(String text, QueryTime time, boolean more, boolean whole) {
        String query = text.strip();
        Matcher m = PARAMETERS.matcher(query);
        return query.isEmpty() ? Optional.empty() : m.matches() ? RequestParameters.query(m.group(2), time,
                whole && m.group(1) != null ? RequestParameters.below(m.group(1)) : null)
                : Optional.of(new Line(query, time, more));
    }

    /** The cells of a line; empty where quotes are opened and not closed. */
    private static Optional<List<String>> cells(String line, char between, boolean quoted) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean inside = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (inside && c == '"' && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                cell.append(c);
                i++;
            } else if (quoted && c == '"' && (inside || cell.isEmpty())) {
                inside = !inside;
            } else if (c == between && !inside) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        cells.add(cell.toString());
        return inside ? Optional.empty() : Optional.of(cells);
    }
}
