package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.ApiStyle.Input;

/**
 * The styles of Redis: the same JSON text under the same key, by other commands; only hash stores it otherwise. How
 * durable it is when it was answered is the server's setting in each.
 */
final class RedisStyles {

    static final String SET = "set";
    static final String MSET = "mset";
    static final String PIPELINE = "pipeline";
    static final String MULTI = "multi";
    static final String SCRIPT = "script";
    static final String SCRIPT_BATCH = "script-batch";
    static final String OBJECT = "object";
    static final String HASH = "hash";
    static final String PING = "ping";

    private static final String PROTOCOL = "resp";

    static final List<ApiStyle> ALL = List.of(
            of(SET, Input.TEXT, "the JSON text of a document as a value, by SET"),
            of(MSET, Input.TEXT, "the texts of a batch as arguments of one MSET").batched(),
            of(PIPELINE, Input.TEXT, "a SET for each text of a batch, all sent before the first answer is read")
                    .batched(),
            of(MULTI, Input.TEXT, "the same as pipeline in one transaction, between MULTI and EXEC").batched(),
            of(SCRIPT, Input.TEXT, "as set, but by a script on the server that is called by its digest (EVALSHA)"),
            of(SCRIPT_BATCH, Input.TEXT, "the texts of a batch as arguments of one call of the same script").batched(),
            of(OBJECT, Input.OBJECT, "as set, from an object that is mapped to JSON text before").mapped(),
            of(HASH, Input.OBJECT, "as object, but mapped to a hash with a field for each member (HSET), its array as "
                    + "JSON text").mapped(),
            of(PING, Input.NONE, "PING, a round trip that stores nothing"));

    /** Keys of a batch may be of several nodes, each of which would have a part of the transaction or script. */
    private static final Set<String> OF_ONE_NODE = Set.of(MSET, MULTI, SCRIPT_BATCH);

    static final List<ApiStyle> OF_CLUSTER = ALL.stream().filter(s -> !OF_ONE_NODE.contains(s.name())).toList();

    private RedisStyles() {}

    private static ApiStyle of(String name, Input input, String summary) {
        return ApiStyle.of(name, PROTOCOL, input, summary);
    }
}
