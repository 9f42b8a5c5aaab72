package dev.tidemark.core.data.search;

import module java.base;
import dev.tidemark.core.data.search.QueryLogFormat.Line;
import dev.tidemark.core.param.InvalidInputException;

/**
 * Requests as the consoles of OpenSearch and Elasticsearch have them, and as files .http of editors do: a line of
 * method and path, and a body of JSON in the lines below it. A script has variables and commands besides.
 */
final class ConsoleRequests {

    private static final Pattern REQUEST = Pattern.compile("(GET|HEAD|POST|PUT|PATCH|DELETE)[ \\t]+"
            + "((?i:https?://\\S+)|/\\S*|(?:[^\\s/]+/)?_\\S+)(?:[ \\t]+HTTP/[0-9.]+)?(?:[ \\t]+(?:#|//).*)?\\s*");
    private static final Pattern HEADER = Pattern.compile("([A-Za-z][A-Za-z0-9-_]*):[ \\t]+(.*)");
    private static final Pattern REMARK = Pattern.compile("\\s*(?:#|//).*");
    private static final Pattern COMMAND = Pattern.compile("\\s*\\\\(?:set|if|operation|values)\\b.*");
    private static final Set<String> ASKING = Set.of("GET", "POST");

    private ConsoleRequests() {}

    /** Takes requests. */
    interface Sink {
        /** @param number of the first line */
        void take(int number, String first, QueryLogFormat.Parser read);
    }

    /** Whether a line says something to people alone. */
    static boolean isRemark(String line) {
        return REMARK.matcher(line).matches();
    }

    /**
     * Whether a file whose first line this is, but for remarks, holds requests.
     *
     * @throws InvalidInputException when it is a script
     */
    static boolean begins(String first) {
        if (COMMAND.matcher(first).matches()) {
            throw new InvalidInputException("it has a command of a script, '" + first.strip()
                    + "': such a file is named by query-template");
        }
        return REQUEST.matcher(first).matches();
    }

    /** All requests of a file, one after the other. */
    static void of(String text, Sink sink) {
        List<String> lines = text.lines().toList();
        int next = 0;
        while (next < lines.size()) {
            int from = next++;
            if (!lines.get(from).isBlank() && !isRemark(lines.get(from))) {
                while (next < lines.size() && !lines.get(next).startsWith("###") && !begins(lines.get(next))) {
                    next++;
                }
                List<String> below = lines.subList(from + 1, next);
                sink.take(from + 1, lines.get(from), (first, whole) -> read(first, below, whole));
            }
        }
    }

    private static Optional<Line> read(String first, List<String> below, boolean whole) {
        Matcher request = REQUEST.matcher(first);
        if (!request.matches()) {
            throw new IllegalArgumentException("it is no request");
        }
        String path = request.group(2);
        if (!ASKING.contains(request.group(1))) {
            throw new IllegalArgumentException("its method " + request.group(1) + " is not one of asking");
        }
        if (path.contains("://") && !path.startsWith("/")) {
            throw new IllegalArgumentException("a request has a path alone; the server is the target's address");
        }
        SentRequest sent = SentRequest.of(path.startsWith("/") ? path : "/" + path, body(below)).belowIndex();
        return whole ? Optional.of(new Line(null, QueryTime.NONE, false, sent))
                : !RequestParameters.isSearch(sent.path()) ? Optional.empty()
                : RequestParameters.query(sent.parameters(), QueryTime.NONE);
    }

    /** Without headers and remarks; null where nothing is left. */
    private static String body(List<String> below) {
        int at = 0;
        for (; at < below.size() && HEADER.matcher(below.get(at)).matches(); at++) {
            Matcher header = HEADER.matcher(below.get(at));
            if (header.matches() && (!header.group(1).equalsIgnoreCase("Content-Type")
                    || !header.group(2).contains("json"))) {
                throw new IllegalArgumentException("a request to an index of your own has a path and a body of JSON, "
                        + "and no header " + header.group(1));
            }
        }
        List<String> lines = below.subList(at, below.size()).stream().filter(line -> !isRemark(line)).toList();
        String body = String.join("\n", lines).strip();
        if (body.isEmpty()) {
            return null;
        }
        if (!body.startsWith("{") && !body.startsWith("[")) {
            throw new IllegalArgumentException("the text below it is not JSON");
        }
        if (body.contains("\"\"\"")) {
            throw new IllegalArgumentException("a text in three quotes is no JSON; a file with such is named by "
                    + "query-template");
        }
        return body.indexOf('\n') < 0 ? body : body + "\n"; // the last of several values ends, too
    }
}
