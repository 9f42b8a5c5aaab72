package dev.tidemark.core.driver.embedded;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.ApiStyle.Input;

/** The styles that engines of keys and values have in common. */
public final class EmbeddedStyles {

    /** What the summary of a style says that forces documents to the disk by itself. */
    public static final String SYNCED = "forced to the disk before it returns, whatever the target's settings";

    private EmbeddedStyles() {}

    /** The common ones, with an engine's own among them. */
    public static List<ApiStyle> of(String protocol, ApiStyle... own) {
        List<ApiStyle> styles = new ArrayList<>(List.of(put(protocol),
                ApiStyle.of("batch", protocol, Input.TEXT, "as put, with several documents in one transaction")
                        .batched(),
                ApiStyle.of("batch-committed", protocol, Input.TEXT, "as batch, with committing as a step of its own")
                        .batched().committed()));
        styles.addAll(List.of(own));
        styles.addAll(mappedAndNoop(protocol));
        return List.copyOf(styles);
    }

    /** Those that a target of so many shards has: a batch would be several there. */
    public static List<ApiStyle> over(long shards, List<ApiStyle> styles) {
        return shards == 1 ? styles : styles.stream().filter(style -> !style.batches()).toList();
    }

    public static ApiStyle put(String protocol) {
        return ApiStyle.of("put", protocol, Input.TEXT,
                "JSON text as UTF-8 under a key of eight bytes, each document in a transaction of its own");
    }

    /** Those in which {@link #put} gets something else than text; and the no-op. */
    public static List<ApiStyle> mappedAndNoop(String protocol) {
        return List.of(
                ApiStyle.of("object", protocol, Input.OBJECT, "as put, with objects mapped to JSON text in a step of "
                        + "their own").mapped(),
                ApiStyle.of("tree", protocol, Input.TREE, "as put, with JSON trees written as text inside the call"),
                ApiStyle.noop("noop", protocol, "a look-up of a key that is not there, in an empty table: the smallest "
                        + "call that reaches the engine's data"));
    }
}
