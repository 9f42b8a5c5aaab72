package com.intersystems.jdbc;

import module java.base;

/** Fetches some subscripts at a time. */
public class IRISIterator implements Iterator<Object> {

    private final IRISConnection connection;
    private final String global;
    private final Object[] subscripts;
    private final Deque<String> fetched = new ArrayDeque<>();
    private String last = "";

    IRISIterator(IRISConnection connection, String global, Object... subscripts) {
        this.connection = connection;
        this.global = global;
        this.subscripts = subscripts;
    }

    @Override
    public boolean hasNext() {
        if (fetched.isEmpty()) {
            Collections.addAll(fetched, (String[]) connection.ask("order", global, subscripts, last));
        }
        return !fetched.isEmpty();
    }

    @Override
    public String next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        last = fetched.removeFirst();
        return last;
    }
}
