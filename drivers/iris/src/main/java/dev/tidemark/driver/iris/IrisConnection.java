package dev.tidemark.driver.iris;

import module java.base;
import module java.sql;

/** A connection and the globals that are reached over it; a node is named by its global and subscripts. Not thread-safe. */
final class IrisConnection {

    private static final int WITH_VALUE = 1;

    private final NativeApi api;
    private final Connection jdbc;
    private final Object iris;

    IrisConnection(NativeApi api, Connection jdbc) throws Exception {
        this.api = api;
        this.jdbc = jdbc;
        iris = of(() -> api.create.invokeExact((Object) jdbc));
    }

    Connection jdbc() {
        return jdbc;
    }

    /** Something of the client's. */
    @FunctionalInterface
    private interface ConnectionCall<T> {
        T done() throws Throwable;
    }

    private <T> T of(ConnectionCall<T> work) throws Exception {
        try {
            return work.done();
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /** The client throws anything there; that the connection is gone it knows itself, whatever it says. */
    private Exception failed(Throwable e) throws SQLException {
        if (e instanceof Error error) {
            throw error;
        }
        return jdbc.isClosed() && !(e instanceof SQLException)
                ? new SQLNonTransientConnectionException(e.getMessage(), "08003", e) : (Exception) e;
    }

    /** The value of a node; null where it has none. */
    byte[] get(String global, Object... subscripts) throws Exception {
        try {
            return (byte[]) api.getBytes.invokeExact(iris, global, subscripts);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    void set(byte[] value, String global, Object... subscripts) throws Exception {
        try {
            api.set.invokeExact(iris, value, global, subscripts);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /** Removes a node with all below it. */
    void kill(String global, Object... subscripts) throws Exception {
        try {
            api.kill.invokeExact(iris, global, subscripts);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private int defined(String global, Object... subscripts) throws Exception {
        try {
            return (int) api.isDefined.invokeExact(iris, global, subscripts);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /** Whether a node is there, with a value or with others below it. */
    boolean exists(String global, Object... subscripts) throws Exception {
        return defined(global, subscripts) != 0;
    }

    /** Whether a node has a value, an empty one included. */
    boolean hasValue(String global, Object... subscripts) throws Exception {
        return defined(global, subscripts) % 10 == WITH_VALUE;
    }

    void begin() throws Exception {
        run(api.tStart);
    }

    void commit() throws Exception {
        run(api.tCommit);
    }

    void rollback() throws Exception {
        run(api.tRollback);
    }

    private void run(MethodHandle transaction) throws Exception {
        try {
            transaction.invokeExact(iris);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /** Goes over the last subscripts of all nodes directly below one, in their order. @return how many there are */
    long below(Consumer<String> visitor, String global, Object... subscripts) throws Exception {
        return of(() -> {
            Object iterator = (Object) api.iterator.invokeExact(iris, global, subscripts);
            long count = 0;
            for (; (boolean) api.hasNext.invokeExact(iterator); count++) {
                visitor.accept((String) (Object) api.next.invokeExact(iterator));
            }
            return count;
        });
    }

    /** What a class method on the server answers. */
    Object ask(String name, String method, Object... arguments) throws Exception {
        return of(() -> (Object) api.classMethod.invokeExact(iris, name, method, arguments));
    }

    /** Properties, as texts, of an object that a class method on the server answers with. */
    Map<String, String> properties(Collection<String> requested, String name, String method, Object... arguments)
            throws Exception {
        return of(() -> {
            Object answer = (Object) api.classMethod.invokeExact(iris, name, method, arguments);
            Map<String, String> values = new HashMap<>();
            for (String property : requested) {
                values.put(property, String.valueOf((Object) api.property.invokeExact(answer, property)));
            }
            api.letGo.invokeExact(answer);
            return values;
        });
    }

    /** Carries out a statement of SQL. */
    void execute(String statement) throws SQLException {
        try (Statement all = jdbc.createStatement()) {
            all.execute(statement);
        }
    }
}
