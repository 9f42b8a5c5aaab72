package com.marklogic.xcc;

import com.marklogic.xcc.spi.ConnectionProvider;

public record ContentSource(String database) {

    public Session newSession() {
        return new Session(database);
    }

    public ConnectionProvider getConnectionProvider() {
        return new ConnectionProvider();
    }
}
