package dev.tidemark.driver.opensearch;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.ApiStyle.Input;
import java.util.List;

/** The styles of OpenSearch's REST interface. By the server's default, what it answered is synced in its log. */
final class OpenSearchStyles {

    static final String INDEX = "index";
    static final String BULK = "bulk";
    static final String OBJECT = "object";
    static final String INDEX_REFRESH = "index-refresh";
    static final String BULK_REFRESH = "bulk-refresh";
    static final String PING = "ping";

    private static final String PROTOCOL = "http";

    static final List<ApiStyle> ALL = List.of(
            of(INDEX, Input.TEXT, "the JSON text of a document by PUT; durable when it is answered, and found by "
                    + "searches after a refresh"),
            of(BULK, Input.TEXT, "as index, with the texts of a batch as lines of one _bulk request").batched(),
            of(OBJECT, Input.OBJECT, "as index, from an object that is mapped to JSON text before").mapped(),
            of(INDEX_REFRESH, Input.TEXT, "as index, and answered when searches find it (refresh=true)"),
            of(BULK_REFRESH, Input.TEXT, "as bulk, and answered when searches find all of them (refresh=true)")
                    .batched(),
            of(PING, Input.NONE, "HEAD of the server's root, a round trip that stores nothing"));

    private OpenSearchStyles() {}

    private static ApiStyle of(String name, Input input, String summary) {
        return ApiStyle.of(name, PROTOCOL, input, summary);
    }
}
