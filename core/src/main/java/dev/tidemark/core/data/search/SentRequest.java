package dev.tidemark.core.data.search;

import module java.base;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request to a search server as somebody has sent it, and as it is sent again: nothing is read into it.
 *
 * @param path       below the index, with a slash in front: {@code /select}, {@code /_search}
 * @param parameters as they stand behind the question mark of an address, escapes and order and all; empty for none
 * @param body       what was sent with it; null for nothing, as of a GET
 */
public record SentRequest(String path, String parameters, String body) {

    private static final String ALLOWED = "-._~!$&'()*+,;=:@/?";
    /** A path as somebody writes it who is used to naming the collection of Solr in front of its handler. */
    private static final Pattern COLLECTION = Pattern.compile("/[^/]+(/(?:select|query|update(?:/.+)?))");
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    public SentRequest {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("its path '" + path + "' does not begin with a slash");
        }
    }

    /** The same with a path that may hold the parameters. */
    public static SentRequest of(String address, String body) {
        int at = address.indexOf('?');
        return at < 0 ? new SentRequest(address, "", body)
                : new SentRequest(address.substring(0, at), address.substring(at + 1), body);
    }

    /** The same below the index, where its path names one: the one that is measured is asked. */
    public SentRequest belowIndex() {
        Matcher named = COLLECTION.matcher(path);
        String below = named.matches() ? named.group(1) : RequestParameters.below(path);
        return below == null ? this : new SentRequest(below, parameters, body);
    }

    /** A request for a text, in the parameter of that name. */
    public static SentRequest of(String path, String name, String text) {
        return new SentRequest(path, name + "=" + RequestParameters.encoded(text), null);
    }

    /**
     * With other values: of a member that the body has, which is read as JSON where it is any; else of the parameter
     * of the name, in the place of the first one, without the others of that name, or behind all.
     *
     * @param values name to value; an empty one takes it away
     */
    public SentRequest with(Map<String, String> values) {
        Map<String, String> left = new LinkedHashMap<>(values);
        String changed = body == null ? null : changed(left);
        return new SentRequest(path, changedParameters(left), changed);
    }

    /** The body with what it has of these members, which are taken out of the values. */
    private String changed(Map<String, String> values) {
        if (object(body) instanceof ObjectNode members
                && values.keySet().removeIf(name -> members.has(name) && put(members, name, values.get(name)))) {
            return members.toString();
        }
        return body;
    }

    private static boolean put(ObjectNode members, String name, String value) {
        if (value.isEmpty()) {
            members.remove(name);
        } else {
            JsonNode json = object(value);
            members.set(name, json == null ? members.stringNode(value) : json);
        }
        return true;
    }

    /** Null where it is no JSON. */
    private static JsonNode object(String text) {
        try {
            return JsonMapper.shared().readTree(text);
        } catch (JacksonException e) {
            return null;
        }
    }

    private String changedParameters(Map<String, String> values) {
        List<String> changed = new ArrayList<>();
        Set<String> done = new HashSet<>();
        for (String parameter : parameters.isEmpty() ? new String[0] : parameters.split("&")) {
            String name = RequestParameters.decoded(parameter.split("=", 2)[0]);
            String value = values.get(name);
            if (value == null) {
                changed.add(parameter);
            } else if (done.add(name) && !value.isEmpty()) {
                changed.add(written(name, value));
            }
        }
        Stream<String> added = values.entrySet().stream().filter(v -> !done.contains(v.getKey())
                && !v.getValue().isEmpty()).map(v -> written(v.getKey(), v.getValue()));
        return Stream.concat(changed.stream(), added).collect(Collectors.joining("&"));
    }

    private static String written(String name, String value) {
        return RequestParameters.encoded(name) + "=" + RequestParameters.encoded(value);
    }

    /**
     * Path and parameters as an address has them: characters that none may have, as logs show them that servers write,
     * are the bytes of UTF-8 in escapes, which servers read as the same.
     */
    public String address() {
        return escaped(written());
    }

    /** Whether it asks, by what is known of the servers' paths and expressions; any other may change an index. */
    public boolean onlyReads() {
        return RequestParameters.onlyReads(path, parameters, body);
    }

    /** The parameters alone, as a form has them. */
    public String form() {
        return escaped(parameters);
    }

    private String written() {
        return parameters.isEmpty() ? path : path + "?" + parameters;
    }

    /** With what RFC 3986 allows in a query, and escapes that are there already. */
    private static String escaped(String text) {
        StringBuilder escaped = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean stays = c == '%' ? isEscape(text, i)
                    : c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || ALLOWED.indexOf(c) >= 0;
            if (stays) {
                if (escaped != null) {
                    escaped.append(c);
                }
                continue;
            }
            if (escaped == null) {
                escaped = new StringBuilder(text.length() + 32).append(text, 0, i);
            }
            int end = text.offsetByCodePoints(i, 1);
            for (byte b : text.substring(i, end).getBytes(StandardCharsets.UTF_8)) {
                escaped.append('%').append(HEX.toHexDigits(b));
            }
            i = end - 1;
        }
        return escaped == null ? text : escaped.toString();
    }

    private static boolean isEscape(String text, int at) {
        return at + 2 < text.length() && HexFormat.isHexDigit(text.charAt(at + 1))
                && HexFormat.isHexDigit(text.charAt(at + 2));
    }

    /** For people: path and parameters as they are, and what was sent with them. */
    @Override
    public String toString() {
        return body == null ? written() : written() + " " + body.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
