package dev.tidemark.core.data.search;

import module java.base;
import dev.tidemark.core.data.ForeignFile;
import dev.tidemark.core.os.TextFile;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Printable;

/**
 * Queries that were recorded, in the order in which they were asked: by their times, which a server may write down when
 * it has answered; where the file tells none, line by line.
 *
 * @param format    of the file
 * @param distinct  different queries, in the order in which they stand in the file
 * @param requests  what was sent of each of them, null where that is not known; none where it was not wanted
 * @param ids       which of them was asked, one after the other
 * @param millis    when, since the first; empty where the file doesn't tell
 * @param start     when the first was asked; of kind NONE where the file doesn't tell
 * @param lines     all but empty ones, comments and a heading
 * @param others    lines that tell of something else
 * @param parameterised queries with parameters that change what is found, which are not asked again
 * @param malformed lines that could not be read
 * @param firstBad  the first of them, with its number and what is wrong with it; empty where there is none
 * @param indexes   that requests were sent to, as far as the file tells; none where these were not wanted
 */
public record QueryLog(QueryLogFormat format, List<String> distinct, List<SentRequest> requests, int[] ids,
        Optional<double[]> millis, QueryTime start, long lines, long others, long parameterised, long malformed,
        String firstBad, SortedSet<String> indexes) {

    private static final int LONGEST_SHOWN = 60;
    /** Indexes that are named. */
    private static final int FEW = 5;
    /** Lines by which the format is found. */
    private static final int LOOKED_AT = 1000;
    /** Bytes of a file that is one array, or holds requests of several lines: it is held as a whole. */
    private static final long LARGEST_ARRAY = 256 << 20;

    public QueryLog {
        distinct = List.copyOf(distinct);
        requests = Collections.unmodifiableList(requests);
    }

    /**
     * Reads a file, also one that is packed by gzip.
     *
     * @throws InvalidInputException when there is no such file, or no query in it, or its format is not known
     */
    public static QueryLog read(Path file) {
        return read(file, false);
    }

    /** @param whole whether requests are wanted as they were sent, where the file tells them */
    public static QueryLog read(Path file, boolean whole) {
        return read(file, whole ? Content.REQUESTS : Content.TEXTS);
    }

    /** The texts of queries, and of requests without such what was sent. */
    public static QueryLog readEither(Path file) {
        return read(file, Content.EITHER);
    }

    private static QueryLog read(Path file, Content content) {
        if (!Files.isRegularFile(file)) {
            throw new InvalidInputException("query log " + file + (Files.exists(file) ? " is not a file"
                    : " does not exist"));
        }
        try (TextFile.Lines lines = TextFile.lines(file, Long.MAX_VALUE)) {
            ForeignFile.of(file).ifPresent(other -> {
                throw new InvalidInputException("it is " + other.words() + ", and holds " + other.content().words()
                        + ", no queries" + (other.content() == ForeignFile.Content.RESULTS ? "; 'import' reads it" : ""));
            });
            Reader reader = new Reader(content);
            boolean begun = false;
            for (String line = lines.next(); line != null; line = lines.next()) {
                if (reader.lines == 0 && JsonQueries.beginsArray(line)) {
                    return new Reader(content).array(TextFile.read(file, LARGEST_ARRAY)).log();
                }
                if (!begun && ConsoleRequests.begins(line)) {
                    return new Reader(content).requests(TextFile.read(file, LARGEST_ARRAY)).log();
                }
                begun |= !line.isBlank() && !ConsoleRequests.isRemark(line);
                reader.add(line);
            }
            return reader.log();
        } catch (InvalidInputException | IllegalArgumentException e) {
            throw new InvalidInputException("query log " + file + ": " + e.getMessage());
        } catch (TextFile.UnreadableException e) {
            throw new InvalidInputException("query log " + file + " " + e.getMessage());
        } catch (IOException e) {
            throw new InvalidInputException("query log " + file + " cannot be read: " + e.getMessage());
        }
    }

    /** What was left out of the file, or put together, in a sentence; empty where all was read as it stands there. */
    public Optional<String> complaint() {
        Optional<String> left = malformed == 0 ? Optional.empty() : Optional.of((malformed == 1 ? "1 line" : malformed
                + " lines") + " could not be read and " + (malformed == 1 ? "is" : "are")
                + " left out; the first is " + firstBad);
        Optional<String> several = indexes.size() < 2 ? Optional.empty() : Optional.of("its requests were sent to "
                + indexes.size() + " indexes, " + indexes.stream().limit(FEW).collect(Collectors.joining(", "))
                + (indexes.size() > FEW ? " …" : "") + "; one that was answered by several is there as often");
        return Stream.of(left, several).flatMap(Optional::stream).reduce((one, other) -> one + "; " + other);
    }

    /** Whether its times are whole seconds, the same of several queries, so that it does not tell when within them. */
    public boolean inWholeSeconds() {
        double[] times = millis.orElse(new double[0]);
        boolean inMinutes = Arrays.stream(times).allMatch(time -> (start.millis() + time) % 60_000 == 0);
        return !inMinutes && Arrays.stream(times).allMatch(time -> (start.millis() + time) % 1000 == 0)
                && Arrays.stream(times).distinct().count() < times.length;
    }

    /** Those of one second evenly within it: all at once, they would be a burst that nobody has seen. */
    private static double[] spread(double[] times) {
        double[] spread = new double[times.length];
        int from = 0;
        for (int end = 1; end <= times.length; end++) {
            if (end == times.length || times[end] != times[from]) {
                for (int i = from; i < end; i++) {
                    spread[i] = times[from] + 1000.0 * (i - from) / (end - from);
                }
                from = end;
            }
        }
        return spread;
    }

    /**
     * Writes when queries were asked as a trace of arrivals has it: a line
     * {@code time}, and the seconds of each since the first, to the microsecond; where the times are whole seconds,
     * those of one second evenly within it.
     *
     * @throws InvalidInputException when the times are not known
     */
    public void writeArrivals(Writer out) throws IOException {
        double[] times = millis.orElseThrow(() -> new InvalidInputException("the query log does not tell when queries "
                + "were asked: " + format.words()));
        out.write("time\n");
        for (double time : inWholeSeconds() ? spread(times) : times) {
            String micros = String.format(Locale.ROOT, "%07d", Math.round(time * 1000));
            out.write(micros, 0, micros.length() - 6);
            out.write('.');
            out.write(micros, micros.length() - 6, 6);
            out.write('\n');
        }
    }

    /** What is read of a line. */
    private enum Content {
        TEXTS, REQUESTS, EITHER
    }

    private static final class Reader {
        private final Content content;
        /** By text, or by request. */
        private final Map<Object, Integer> known = new HashMap<>();
        private final List<String> distinct = new ArrayList<>();
        private final List<SentRequest> requests = new ArrayList<>();
        /** The first ones, until the format is known. */
        private final List<String> waiting = new ArrayList<>();
        private final List<Long> numbers = new ArrayList<>();
        private int[] ids = new int[1024];
        private double[] millis = new double[1024];
        private int size;
        private long number;
        private long lines;
        private long others;
        private long parameterised;
        private long malformed;
        private String firstBad = "";
        private QueryLogFormat format;
        private QueryLogFormat.Parser parser;
        private QueryTime.Kind kind;
        private final SortedSet<String> indexes = new TreeSet<>();

        Reader(Content content) {
            this.content = content;
        }

        void add(String line) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                return;
            }
            lines++;
            if (format != null) {
                keep(line, parser, "line " + number);
                return;
            }
            waiting.add(line);
            numbers.add(number);
            if (waiting.size() == LOOKED_AT) {
                begin();
            }
        }

        private void begin() {
            try {
                QueryLogFormat.Found found = QueryLogFormat.of(waiting);
                format = found.format();
                parser = found.parser();
            } catch (InvalidInputException e) {
                throw new InvalidInputException("line " + numbers.getFirst() + ": '" + shown(waiting.getFirst())
                        + "': " + e.getMessage());
            }
            lines -= parser.headings();
            for (int i = parser.headings(); i < waiting.size(); i++) {
                keep(waiting.get(i), parser, "line " + numbers.get(i));
            }
            waiting.clear();
        }

        /** All that an array in JSON holds. */
        Reader array(String text) {
            format = QueryLogFormat.JSON;
            JsonQueries.array(text, (element, read) -> keep(element, read, "element " + ++lines));
            return this;
        }

        /** All that a file of a console's holds. */
        Reader requests(String text) {
            format = QueryLogFormat.REQUESTS;
            ConsoleRequests.of(text, (at, first, read) -> {
                lines++;
                keep(first, read, "line " + at);
            });
            return this;
        }

        private void keep(String line, QueryLogFormat.Parser by, String at) {
            try {
                read(line, by).ifPresentOrElse(this::keep, () -> others++);
            } catch (DateTimeParseException e) {
                bad(line, at, "'" + e.getParsedString() + "' is no time");
            } catch (IllegalArgumentException e) {
                bad(line, at, e.getMessage());
            }
        }

        private Optional<QueryLogFormat.Line> read(String line, QueryLogFormat.Parser by) {
            if (content != Content.EITHER) {
                return by.read(line, content == Content.REQUESTS);
            }
            try {
                Optional<QueryLogFormat.Line> text = by.read(line, false);
                return text.isPresent() ? text : by.read(line, true);
            } catch (IllegalArgumentException e) { // it has a query that is no text
                return Optional.of(by.read(line, true).orElseThrow(() -> e));
            }
        }

        private void bad(String line, String at, String why) {
            if (malformed++ == 0) {
                firstBad = at + ": '" + shown(line) + "': " + why;
            }
        }

        private static String shown(String line) {
            return Printable.shortened(line, LONGEST_SHOWN + 1);
        }

        private void keep(QueryLogFormat.Line line) {
            if (kind != null && line.time().kind() != kind) {
                throw new IllegalArgumentException(line.time().kind() == QueryTime.Kind.NONE ? "it has no time"
                        : "its time is written otherwise than those before");
            }
            kind = line.time().kind();
            if (size == ids.length) {
                ids = Arrays.copyOf(ids, 2 * size);
                millis = Arrays.copyOf(millis, 2 * size);
            }
            ids[size] = known.computeIfAbsent(line.sent() == null ? line.query() : line.sent(), asked -> {
                distinct.add(asked.toString());
                if (content == Content.REQUESTS) {
                    requests.add(line.sent());
                }
                return distinct.size() - 1;
            });
            millis[size++] = line.time().millis();
            if (!line.index().isEmpty()) {
                indexes.add(line.index());
            }
            parameterised += line.more() ? 1 : 0;
        }

        QueryLog log() {
            if (format == null && !waiting.isEmpty()) {
                begin();
            }
            if (size == 0) {
                throw new InvalidInputException("it has no query" + (malformed == 0 ? "" : "; " + firstBad)
                        + (others == 0 ? "" : ", and " + others + (others == 1 ? " line of " : " lines of ")
                        + format.words() + (others == 1 ? " that tells" : " that tell") + " of something else"));
            }
            sort();
            QueryTime start = new QueryTime(kind, millis[0]);
            Optional<double[]> since = kind == QueryTime.Kind.NONE ? Optional.empty()
                    : Optional.of(Arrays.stream(millis, 0, size).map(t -> t - start.millis()).toArray());
            return new QueryLog(format, distinct, requests, Arrays.copyOf(ids, size), since, start, lines, others,
                    parameterised, malformed, firstBad, indexes);
        }

        /** By time; those of the same stay in the order of their lines. */
        private void sort() {
            boolean sorted = IntStream.range(1, size).allMatch(i -> millis[i - 1] <= millis[i]);
            if (!sorted) {
                int[] order = IntStream.range(0, size).boxed().sorted(Comparator.comparingDouble(i -> millis[i]))
                        .mapToInt(i -> i).toArray();
                ids = Arrays.stream(order).map(i -> ids[i]).toArray();
                millis = Arrays.stream(order).mapToDouble(i -> millis[i]).toArray();
            }
        }
    }
}
