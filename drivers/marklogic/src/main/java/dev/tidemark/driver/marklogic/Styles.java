package dev.tidemark.driver.marklogic;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.ApiStyle.Input;
import java.util.List;

/** What the driver declares of its styles; how they are done needs the client. */
final class Styles {

    private static final String REST = "rest";

    static final ApiStyle DOCUMENT_DATABIND = ApiStyle.of("document-databind", REST, Input.OBJECT,
            "an object in a databind handle, written by the document manager");

    static final ApiStyle DOCUMENT_SET_DATABIND = ApiStyle.of("document-set-databind", REST, Input.OBJECT,
            "a write set of objects in databind handles, as one multipart request").batched();

    static final ApiStyle POJO_REPOSITORY = ApiStyle.of("pojo-repository", REST, Input.OBJECT,
            "an object, written by the repository of its class, which chooses where it is and adds its type");

    static final ApiStyle EVAL_OBJECT = ApiStyle.of("eval-object", REST, Input.OBJECT,
            "an object in a databind handle, bound to a variable of a query that inserts it");

    static final ApiStyle EVAL_TEXT = ApiStyle.of("eval-text", REST, Input.TEXT,
            "JSON text, bound to a variable of a query that parses and inserts it");

    static final ApiStyle EVAL_ARRAY = ApiStyle.of("eval-array", REST, Input.OBJECT,
            "objects as one JSON array, bound to a variable of a query that inserts each").batched();

    static final ApiStyle NOOP = ApiStyle.noop("noop", REST, "a query of the number 1");

    private static final String XCC = "xcc";

    static final ApiStyle XCC_JSON_TREE = ApiStyle.of("xcc-json-tree", XCC, Input.TREE,
            "a JSON tree, inserted as content");

    static final ApiStyle XCC_JSON_TEXT = ApiStyle.of("xcc-json-text", XCC, Input.TEXT,
            "JSON text, inserted as content");

    static final ApiStyle XCC_JSON_TREE_BATCH = ApiStyle.of("xcc-json-tree-batch", XCC, Input.TREE,
            "JSON trees, inserted as one array of contents").batched();

    static final ApiStyle XCC_JSON_TREE_BATCH_COLLECT = ApiStyle.of("xcc-json-tree-batch-collect", XCC, Input.TREE,
            "the same, where contents that fail are told and the others stored").batched();

    static final ApiStyle XCC_JSON_TEXT_BATCH = ApiStyle.of("xcc-json-text-batch", XCC, Input.TEXT,
            "JSON texts, inserted as one array of contents").batched();

    static final ApiStyle XCC_EVAL = ApiStyle.of("xcc-eval", XCC, Input.TREE,
            "a JSON tree, bound to a variable of a query that inserts it");

    static final ApiStyle XCC_EVAL_ARRAY = ApiStyle.of("xcc-eval-array", XCC, Input.TREE,
            "JSON trees as one array, bound to a variable of a query that inserts each").batched();

    static final ApiStyle XCC_NOOP = ApiStyle.noop("xcc-noop", XCC, "a query of the number 1");

    /** Of the client that comes with the driver. */
    static final List<ApiStyle> OF_CLIENT = List.of(DOCUMENT_DATABIND, DOCUMENT_SET_DATABIND, POJO_REPOSITORY,
            EVAL_OBJECT, EVAL_TEXT, EVAL_ARRAY, NOOP);

    static final List<ApiStyle> ALL = List.of(DOCUMENT_DATABIND, DOCUMENT_SET_DATABIND, POJO_REPOSITORY, EVAL_OBJECT,
            EVAL_TEXT, EVAL_ARRAY, XCC_JSON_TREE, XCC_JSON_TEXT, XCC_JSON_TREE_BATCH, XCC_JSON_TREE_BATCH_COLLECT,
            XCC_JSON_TEXT_BATCH, XCC_EVAL, XCC_EVAL_ARRAY, NOOP, XCC_NOOP);

    private Styles() {}
}
