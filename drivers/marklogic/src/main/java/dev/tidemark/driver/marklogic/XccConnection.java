package dev.tidemark.driver.marklogic;

/** A session of XCC with sockets of its own. @param source where its sockets are */
record XccConnection(XccLibrary library, Object source, Object session) {}
