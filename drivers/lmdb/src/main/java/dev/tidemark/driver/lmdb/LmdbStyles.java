package dev.tidemark.driver.lmdb;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.ApiStyle.Input;
import dev.tidemark.core.driver.embedded.EmbeddedStyles;
import java.util.List;

/** The styles of LMDB's API, all with transactions: there is no other way. */
final class LmdbStyles {

    private static final String PROTOCOL = "jnr-ffi";
    private static final ApiStyle RESERVED = ApiStyle.of("put-reserved", PROTOCOL, Input.TEXT,
            "as put, written by the program into the room that LMDB reserves (MDB_RESERVE), instead of copied by LMDB");

    static final List<ApiStyle> ALL = EmbeddedStyles.of(PROTOCOL, RESERVED);

    private LmdbStyles() {}

    static boolean isReserved(ApiStyle style) {
        return style.equals(RESERVED);
    }
}
