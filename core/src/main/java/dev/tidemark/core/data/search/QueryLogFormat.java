package dev.tidemark.core.data.search;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;

/** How a file tells queries, and when they were asked. */
public enum QueryLogFormat {
    /** What Solr writes of each request, among other things. */
    SOLR("Solr's request log") {
        @Override
        Optional<Parser> parser(List<String> head) {
            return SolrRequests.of(head);
        }
    },
    /** The common log format of web servers, or the combined one. */
    ACCESS("a web server's access log") {
        @Override
        Optional<Parser> parser(List<String> head) {
            return half(head, AccessRequests.LINE) ? Optional.of(new AccessRequests()) : Optional.empty();
        }
    },
    /** What OpenSearch and Elasticsearch write of the queries that took long. */
    SLOW_LOG("OpenSearch's slow log") {
        @Override
        Optional<Parser> parser(List<String> head) {
            return half(head, SlowLog.LINE) ? Optional.of(new SlowLog()) : Optional.empty();
        }
    },
    /** An object on each line, or an array of them, with {@code q} or {@code query}, and maybe a time. */
    JSON("JSON") {
        @Override
        Optional<Parser> parser(List<String> head) {
            return half(head, JsonQueries.LINE) ? Optional.of(new JsonQueries()) : Optional.empty();
        }
    },
    /** A line of method and path, and a body in the lines below; known by its first line. */
    REQUESTS("requests as a console has them") {
        @Override
        Optional<Parser> parser(List<String> head) {
            return Optional.empty(); // they are of several lines
        }
    },
    /** Times and queries in columns. */
    TIMED("times and queries") {
        @Override
        Optional<Parser> parser(List<String> head) {
            return QueryColumns.of(head).filter(QueryColumns::timed).map(columns -> columns);
        }
    },
    /** Queries in a column, as its heading or what stands beside it tells. */
    TABLE("a table with a column of queries") {
        @Override
        Optional<Parser> parser(List<String> head) {
            return QueryColumns.of(head).map(columns -> columns);
        }
    },
    /** A query on each line; behind a tab may stand parameters, or numbers that nobody has named. */
    PLAIN("a query on each line") {
        @Override
        Optional<Parser> parser(List<String> head) {
            return half(head.stream().map(QueryLogFormat::beginning).toList(), ANOTHER) ? Optional.empty()
                    : QueryColumns.alone(head);
        }
    };

    private static final int BEGINNING = 200;
    /** What no person types as a query: the beginning of a log's line, of markup, of an object, a time with more cells. */
    private static final Pattern ANOTHER = Pattern.compile("\\s*(?:"
            + "[\\[(<\"']?(?:\\d{4}[-/]\\d\\d[-/]\\d\\d[ T]\\d\\d:\\d\\d"
            + "|\\d{4}[-/]\\d\\d[-/]\\d\\d[\\t,;|]|\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}(?:,? \\d{1,2}:\\d\\d|[\\t,;|])"
            + "|\\d{1,2}:\\d\\d(?::\\d\\d)?(?:[.,]\\d+)?(?: ?[APap][Mm])?[\\t,;|]"
            + "|\\d\\d/\\w{3}/\\d{4}[: ]|(?:\\w{3} )?\\w{3} +\\d{1,2},? [\\d ]*\\d\\d:\\d\\d:\\d\\d"
            + "|(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|SEVERE)\\b[\\]: ])|<[?!/\\w]|\\{(?!!)"
            + "|\\[\\s*(?:[{\"\\[]|$)"
            + "|\\]\\s*$|\\},?\\s*$|\\w+=\\S+ +(?=.*\\b(?:level|lvl|msg|time|ts)=)).*");

    private final String words;

    QueryLogFormat(String words) {
        this.words = words;
    }

    /**
     * A query and when it was asked.
     *
     * @param query in the engine's own language; null where only the request is known
     * @param more  whether it had parameters that change what is found, as a filter; they are not asked again
     * @param sent  the request as it was sent, where that was wanted and the line tells it; else null
     * @param index that it was sent to; empty where that is not reported
     */
    record Line(String query, QueryTime time, boolean more, SentRequest sent, String index) {

        Line(String query, QueryTime time, boolean more, SentRequest sent) {
            this(query, time, more, sent, "");
        }

        Line(String query, QueryTime time, boolean more) {
            this(query, time, more, null);
        }
    }

    /** Reads line after line of one file. */
    interface Parser {

        /**
         * The query of a line; empty where it asks for something else, or for nothing.
         *
         * @param whole whether the request is wanted as it was sent
         * @throws IllegalArgumentException when the line is not of this format
         */
        Optional<Line> read(String line, boolean whole);

        /** Lines in front that are headings. */
        default int headings() {
            return 0;
        }
    }

    /** For people. */
    public String words() {
        return words;
    }

    /** The parser of a file that begins with these lines, where it is of this format. */
    abstract Optional<Parser> parser(List<String> head);

    /** A format and its parser. */
    record Found(QueryLogFormat format, Parser parser) {}

    /**
     * That of a file which begins with these lines.
     *
     * @throws InvalidInputException when it is none of them
     */
    static Found of(List<String> head) {
        return Arrays.stream(values()).flatMap(format -> format.parser(head).map(p -> new Found(format, p)).stream())
                .findFirst().orElseThrow(() -> new InvalidInputException("the format is not known; what can be read "
                        + "is " + String.join(", ", Arrays.stream(values()).map(QueryLogFormat::words).toList())));
    }

    private static String beginning(String line) {
        return line.substring(0, Math.min(line.length(), BEGINNING));
    }

    private static boolean half(List<String> lines, Pattern pattern) {
        return 2 * lines.stream().filter(line -> pattern.matcher(line).matches()).count() >= lines.size();
    }
}
