package dev.tidemark.core.data.search;

import module java.base;
import dev.tidemark.core.data.search.QueryLogFormat.Line;

/**
 * Solr's log: {@code path=/select params={q=...} hits=3 status=0 QTime=1} and a time in front of it, in the oldest
 * versions in the line before. Solr also logs what it asks itself and what it administers, and a request that took
 * long once more; none of that was asked by anybody.
 */
final class SolrRequests implements QueryLogFormat.Parser {

    private static final Pattern REQUEST = Pattern.compile("(.*?)\\bwebapp=(\\S*) path=(\\S+).*?\\bparams=\\{(.*?)\\}"
            + "( .*|$)");
    private static final Pattern BARE = Pattern.compile("(.*?)()\\bpath=(\\S+).*?\\bparams=\\{(.*?)\\}( .*|$)");
    /** Any line of Solr's log: a time, and how important it is. */
    private static final Pattern EVENT = Pattern.compile(
            "^\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d[.,]?\\d*Z? +(?:TRACE|DEBUG|INFO|WARN|ERROR) +\\(");
    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d+)?Z?");
    /** Milliseconds since the server began. */
    private static final Pattern SINCE = Pattern.compile("^(\\d+) +(?:INFO|WARN)\\b.*");
    /** Of the first line of two. */
    private static final Pattern BEFORE = Pattern.compile("^(\\w{3} \\d\\d?, \\d{4} \\d\\d?:\\d\\d:\\d\\d [AP]M) .*");
    private static final DateTimeFormatter OLD = DateTimeFormatter.ofPattern("MMM d, yyyy h:mm:ss a", Locale.US);
    private static final Pattern SLOW = Pattern.compile(".*\\b(?:SlowRequest|slow:).*");
    private static final Pattern FAILED = Pattern.compile(".* status=(?!0\\b)\\S+.*");

    /** Whether requests that took long are there once more. */
    private final boolean slowTwice;
    private QueryTime before = QueryTime.NONE;

    private SolrRequests(boolean slowTwice) {
        this.slowTwice = slowTwice;
    }

    /** One line suffices: the log has many others. */
    static Optional<QueryLogFormat.Parser> of(List<String> head) {
        List<Matcher> requests = head.stream().map(SolrRequests::request).filter(Matcher::matches).toList();
        return requests.isEmpty() && head.stream().noneMatch(line -> EVENT.matcher(line).find()) ? Optional.empty()
                : Optional.of(new SolrRequests(requests.isEmpty()
                        || !requests.stream().allMatch(SolrRequests::isSlow)));
    }

    private static Matcher request(String line) {
        Matcher whole = REQUEST.matcher(line);
        return whole.matches() ? whole : BARE.matcher(line);
    }

    private static boolean isSlow(Matcher request) {
        return SLOW.matcher(request.group(1)).matches();
    }

    @Override
    public Optional<Line> read(String line, boolean whole) {
        Matcher m = request(line);
        if (!line.contains("params={")) {
            before = before(line);
            return Optional.empty();
        }
        if (!m.matches()) {
            throw new IllegalArgumentException("it is no whole line of " + QueryLogFormat.SOLR.words());
        }
        QueryTime time = time(m.group(1), line);
        boolean byItself = m.group(2).equals("null") || m.group(3).equals("null");
        return byItself || slowTwice && isSlow(m) || FAILED.matcher(m.group(5)).matches()
                || whole && m.group(4).isEmpty() // what was sent in a body is not in the log
                || !RequestParameters.isSearch(m.group(3)) ? Optional.empty()
                : RequestParameters.query(m.group(4), time, whole ? m.group(3) : null);
    }

    private QueryTime time(String front, String line) {
        Matcher time = TIME.matcher(front);
        if (time.find()) {
            return QueryTime.of(time.group());
        }
        Matcher since = SINCE.matcher(line);
        return since.matches() ? new QueryTime(QueryTime.Kind.RELATIVE, Double.parseDouble(since.group(1))) : before;
    }

    private static QueryTime before(String line) {
        Matcher m = BEFORE.matcher(line);
        try {
            return m.matches() ? new QueryTime(QueryTime.Kind.LOCAL,
                    LocalDateTime.parse(m.group(1), OLD).toInstant(ZoneOffset.UTC).toEpochMilli()) : QueryTime.NONE;
        } catch (DateTimeParseException e) {
            return QueryTime.NONE;
        }
    }
}
