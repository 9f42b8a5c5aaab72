package dev.tidemark.core.data.search;

import dev.tidemark.core.data.search.QueryLogFormat.Line;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/**
 * The slow log of OpenSearch and Elasticsearch, as text or as JSON. Each shard writes for itself, so that a query is
 * there as often as the index has shards: that of shard 0 stands for it. It is taken where it can be written in the
 * language in which queries are asked again.
 */
final class SlowLog implements QueryLogFormat.Parser {

    static final Pattern LINE = Pattern.compile("\\[([^\\]]+)\\]\\s*\\[\\w+\\s*\\]\\s*"
            + "\\[[\\w.]*search\\.slowlog[\\w.]*\\s*\\].*");
    private static final Pattern SHARD = Pattern.compile(".*?\\[[^\\]]+\\]\\[(\\d+)\\].*");
    private static final String SOURCE = "source[";
    /** What would be an operator. */
    private static final Pattern SIGN = Pattern.compile("[+\\-=&|><!(){}\\[\\]^\"~*?:\\\\/]");
    private static final ObjectReader JSON = JsonMapper.shared().reader()
            .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    @Override
    public Optional<Line> read(String line, boolean whole) {
        Matcher m = LINE.matcher(line);
        if (!m.matches()) {
            throw new IllegalArgumentException("it is no line of " + QueryLogFormat.SLOW_LOG.words());
        }
        int from = line.indexOf(SOURCE);
        if (line.contains("slowlog.fetch") || from < 0) {
            return Optional.empty();
        }
        return query(line.substring(m.end(1), from), line.substring(from + SOURCE.length()),
                QueryTime.of(m.group(1).strip()), whole);
    }

    /** Whether an object in JSON is a line of it. */
    static boolean wrote(JsonNode object) {
        return object.path("type").asString("").contains("slowlog") && object.has("source");
    }

    static Optional<Line> line(JsonNode object, boolean whole) {
        boolean query = !object.path("component").asString("").endsWith("fetch");
        return query ? query(object.path("message").asString(""), object.path("source").asString(""),
                JsonQueries.time(JsonQueries.first(object, List.of("timestamp", "@timestamp"))), whole)
                : Optional.empty();
    }

    /** @param source an object, and perhaps more behind it */
    private static Optional<Line> query(String place, String source, QueryTime time, boolean whole) {
        Matcher shard = SHARD.matcher(place);
        if (shard.matches() && !shard.group(1).equals("0")) {
            return Optional.empty();
        }
        try {
            JsonNode search = JSON.readTree(source);
            if (whole) {
                return Optional.of(new Line(null, time, false, new SentRequest("/_search", "", search.toString())));
            }
            JsonNode query = search.path("query");
            return query.isMissingNode() ? Optional.empty() : Optional.of(new Line(written(query), time, false));
        } catch (JacksonException e) {
            throw new IllegalArgumentException("its source is no JSON", e);
        }
    }

    /** The query in the language of query_string. */
    private static String written(JsonNode query) {
        String kind = query.propertyNames().stream().findFirst().orElse("");
        JsonNode of = query.path(kind);
        return switch (kind) {
            case "query_string", "simple_query_string" -> text(of.path("query"), kind);
            case "match_all" -> "*:*";
            case "match", "match_phrase", "term" -> {
                String field = of.propertyNames().stream().findFirst().orElse("");
                JsonNode value = of.path(field);
                String text = text(!value.isObject() ? value : value.path(kind.equals("term") ? "value" : "query"),
                        kind);
                String words = SIGN.matcher(text).replaceAll("\\\\$0");
                yield field + ":" + (kind.equals("match") ? "(" + words + ")" : "\"" + words + "\"");
            }
            default -> throw new IllegalArgumentException("a query of the kind '" + kind + "' cannot be asked as text");
        };
    }

    private static String text(JsonNode node, String kind) {
        if (!node.isString() && !node.isNumber() || node.asString().isBlank()) {
            throw new IllegalArgumentException("its " + kind + " has no text");
        }
        return node.asString().strip();
    }
}
