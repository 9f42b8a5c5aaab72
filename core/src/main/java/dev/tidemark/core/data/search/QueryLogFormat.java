package dev.tidemark.core.data.search;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How a line of a file tells a query, and when it was asked. */
public enum QueryLogFormat {
    /** What Solr writes of each request: a time, and {@code params={q=...}}. */
    SOLR("Solr's request log", "(\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d+)?).*?\\bparams=\\{(.*?)\\}(?: |$).*") {
        @Override
        Optional<Line> of(Matcher m) {
            return asked(m.group(2), localTime(m.group(1).replace(' ', 'T').replace(',', '.')));
        }
    },
    /** The common log format of web servers, or the combined one: {@code [10/Oct/2026:13:55:36 +0000] "GET /x?q=... "}. */
    ACCESS("a web server's access log", ".*?\\[([^\\]]+)\\] \"[A-Z]+ ([^ \"]+)[^\"]*\".*") {
        @Override
        Optional<Line> of(Matcher m) {
            String address = m.group(2);
            int at = address.indexOf('?');
            return asked(at < 0 ? "" : address.substring(at + 1), millis(OffsetDateTime.parse(m.group(1),
                    DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT)).toInstant()));
        }
    },
    /** Seconds or a time in ISO 8601, a tab, and the query. */
    TIMED("times and queries", "(\\d+(?:\\.\\d+)?|\\d{4}-\\d\\d-\\d\\dT[0-9:.]+(?:Z|[+-]\\d\\d:?\\d\\d)?)\\t(.+)") {
        @Override
        Optional<Line> of(Matcher m) {
            String time = m.group(1);
            double millis = !time.contains("T") ? Double.parseDouble(time) * 1000
                    : time.matches(".*(Z|[+-]\\d\\d:?\\d\\d)") ? millis(OffsetDateTime.parse(time).toInstant())
                            : localTime(time);
            return Optional.of(new Line(m.group(2).strip(), millis));
        }
    },
    /** A query on each line. */
    PLAIN("a query on each line", "(.*\\S.*)") {
        @Override
        Optional<Line> of(Matcher m) {
            return Optional.of(new Line(m.group(1).strip(), Double.NaN));
        }
    };

    private final String words;
    private final Pattern pattern;

    QueryLogFormat(String words, String pattern) {
        this.words = words;
        this.pattern = Pattern.compile(pattern);
    }

    /** A query and when it was asked. @param millis since any moment; not a number where that is not told */
    record Line(String query, double millis) {}

    /** For people. */
    public String words() {
        return words;
    }

    /** That of a file with this first line. */
    static QueryLogFormat of(String first) {
        return Arrays.stream(values()).filter(f -> f.pattern.matcher(first).matches()).findFirst().orElse(PLAIN);
    }

    abstract Optional<Line> of(Matcher matcher);

    /** Whether a line is one of this format at all. */
    boolean fits(String line) {
        return pattern.matcher(line).matches();
    }

    /**
     * The query of a line; empty where it asks for something else.
     *
     * @throws IllegalArgumentException when the line is not of this format
     */
    Optional<Line> read(String line) {
        Matcher m = pattern.matcher(line);
        if (!m.matches()) {
            throw new IllegalArgumentException("it is no line of " + words);
        }
        try {
            return of(m);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("'" + m.group(1) + "' is no time", e);
        }
    }

    /** @param parameters as in an address, {@code a=1&q=some+words} */
    private static Optional<Line> asked(String parameters, double millis) {
        return Arrays.stream(parameters.split("&")).filter(p -> p.startsWith("q=") || p.startsWith("query="))
                .map(p -> decoded(p.substring(p.indexOf('=') + 1)).strip()).filter(q -> !q.isEmpty()).findFirst()
                .map(q -> new Line(q, millis));
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static double localTime(String text) {
        return millis(LocalDateTime.parse(text).toInstant(ZoneOffset.UTC));
    }

    private static double millis(Instant instant) {
        return instant.getEpochSecond() * 1e3 + instant.getNano() / 1e6;
    }
}
