package dev.tidemark.driver.basex;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.ApiStyle.Input;

/** The styles of BaseX's two protocols. An update is a transaction; there is none to be committed. */
final class BaseXStyles {

    static final String REST_PUT = "rest-put";
    static final String REST_PUT_MAPPED = "rest-put-mapped";
    static final String REST_EVAL_TEXT = "rest-eval-text";
    static final String REST_EVAL_ARRAY = "rest-eval-array";
    static final String REST_NOOP = "rest-noop";
    static final String CLIENT_ADD = "client-add";
    static final String CLIENT_PUT = "client-put";
    static final String CLIENT_EVAL_TEXT = "client-eval-text";
    static final String CLIENT_EVAL_JSON = "client-eval-json";
    static final String CLIENT_EVAL_ARRAY = "client-eval-array";
    static final String CLIENT_NOOP = "client-noop";

    private static final String REST = "rest";
    private static final String CLIENT = "client";

    /** Two variables are bound, and the query is executed. */
    private static final int EVALUATION = 3;

    static final List<ApiStyle> ALL = List.of(
            ApiStyle.of(REST_PUT, REST, Input.TEXT,
                    "a PUT of JSON text, which the service parses and stores as XML in the place of what is there"),
            ApiStyle.of(REST_PUT_MAPPED, REST, Input.OBJECT,
                    "the same PUT of an object that is mapped to JSON text in a step of its own").mapped(),
            ApiStyle.of(REST_EVAL_TEXT, REST, Input.TEXT,
                    "an XQuery with JSON text as a variable, sent with it each time: json:parse and db:put"),
            ApiStyle.of(REST_EVAL_ARRAY, REST, Input.TEXT,
                    "one XQuery with a JSON array of the batch as a variable, taken apart by the query").batched(),
            ApiStyle.of(CLIENT_PUT, CLIENT, Input.TEXT,
                    "PUT of JSON text, which the server parses and stores as XML in the place of what is there"),
            ApiStyle.of(CLIENT_ADD, CLIENT, Input.TEXT,
                    "ADD of JSON text, which the server parses and stores as XML without a look at what is there"),
            ApiStyle.of(CLIENT_EVAL_TEXT, CLIENT, Input.TEXT,
                    "an XQuery that the server keeps, with JSON text bound as a string: json:parse and db:put; three "
                            + "round trips").inRoundTrips(EVALUATION),
            ApiStyle.of(CLIENT_EVAL_JSON, CLIENT, Input.TEXT,
                    "the same with JSON text bound as JSON: the query has a map, which db:put-value stores as it is")
                    .inRoundTrips(EVALUATION),
            ApiStyle.of(CLIENT_EVAL_ARRAY, CLIENT, Input.TEXT,
                    "the same with a JSON array of the batch bound as a string and taken apart by the query").batched()
                    .inRoundTrips(EVALUATION),
            ApiStyle.noop(REST_NOOP, REST, "a GET of the query 1"),
            ApiStyle.noop(CLIENT_NOOP, CLIENT, "the command XQUERY 1"));

    private static final String VARIABLES = "declare variable $json external; declare variable $path external; ";
    /** Stores JSON text as XML. */
    private static final String PUT_TEXT = VARIABLES + "db:put(DB, json:parse($json), $path)";
    /** Stores a map. */
    private static final String PUT_MAP = VARIABLES + "db:put-value(DB, $json, $path)";
    /** Stores the elements of an array as documents of their own. The paths are one text, with blanks in between. */
    private static final String PUT_ARRAY = VARIABLES + "let $paths := tokenize($path) "
            + "for $one at $n in json:parse($json)/json/_ "
            + "return db:put(DB, document { <json type='object'>{ $one/node() }</json> }, $paths[$n])";

    private BaseXStyles() {}

    /** Whether a style goes by BaseX's own protocol. */
    static boolean usesClient(ApiStyle style) {
        return style.protocol().equals(CLIENT);
    }

    /** What a style evaluates, as {@link DatabaseNamespace#query} takes it; empty where it evaluates nothing. */
    static Optional<String> query(ApiStyle style) {
        return switch (style.name()) {
            case REST_EVAL_TEXT, CLIENT_EVAL_TEXT -> Optional.of(PUT_TEXT);
            case CLIENT_EVAL_JSON -> Optional.of(PUT_MAP);
            case REST_EVAL_ARRAY, CLIENT_EVAL_ARRAY -> Optional.of(PUT_ARRAY);
            default -> Optional.empty();
        };
    }
}
