package dev.tidemark.driver.mvstore;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.ApiStyle.Input;
import dev.tidemark.core.driver.embedded.EmbeddedStyles;
import dev.tidemark.core.param.Values;
import java.util.List;

/** The styles of MVStore's API: transactions, or maps without. */
final class MvStoreStyles {

    private static final String PROTOCOL = "java";
    private static final ApiStyle PLAIN = ApiStyle.of("put-plain", PROTOCOL, Input.TEXT,
            "as put, into a plain map, without a transaction");

    static final List<ApiStyle> ALL = EmbeddedStyles.of(PROTOCOL, PLAIN);

    private MvStoreStyles() {}

    /** Over several shards there is no batch, and no plain map, which is one. */
    static List<ApiStyle> with(Values values) {
        long shards = values.get(MvStoreParams.SHARDS);
        return EmbeddedStyles.over(shards, ALL).stream().filter(style -> shards == 1 || !isPlain(style)).toList();
    }

    /** Whether it does without transactions. */
    static boolean isPlain(ApiStyle style) {
        return style.equals(PLAIN);
    }
}
