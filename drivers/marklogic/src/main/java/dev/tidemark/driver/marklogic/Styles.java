package dev.tidemark.driver.marklogic;

import dev.tidemark.core.driver.style.ApiStyle;
import dev.tidemark.core.driver.style.ApiStyle.Input;
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

    static final List<ApiStyle> ALL = List.of(DOCUMENT_DATABIND, DOCUMENT_SET_DATABIND, POJO_REPOSITORY, EVAL_OBJECT,
            EVAL_TEXT, EVAL_ARRAY, NOOP);

    private Styles() {}
}
