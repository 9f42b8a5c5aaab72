package dev.tidemark.core.data.search;

import module java.base;
import dev.tidemark.core.data.search.QueryLogFormat.Line;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The slow log of OpenSearch and Elasticsearch, as text or as JSON, of shards or of whole requests. Each shard writes
 * for itself, so that a query is there as often as the index has shards: that of shard 0 stands for it, or the only one
 * that was asked. Where a query is wanted, it is taken where it can be written in the language in which queries are
 * asked again; a request is taken with all that it has.
 */
final class SlowLog implements QueryLogFormat.Parser {

    /** Its logger is written out, or shortened as in {@code i.s.s.query}. */
    static final Pattern LINE = Pattern.compile("(?:[\\w.-]+\\s*\\|\\s*)?\\[([^\\]]+)\\]\\s*\\[\\w+\\s*\\]\\s*"
            + "\\[([\\w.]*(?:search\\.(?:request\\.)?slowlog|i\\.s\\.s|c\\.s\\.r\\.slowlog)[\\w.]*)\\s*\\].*");
    /** An index and one of its shards. */
    private static final Pattern SHARD = Pattern.compile(".*?\\[([^\\]]+)\\]\\[(\\d+)\\].*");
    private static final Pattern SHARDS = Pattern.compile(".*\\btotal_shards\\[(\\d+)\\].*");
    private static final Pattern SEARCH_TYPE = Pattern.compile(".*\\bsearch_type\\[(\\w+)\\].*");
    private static final String SOURCE = "source[";
    /** As Elasticsearch's own layout has its fields in front, and as Filebeat's. */
    private static final List<String> LEADS = List.of("", "elasticsearch.slowlog.", "elasticsearch.");
    /** What would be an operator. */
    private static final Pattern SIGN = Pattern.compile("[+\\-=&|><!(){}\\[\\]^\"~*?:\\\\/]");
    /** What a query has beside its text that changes what it finds, and the value without effect that logs show. */
    private static final Map<String, String> OPTIONS = Map.of("operator", "or", "default_operator", "or",
            "minimum_should_match", "", "default_field", "", "fields", "", "slop", "0", "phrase_slop", "0",
            "analyzer", "");
    private static final Map<String, String> FUZZY = Map.of("fuzziness", "");
    /** What a request has beside its query that leaves out what this finds. */
    private static final Map<String, String> BESIDE = Map.of("post_filter", "", "min_score", "");

    @Override
    public Optional<Line> read(String line, boolean whole) {
        Matcher m = LINE.matcher(line);
        if (!m.matches()) {
            throw new IllegalArgumentException("it is no line of " + QueryLogFormat.SLOW_LOG.words());
        }
        int from = line.indexOf(SOURCE);
        if (m.group(2).endsWith("fetch") || from < 0) {
            return Optional.empty();
        }
        String place = line.substring(m.end(2), from);
        Matcher shards = SHARDS.matcher(place);
        Matcher type = SEARCH_TYPE.matcher(place);
        return new Entry(place, shards.matches() && shards.group(1).equals("1"), type.matches() ? type.group(1) : "",
                QueryTime.of(m.group(1).strip())).line(line.substring(from + SOURCE.length()), whole);
    }

    /** Whether an object in JSON is a line of it. */
    static boolean wrote(JsonNode object) {
        return Stream.of("type", "event.dataset", "log.logger").anyMatch(name -> field(object, name).contains("slowlog"))
                && !field(object, "source", "source_query").isEmpty();
    }

    static Optional<Line> line(JsonNode object, boolean whole) {
        String writer = field(object, "type") + field(object, "event.dataset") + field(object, "log.logger")
                + field(object, "component");
        if (writer.endsWith("fetch") || writer.contains("indexing")) {
            return Optional.empty();
        }
        String place = field(object, "message");
        if (place.isEmpty() && !field(object, "shard.id").isEmpty()) {
            place = "[" + field(object, "index.name") + "][" + field(object, "shard.id") + "]";
        }
        return new Entry(place, field(object, "total_shards").equals("1"), field(object, "search_type"),
                JsonQueries.time(JsonQueries.first(object, List.of("timestamp", "@timestamp"))))
                .line(field(object, "source", "source_query"), whole);
    }

    /** The first of these fields that is there, however it is called in front; empty where none is. */
    private static String field(JsonNode object, String... names) {
        return Stream.of(names).flatMap(name -> LEADS.stream().map(lead -> lead + name))
                .map(name -> object.has(name) ? object.get(name) : object.at("/" + name.replace('.', '/')))
                .filter(JsonNode::isValueNode).map(JsonNode::asString).findFirst().orElse("");
    }

    /**
     * What a line tells beside the source.
     *
     * @param place with index and shard, where one shard has written it
     * @param only  whether no other shard was asked
     */
    private record Entry(String place, boolean only, String searchType, QueryTime time) {

        /** @param text an object, and perhaps more behind it */
        Optional<Line> line(String text, boolean whole) {
            Matcher shard = SHARD.matcher(place);
            boolean ofShard = shard.matches();
            if (ofShard && !only && !shard.group(2).equals("0")) {
                return Optional.empty();
            }
            String source = text.isEmpty() || text.startsWith("]") ? "{}" : source(text);
            if (whole) {
                return Optional.of(new Line(null, time, false, new SentRequest("/_search", parameters(), source),
                        ofShard ? shard.group(1) : ""));
            }
            JsonNode request = JsonText.read(source);
            JsonNode query = request.path("query");
            return query.isMissingNode() ? Optional.empty()
                    : Optional.of(new Line(written(query), time, isSet(request, BESIDE) || hasOptions(query)));
        }

        private String parameters() {
            boolean usual = searchType.isEmpty() || searchType.equalsIgnoreCase("query_then_fetch");
            return usual ? "" : "search_type=" + searchType.toLowerCase(Locale.ROOT);
        }

        private static String source(String text) {
            try {
                return JsonText.first(text);
            } catch (JacksonException e) {
                throw new IllegalArgumentException("its source is cut off, or no JSON", e);
            }
        }
    }

    /** The query in the language of query_string. */
    private static String written(JsonNode query) {
        String kind = first(query);
        JsonNode of = query.path(kind);
        return switch (kind) {
            case "query_string", "simple_query_string" -> text(of.path("query"), kind);
            case "match_all" -> "*:*";
            case "match", "match_phrase", "term" -> {
                String field = first(of);
                JsonNode value = of.path(field);
                String text = text(!value.isObject() ? value : value.path(kind.equals("term") ? "value" : "query"),
                        kind);
                String words = SIGN.matcher(text).replaceAll("\\\\$0");
                yield field + ":" + (kind.equals("match") ? "(" + words + ")" : "\"" + words + "\"");
            }
            default -> throw new IllegalArgumentException("a query of the kind '" + kind + "' cannot be asked as text");
        };
    }

    /** Whether what a query has beside its text changes what it finds; each query_string is logged with a fuzziness. */
    private static boolean hasOptions(JsonNode query) {
        String kind = first(query);
        JsonNode of = query.path(kind);
        JsonNode options = kind.endsWith("query_string") ? of : of.path(first(of));
        return isSet(options, OPTIONS) || kind.equals("match") && isSet(options, FUZZY);
    }

    /** Whether an object has one of these members, with another value than the one beside it. */
    private static boolean isSet(JsonNode object, Map<String, String> usual) {
        return usual.entrySet().stream().anyMatch(member -> {
            JsonNode value = object.path(member.getKey());
            return value.isString() || value.isNumber() ? !value.asString().equalsIgnoreCase(member.getValue())
                    : value.size() > 0;
        });
    }

    /** The name of the first member; empty where there is none. */
    private static String first(JsonNode object) {
        return object.propertyNames().stream().findFirst().orElse("");
    }

    private static String text(JsonNode node, String kind) {
        if (!node.isString() && !node.isNumber() || node.asString().isBlank()) {
            throw new IllegalArgumentException("its " + kind + " has no text");
        }
        return node.asString().strip();
    }
}
