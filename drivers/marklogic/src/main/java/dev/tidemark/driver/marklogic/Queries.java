package dev.tidemark.driver.marklogic;

/** All that is evaluated on the server, in XQuery. What stores documents answers with how many it stored. */
final class Queries {

    /** A round trip that does nothing. */
    static final String NOOP = "1";

    /** How many of the documents at {@code $uris}, a JSON array, are there. */
    static final String COUNT_EXISTING = """
            declare variable $uris external;
            fn:count(json:array-values($uris)[fn:doc-available(fn:string(.))])""";

    /** The URIs from {@code $from} on, in order, at most {@code $most} of them. */
    static final String LIST_URIS = """
            declare variable $from external;
            declare variable $most external;
            cts:uris(fn:string($from), fn:concat("limit=", $most))""";

    /** Stores the JSON object {@code $content}. */
    static final String INSERT_OBJECT = """
            declare variable $uri external;
            declare variable $content external;
            xdmp:document-insert(fn:string($uri), xdmp:to-json($content)), 1""";

    /** Stores the JSON text {@code $content}. */
    static final String INSERT_TEXT = """
            declare variable $uri external;
            declare variable $content external;
            xdmp:document-insert(fn:string($uri), xdmp:unquote(fn:string($content), (), "format-json")), 1""";

    /** Stores the objects of the JSON array {@code $content} in a directory, each under its id. */
    static final String INSERT_ARRAY = """
            declare variable $directory external;
            declare variable $content external;
            for $object in json:array-values($content)
            return xdmp:document-insert(fn:concat($directory, map:get($object, "id"), ".json"), xdmp:to-json($object)),
            json:array-size($content)""";

    /** The same with the node of a JSON array, as XCC sends it. */
    static final String INSERT_ARRAY_NODE = """
            declare variable $directory external;
            declare variable $content external;
            for $object in $content/object-node()
            return xdmp:document-insert(fn:concat($directory, $object/id, ".json"), xdmp:to-json($object)),
            fn:count($content/object-node())""";

    /** How many documents a directory has. */
    static final String COUNT_DIRECTORY = """
            declare variable $directory external;
            xdmp:estimate(xdmp:directory(fn:string($directory), "infinity"))""";

    static final String DELETE_DIRECTORY = """
            declare variable $directory external;
            xdmp:directory-delete(fn:string($directory))""";

    static final String COUNT_COLLECTION = """
            declare variable $collection external;
            xdmp:estimate(fn:collection(fn:string($collection)))""";

    static final String DELETE_COLLECTION = """
            declare variable $collection external;
            xdmp:collection-delete(fn:string($collection))""";

    /**
     * Of all forests of the database together: bytes written by saves, by merges and to the journal, MB on disk and
     * in memory, documents, active fragments, stands, stands ever made, and merges that are being done. A stand's
     * folder is named after its number, in hexadecimal digits. What {@link ServerSettings} keeps there is not
     * counted.
     */
    static final String FOREST_FIGURES = """
            declare namespace f = "http://marklogic.com/xdmp/status/forest";
            let $forests := xdmp:database-forests(xdmp:database())
            let $status := for $forest in $forests return xdmp:forest-status($forest)
            let $counts := for $forest in $forests return xdmp:forest-counts($forest)
            let $stands := $status/f:stands/f:stand
            let $made := for $one in $status
              return fn:max((0, for $path in $one/f:stands/f:stand/f:path
                return 1 + xdmp:hex-to-integer(fn:tokenize(fn:string($path), "[/\\\\]")[fn:last()])))
            let $own := xdmp:estimate(fn:doc("/tidemark/settings-before.json"))
            for $figure in (fn:sum($status/f:save-write-bytes), fn:sum($status/f:merge-write-bytes),
              fn:sum($status/f:journal-write-bytes), fn:sum($stands/f:disk-size), fn:sum($stands/f:memory-size),
              fn:sum($counts/f:document-count) - $own,
              fn:sum($counts/f:stands-counts/f:stand-counts/f:active-fragment-count) - $own,
              fn:count($stands), fn:sum($made), fn:count($status/f:merges/f:merge))
            return fn:string($figure)""";

    private Queries() {}
}
