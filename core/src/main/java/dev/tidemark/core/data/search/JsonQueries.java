package dev.tidemark.core.data.search;

import module java.base;
import dev.tidemark.core.data.search.QueryLogFormat.Line;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Objects with {@code q} or {@code query}, and maybe a time, or that are requests: one on each line, or all in one
 * array.
 */
final class JsonQueries implements QueryLogFormat.Parser {

    static final Pattern LINE = Pattern.compile("\\s*(\\{.*\\})\\s*");
    private static final Pattern ARRAY = Pattern.compile("\\s*\\[\\s*(?:[{\"].*)?");

    /** The line before, where this one is the body that belongs to it; else null. */
    private JsonNode header;

    @Override
    public Optional<Line> read(String line, boolean whole) {
        JsonNode before = header;
        header = null; // also where this line cannot be read: the next one is no body of it
        Matcher m = LINE.matcher(line);
        if (!m.matches()) {
            throw new IllegalArgumentException("it is no line of " + QueryLogFormat.JSON.words());
        }
        String text = m.group(1);
        JsonNode node = node(text);
        if (before != null) {
            return Optional.of(new Line(null, QueryTime.NONE, false, JsonRequests.search(before, text)));
        }
        if (whole && JsonRequests.isHeader(node)) {
            header = node;
            return Optional.empty();
        }
        return line(node, text, whole);
    }

    private static JsonNode node(String text) {
        try {
            return JsonText.read(text);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("it is no JSON", e);
        }
    }

    /** Whether a file whose first line this is holds one array. */
    static boolean beginsArray(String first) {
        return ARRAY.matcher(first).matches();
    }

    /**
     * What an array holds: texts that are queries, or objects.
     *
     * @param each takes the text of each, and what to read it with
     * @throws IllegalArgumentException when it is none
     */
    static void array(String text, BiConsumer<String, QueryLogFormat.Parser> each) {
        try {
            JsonText.elements(text, element -> each.accept(element, (of, whole) -> line(node(of), of, whole)));
        } catch (JacksonException e) {
            throw new IllegalArgumentException("it is no JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static Optional<Line> line(JsonNode node, String text, boolean whole) {
        if (node.isString()) {
            return query(node, null);
        }
        if (!node.isObject()) {
            throw new IllegalArgumentException("it is no object");
        }
        if (SlowLog.wrote(node)) {
            return SlowLog.line(node, whole);
        }
        JsonNode time = first(node, List.of("time", "timestamp", "@timestamp", "ts"));
        Optional<SentRequest> request = whole ? JsonRequests.of(node, text) : Optional.empty();
        if (request.isPresent()) {
            return Optional.of(new Line(null, time(time), false, request.get()));
        }
        JsonNode query = first(node, List.of("q", "query"));
        if (query != null && !query.isString()) {
            throw new IllegalArgumentException("its query is no text");
        }
        return query == null ? Optional.empty() : query(query, time);
    }

    private static Optional<Line> query(JsonNode query, JsonNode time) {
        String text = query.asString().strip();
        return text.isEmpty() ? Optional.empty() : Optional.of(new Line(text, time(time), false));
    }

    static QueryTime time(JsonNode time) {
        return time == null ? QueryTime.NONE
                : QueryTime.of(time.isNumber() ? time.decimalValue().toPlainString() : time.asString());
    }

    static JsonNode first(JsonNode object, List<String> names) {
        return names.stream().map(object::get).filter(n -> n != null && !n.isNull()).findFirst().orElse(null);
    }
}
