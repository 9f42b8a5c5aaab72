package com.marklogic.xcc.spi;

import java.util.logging.Logger;

public class ConnectionProvider {

    public void shutdown(Logger logger) {}
}
