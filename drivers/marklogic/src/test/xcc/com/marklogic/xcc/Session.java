package com.marklogic.xcc;

import module java.base;
import dev.tidemark.driver.marklogic.XccServer;

public class Session {

    private final String database;
    private boolean closed;

    Session(String database) {
        this.database = database;
    }

    public void setDefaultRequestOptions(RequestOptions options) {}

    public void insertContent(Content content) throws Exception {
        insertContent(new Content[] {content});
    }

    public void insertContent(Content[] contents) throws Exception {
        XccServer.requireOpen(closed);
        for (Content content : contents) {
            XccServer.insert(database, content.uri(), content.json());
        }
    }

    public List<Exception> insertContentCollectErrors(Content[] contents) {
        List<Exception> errors = new ArrayList<>();
        for (Content content : contents) {
            try {
                insertContent(content);
            } catch (Exception e) {
                errors.add(e);
            }
        }
        return errors;
    }

    public AdhocQuery newAdhocQuery(String query) {
        return new AdhocQuery(query);
    }

    public ResultSequence submitRequest(Request request) throws Exception {
        XccServer.requireOpen(closed);
        return new ResultSequence(XccServer.eval(database, request.query, request.variables));
    }

    public void close() {
        closed = true;
    }
}
