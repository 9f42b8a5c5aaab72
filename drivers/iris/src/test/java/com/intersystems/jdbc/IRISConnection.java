package com.intersystems.jdbc;

import java.sql.Connection;

/** A class in the real client. */
public interface IRISConnection extends Connection {

    /** Asks the stand-in for a server. */
    Object ask(Object... request);
}
