package dev.tidemark.core.data.search;

import dev.tidemark.core.data.search.QueryLogFormat.Line;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Objects with {@code q} or {@code query}, and maybe a time: one on each line, or all in one array. */
final class JsonQueries implements QueryLogFormat.Parser {

    static final Pattern LINE = Pattern.compile("\\s*(\\{.*\\})\\s*");
    private static final Pattern ARRAY = Pattern.compile("\\s*\\[\\s*(?:[{\"].*)?");
    private static final JsonMapper MAPPER = JsonMapper.shared();

    @Override
    public Optional<Line> read(String line, boolean whole) {
        Matcher m = LINE.matcher(line);
        if (!m.matches()) {
            throw new IllegalArgumentException("it is no line of " + QueryLogFormat.JSON.words());
        }
        try {
            return line(MAPPER.readTree(m.group(1)), whole);
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
            JsonNode array = MAPPER.readTree(text);
            array.forEach(node -> each.accept(node.toString(), (_, whole) -> line(node, whole)));
        } catch (JacksonException e) {
            throw new IllegalArgumentException("it is no JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static Optional<Line> line(JsonNode node, boolean whole) {
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
        if (whole && node.path("path").isString()) {
            return Optional.of(new Line(null, time(time), false, request(node)));
        }
        JsonNode query = first(node, List.of("q", "query"));
        if (query != null && !query.isString()) {
            throw new IllegalArgumentException("its query is no text");
        }
        return query == null ? Optional.empty()
                : query(query, time);
    }

    /** The body may be JSON or a text, as several lines of JSON are. */
    private static SentRequest request(JsonNode node) {
        JsonNode body = first(node, List.of("body"));
        return SentRequest.of(node.path("path").asString(),
                body == null ? null : body.isString() ? body.asString() : body.toString());
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
