package dev.tidemark.core.data.search;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How a line of a file tells a query, and when it was asked. */
public enum QueryLogFormat {
    /**
     * What Solr writes of each request among other things: a time, in older versions in the line before, and
     * {@code path=/select params={q=...} hits=3 status=0 QTime=1}.
     */
    SOLR("Solr's request log", "(?:.*?(\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d+)?Z?))?.*?"
            + "\\bpath=(\\S+).*?\\bparams=\\{(.*?)\\}(?: .*|$)") {
        @Override
        Optional<Line> of(Matcher m) {
            boolean partOfAnother = Arrays.asList(m.group(3).split("&")).contains("isShard=true");
            return partOfAnother ? Optional.empty()
                    : asked(m.group(3), m.group(1) == null ? QueryTime.NONE : QueryTime.of(m.group(1)));
        }

        @Override
        boolean isAnother(String line) {
            return !line.contains("params={");
        }

        /** One line suffices: the log has many others. */
        @Override
        boolean fits(List<String> lines) {
            return lines.stream().anyMatch(line -> EVENT.matcher(line).find() || !isAnother(line)
                    && pattern().matcher(line).matches());
        }
    },
    /**
     * The common log format of web servers, or the combined one:
     * {@code [10/Oct/2026:13:55:36 +0000] "GET /x?q=... "}.
     */
    ACCESS("a web server's access log", "[^\"]*?\\[([^\\]]+)\\] \"([^\"]*)\".*") {
        @Override
        Optional<Line> of(Matcher m) {
            String[] request = m.group(2).split(" ");
            int at = request.length < 2 ? -1 : request[1].indexOf('?');
            QueryTime time = QueryTime.ofAccess(m.group(1));
            return at < 0 ? Optional.empty() : asked(request[1].substring(at + 1), time);
        }
    },
    /** An object on each line, with {@code q} or {@code query}, and maybe a time. */
    JSON("JSON lines", "\\s*(\\{.*\\})\\s*") {
        @Override
        Optional<Line> of(Matcher m) {
            try {
                JsonNode object = MAPPER.readTree(m.group(1));
                JsonNode query = first(object, List.of("q", "query"));
                if (query != null && !query.isString()) {
                    throw new IllegalArgumentException("its query is no text");
                }
                JsonNode time = first(object, List.of("time", "timestamp", "@timestamp", "ts"));
                return query == null || query.asString().isBlank() ? Optional.empty()
                        : Optional.of(new Line(query.asString().strip(), time == null ? QueryTime.NONE
                                : QueryTime.of(time.isNumber() ? time.decimalValue().toPlainString()
                                        : time.asString()), false));
            } catch (JacksonException e) {
                throw new IllegalArgumentException("it is no JSON", e);
            }
        }
    },
    /**
     * Seconds or a time in ISO 8601, a tab, and the query; behind another tab may stand parameters. A comma may stand
     * behind a time in ISO 8601.
     */
    TIMED("times and queries", "(\\d+(?:\\.\\d+)?(?=\\t)|"
            + "\\d{4}-\\d\\d-\\d\\d[ T][0-9:.]+(?:Z|[+-]\\d\\d:?\\d\\d)?)[\\t,](.+)") {
        @Override
        Optional<Line> of(Matcher m) {
            return written(m.group(2), QueryTime.of(m.group(1)));
        }
    },
    /** A query on each line; behind a tab may stand parameters. */
    PLAIN("a query on each line", "(.*\\S.*)") {
        @Override
        Optional<Line> of(Matcher m) {
            return written(m.group(1), QueryTime.NONE);
        }
    };

    private static final JsonMapper MAPPER = JsonMapper.shared();
    /** Any line of Solr's log: a time, and how important it is. */
    private static final Pattern EVENT = Pattern.compile(
            "^\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d[.,]?\\d*Z? +(?:TRACE|DEBUG|INFO|WARN|ERROR) +\\(");
    /** The parameters of a request, maybe with its address. */
    private static final Pattern PARAMETERS = Pattern.compile(
            "(?:\\S*\\?)?((?:[\\w.\\-]+=[^&\\s]*&)*q=[^&\\s]*(?:&\\S*)?)");

    private final String words;
    private final Pattern pattern;

    QueryLogFormat(String words, String pattern) {
        this.words = words;
        this.pattern = Pattern.compile(pattern);
    }

    /**
     * A query and when it was asked.
     *
     * @param more whether it had parameters that change what is found, as a filter; they are not asked again
     */
    record Line(String query, QueryTime time, boolean more) {}

    /** For people. */
    public String words() {
        return words;
    }

    Pattern pattern() {
        return pattern;
    }

    /** That of a file which begins with these lines. */
    static QueryLogFormat of(List<String> lines) {
        return Arrays.stream(values()).filter(f -> f.fits(lines)).findFirst().orElse(PLAIN);
    }

    abstract Optional<Line> of(Matcher matcher);

    /** Whether half of the lines are of this format. */
    boolean fits(List<String> lines) {
        return 2 * lines.stream().filter(line -> pattern.matcher(line).matches()).count() >= lines.size();
    }

    /** Whether a line tells of something else than requests. */
    boolean isAnother(String line) {
        return false;
    }

    /**
     * The query of a line; empty where it asks for something else.
     *
     * @throws IllegalArgumentException when the line is not of this format
     */
    Optional<Line> read(String line) {
        if (isAnother(line)) {
            return Optional.empty();
        }
        Matcher m = pattern.matcher(line);
        if (!m.matches()) {
            throw new IllegalArgumentException("it is no line of " + words);
        }
        try {
            return of(m);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("'" + e.getParsedString() + "' is no time", e);
        }
    }

    private static JsonNode first(JsonNode object, List<String> names) {
        return names.stream().map(object::get).filter(n -> n != null && !n.isNull()).findFirst().orElse(null);
    }

    /** A query as a person writes it, or as the parameters of a request; with others behind a tab. */
    private static Optional<Line> written(String text, QueryTime time) {
        String[] columns = text.strip().split("\t", 2);
        Matcher m = PARAMETERS.matcher(columns[0]);
        return m.matches() ? asked(m.group(1), time)
                : Optional.of(new Line(columns[0].strip(), time, columns.length > 1));
    }

    /** @param parameters as in an address, {@code a=1&q=some+words} */
    private static Optional<Line> asked(String parameters, QueryTime time) {
        List<String> all = List.of(parameters.split("&"));
        boolean filtered = all.stream().anyMatch(p -> p.startsWith("fq="));
        return all.stream().filter(p -> p.startsWith("q=") || p.startsWith("query="))
                .map(p -> decoded(p.substring(p.indexOf('=') + 1)).strip()).filter(q -> !q.isEmpty()).findFirst()
                .map(q -> new Line(q, time, filtered));
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
