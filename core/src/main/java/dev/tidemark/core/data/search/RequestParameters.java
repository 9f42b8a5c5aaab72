package dev.tidemark.core.data.search;

import module java.base;
import dev.tidemark.core.os.TextFile;

/** Requests to a search server as logs have them: which of them somebody asked to find something, and for what. */
final class RequestParameters {

    /** What changes what a query finds; the query is asked again without. */
    private static final Set<String> CHANGING = Set.of("fq", "filter", "defType", "df", "qf", "mm", "q.op", "uf");
    /** Parts of a path behind which nobody searches: what servers ask each other, and what typing asks. */
    private static final Pattern NO_SEARCH = Pattern.compile("(?i).*/(?:admin|api/cluster|replication|update|get|schema"
            + "|config|autocomplete|autosuggest|suggest|suggestions?|typeahead|complete|completions?)(?:/.*)?");
    /** Queries that Solr asks itself when it opens an index. */
    private static final Set<String> WARMING = Set.of("firstSearcher", "newSearcher");
    /** Addresses of a handler of Solr's collection, by either of its interfaces, and of OpenSearch's index. */
    private static final Pattern BELOW = Pattern.compile("(?:.*/solr|/api/(?:c|collections|cores))/[^/]+(/.+)"
            + "|(?:/[^/_][^/]*)?(/_.+)");
    /** What OpenSearch and Elasticsearch answer below an index without changing or keeping anything. */
    private static final Pattern READING = Pattern.compile("/_(?:m?search(?:/template)?|count|knn_search|eql/search"
            + "|validate/query|explain/[^/]+|field_caps|m?termvectors|termvectors/[^/]+|rank_eval|terms_enum|mget"
            + "|search_shards|mvt/.+)");
    /** What a body would change. */
    private static final Pattern READING_WITHOUT_BODY = Pattern.compile("/_(?:doc|source)/[^/]+");
    /** Handlers of Solr that change something. */
    private static final Pattern CHANGING_HANDLER = Pattern.compile(
            "(?i).*/(?:admin|update|replication|schema|config|blob|dataimport)(?:/.*)?");
    /** Handlers of Solr that are sent expressions. */
    private static final Pattern STREAMING = Pattern.compile("(?i).*/(?:stream|graph|export)(?:/.*)?");
    /** What in an expression changes something, goes on behind the answer, or is put in its place by the server. */
    private static final Pattern CHANGING_EXPRESSION = Pattern.compile("(?i)\\b(?:update|delete|commit|daemon|executor"
            + "|topic)\\s*\\(|\\baction=(?:start|stop|kill)\\b|\\$\\{");
    /** The parameter by which Solr is told another handler than the path's. */
    private static final String HANDLER = "qt=";
    /** A reference to another parameter, which Solr knows behind {@code {!}. */
    private static final Pattern REFERENCE = Pattern.compile("=\\$([\\w.\\-]+)");
    private static final int DEEPEST = 8;

    private RequestParameters() {}

    /** Whether requests to this path look for something. */
    static boolean isSearch(String path) {
        return !NO_SEARCH.matcher(path).matches();
    }

    /**
     * The query in parameters as an address has them, {@code a=1&q=some+words}; empty where there is none, or it is
     * part of another's answer.
     *
     * @throws IllegalArgumentException when an escape is none, or the query refers to what is not there
     */
    static Optional<QueryLogFormat.Line> query(String parameters, QueryTime time) {
        return query(parameters, time, null);
    }

    /** @param path below the index where the request is wanted as it was sent, whatever it asks for; else null */
    static Optional<QueryLogFormat.Line> query(String parameters, QueryTime time, String path) {
        Map<String, String> given = given(parameters, "&");
        Map<String, String> all = given.containsKey("q") || given.containsKey("query") ? given
                : given(parameters, "[&;]");
        String query = decoded(all.getOrDefault("q", all.getOrDefault("query", ""))).strip();
        if ("true".equals(all.get("isShard")) || WARMING.contains(all.getOrDefault("event", ""))) {
            return Optional.empty();
        }
        if (path != null) {
            return Optional.of(new QueryLogFormat.Line(null, time, false, new SentRequest(path, parameters, null)));
        }
        if (query.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new QueryLogFormat.Line(resolved(query, all, 0), time,
                !Collections.disjoint(all.keySet(), CHANGING)));
    }

    /** What of a path is below the index that it names; null where it is no search server's. */
    static String below(String path) {
        Matcher named = BELOW.matcher(path);
        return named.matches() ? named.group(1) == null ? named.group(2) : named.group(1) : null;
    }

    /** The first of each name, still with its escapes. */
    private static Map<String, String> given(String parameters, String separator) {
        Map<String, String> all = new LinkedHashMap<>();
        for (String parameter : List.of(parameters.split(separator))) {
            int equals = parameter.indexOf('=');
            if (equals > 0) {
                all.putIfAbsent(parameter.substring(0, equals), parameter.substring(equals + 1));
            }
        }
        return all;
    }

    /** With what it refers to in its place: the other parameters are not asked again. */
    private static String resolved(String query, Map<String, String> all, int depth) {
        if (!query.contains("{!")) {
            return query;
        }
        return REFERENCE.matcher(query).replaceAll(m -> {
            String value = all.get(m.group(1));
            if (value == null || depth == DEEPEST) {
                throw new IllegalArgumentException("its query refers to $" + m.group(1)
                        + (value == null ? ", which the line does not have" : " again and again"));
            }
            String text = resolved(decoded(value), all, depth + 1);
            return Matcher.quoteReplacement("='" + text.replace("\\", "\\\\").replace("'", "\\'") + "'");
        });
    }

    /** Whether a request to a path below an index changes nothing. @param body null where nothing is sent with it */
    static boolean onlyReads(String path, String parameters, String body) {
        String plain = readable(path).replaceAll("/+", "/");
        if (plain.startsWith("/_")) {
            return READING.matcher(plain).matches() || body == null && READING_WITHOUT_BODY.matcher(plain).matches();
        }
        List<String> handlers = handlers(plain, parameters);
        return handlers.stream().noneMatch(handler -> CHANGING_HANDLER.matcher(handler).matches())
                && (handlers.stream().noneMatch(handler -> STREAMING.matcher(handler).matches())
                || expressionsRead(parameters, body == null ? "" : body));
    }

    /** That of the path, and those that parameters name. */
    private static List<String> handlers(String path, String parameters) {
        return Stream.concat(Stream.of(path), Stream.of(parameters.split("&")).map(RequestParameters::readable)
                .filter(parameter -> parameter.startsWith(HANDLER))
                .map(parameter -> "/" + parameter.substring(HANDLER.length()))).toList();
    }

    /** Whether no expression changes anything; of one with a broken escape nobody knows. */
    private static boolean expressionsRead(String parameters, String body) {
        try {
            return Stream.of(decoded(parameters), body, decoded(body))
                    .noneMatch(text -> CHANGING_EXPRESSION.matcher(text).find());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Without escapes, where all are some; servers refuse others. */
    private static String readable(String text) {
        try {
            return decoded(text);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    /** With the escapes of addresses, of UTF-8. */
    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Without the escapes of addresses, whose bytes are UTF-8 or, as older pages sent them, Western. */
    static String decoded(String text) {
        if (text.indexOf('%') < 0) {
            return text.replace('+', ' ');
        }
        StringBuilder decoded = new StringBuilder();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                bytes.write(hex(text, i + 1));
                i += 2;
            } else {
                if (bytes.size() > 0) {
                    decoded.append(TextFile.decode(bytes.toByteArray()));
                    bytes.reset();
                }
                decoded.append(c == '+' ? ' ' : c);
            }
        }
        return decoded.append(TextFile.decode(bytes.toByteArray())).toString();
    }

    /** The byte that two digits at a place are. */
    static int hex(String text, int at) {
        int high = at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
        int low = at + 1 < text.length() ? Character.digit(text.charAt(at + 1), 16) : -1;
        if (high < 0 || low < 0) {
            throw new IllegalArgumentException("'" + text.substring(at - 1, Math.min(text.length(), at + 2))
                    + "' is no escape");
        }
        return high << 4 | low;
    }
}
