package com.intersystems.jdbc;

import java.sql.SQLException;

public class IRIS {

    private final IRISConnection connection;

    private IRIS(IRISConnection connection) {
        this.connection = connection;
    }

    public static IRIS createIRIS(IRISConnection connection) throws SQLException {
        return new IRIS(connection);
    }

    public final byte[] getBytes(String global, Object... subscripts) {
        return (byte[]) connection.ask("get", global, subscripts);
    }

    public final void set(byte[] value, String global, Object... subscripts) {
        connection.ask("set", global, subscripts, value);
    }

    public final void kill(String global, Object... subscripts) {
        connection.ask("kill", global, subscripts);
    }

    public final int isDefined(String global, Object... subscripts) {
        return (Integer) connection.ask("defined", global, subscripts);
    }

    public final IRISIterator getIRISIterator(String global, Object... subscripts) {
        return new IRISIterator(connection, global, subscripts);
    }

    public final void tStart() {
        connection.ask("start");
    }

    public final void tCommit() {
        connection.ask("commit");
    }

    public final void tRollback() {
        connection.ask("rollback");
    }

    public final Object classMethodObject(String name, String method, Object... arguments) {
        Object answer = connection.ask("call", name, method, arguments);
        return answer instanceof String text && text.startsWith("@") ? new IRISObject(connection, text) : answer;
    }
}
