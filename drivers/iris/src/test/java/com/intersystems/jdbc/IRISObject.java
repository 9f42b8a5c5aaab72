package com.intersystems.jdbc;

public class IRISObject implements AutoCloseable {

    private final IRISConnection connection;
    private final String name;

    IRISObject(IRISConnection connection, String name) {
        this.connection = connection;
        this.name = name;
    }

    public Object get(String property) {
        return connection.ask("property", name, property);
    }

    @Override
    public void close() {
        connection.ask("let go", name);
    }
}
