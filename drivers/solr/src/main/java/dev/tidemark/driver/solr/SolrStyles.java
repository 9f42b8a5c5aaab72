package dev.tidemark.driver.solr;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.ApiStyle.Input;
import dev.tidemark.core.param.Durability;
import java.util.List;

/**
 * The styles of Solr: by its own client SolrJ, and as JSON over HTTP without it; both over HTTP 1.1. Unless a style
 * commits, what was answered is in the server's transaction log, which it does not sync: it outlives the server's
 * process, but not the machine, before the server's own commit, which is at most 15 seconds later.
 */
final class SolrStyles {

    static final String ADD = "add";
    static final String ADD_BATCH = "add-batch";
    static final String BEAN = "bean";
    static final String BEAN_BATCH = "bean-batch";
    static final String JSON = "json";
    static final String JSON_BATCH = "json-batch";
    static final String OBJECT = "object";
    static final String XML = "xml";
    static final String CONCURRENT = "concurrent";
    static final String ADD_BATCH_COMMIT = "add-batch-commit";
    static final String ADD_BATCH_SOFT_COMMIT = "add-batch-soft-commit";
    static final String PING = "ping";
    static final String PING_HTTP = "ping-http";

    /** The protocol of what goes through SolrJ. */
    static final String SOLRJ = "solrj";
    private static final String HTTP = "http";

    private static final String LEFT = "; the server syncs it by its own commit within 15 s, and until then a crash of "
            + "the machine loses it";

    static final List<ApiStyle> ALL = List.of(
            of(ADD, SOLRJ, Input.TREE, "a SolrInputDocument with child documents, sent as javabin by SolrJ" + LEFT),
            of(ADD_BATCH, SOLRJ, Input.TREE, "as add, with the documents of a batch in one request" + LEFT).batched(),
            of(BEAN, SOLRJ, Input.OBJECT, "as add, from an annotated bean that SolrJ's binder maps before" + LEFT)
                    .mapped(),
            of(BEAN_BATCH, SOLRJ, Input.OBJECT, "as bean, with the documents of a batch in one request" + LEFT).mapped()
                    .batched(),
            of(JSON, HTTP, Input.TEXT, "the JSON text of a document, posted without SolrJ" + LEFT),
            of(JSON_BATCH, HTTP, Input.TEXT, "as json, with the texts of a batch in one request" + LEFT).batched(),
            of(OBJECT, HTTP, Input.OBJECT, "as json, from an object that is mapped to JSON text before" + LEFT)
                    .mapped(),
            of(XML, SOLRJ, Input.TREE, "as add, but sent as XML" + LEFT),
            of(CONCURRENT, SOLRJ, Input.TREE, "as add-batch, but each document put into the queue of SolrJ's "
                    + "concurrent client, whose one thread streams them, and waited for" + LEFT).batched(),
            of(ADD_BATCH_COMMIT, SOLRJ, Input.TREE, "as add-batch, and a hard commit, which syncs all that anybody has "
                    + "added and shows it to searches").batched().committed().states(Durability.DURABLE),
            of(ADD_BATCH_SOFT_COMMIT, SOLRJ, Input.TREE, "as add-batch, and a soft commit, which shows all that "
                    + "anybody has added to searches" + LEFT).batched().committed(),
            of(PING, SOLRJ, Input.NONE, "the server's health by SolrJ, a round trip that stores nothing"),
            of(PING_HTTP, HTTP, Input.NONE, "the same without SolrJ"));

    private SolrStyles() {}

    private static ApiStyle of(String name, String protocol, Input input, String summary) {
        return ApiStyle.of(name, protocol, input, summary);
    }
}
