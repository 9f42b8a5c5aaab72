package com.marklogic.xcc;

public class AdhocQuery extends Request {

    AdhocQuery(String query) {
        super(query);
    }
}
