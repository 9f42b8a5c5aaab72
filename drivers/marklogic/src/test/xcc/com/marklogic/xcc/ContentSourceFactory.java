package com.marklogic.xcc;

import dev.tidemark.driver.marklogic.XccServer;

public class ContentSourceFactory {

    public static ContentSource newContentSource(String host, int port, String user, char[] password, String database) {
        XccServer.login(port, user, password);
        return new ContentSource(database);
    }
}
