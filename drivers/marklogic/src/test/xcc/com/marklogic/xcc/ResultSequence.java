package com.marklogic.xcc;

public record ResultSequence(String[] items) implements AutoCloseable {

    public String[] asStrings() {
        return items;
    }

    @Override
    public void close() {}
}
