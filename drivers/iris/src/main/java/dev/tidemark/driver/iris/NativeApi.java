package dev.tidemark.driver.iris;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.jdbc.ClientJars;
import dev.tidemark.core.param.Values;

/**
 * All that is called of InterSystems' client, found once in the jar that the user has named: Tidemark neither has that
 * jar nor is compiled against it. Names and parameters are those of the "Java Native SDK Quick Reference"
 * (https://docs.intersystems.com); objects of its classes go as {@link Object}.
 */
final class NativeApi implements AutoCloseable {

    private static final String PACKAGE = "com.intersystems.jdbc.";

    private final ClientJars jars;
    private final Driver driver;

    // static IRIS createIRIS(IRISConnection); the others are IRIS's
    final MethodHandle create;
    final MethodHandle set;
    final MethodHandle getBytes;
    final MethodHandle kill;
    final MethodHandle isDefined;
    final MethodHandle tStart;
    final MethodHandle tCommit;
    final MethodHandle tRollback;
    final MethodHandle classMethod;
    final MethodHandle iterator;
    // IRISIterator's
    final MethodHandle hasNext;
    final MethodHandle next;
    // IRISObject's
    final MethodHandle property;
    final MethodHandle letGo;

    private NativeApi(ClientJars jars) throws ReflectiveOperationException {
        this.jars = jars;
        driver = (Driver) named("IRISDriver").getConstructor().newInstance();
        Class<?> iris = named("IRIS");
        create = find(iris, "createIRIS", Object.class, named("IRISConnection"));
        set = find(iris, "set", void.class, byte[].class, String.class, Object[].class);
        getBytes = find(iris, "getBytes", byte[].class, String.class, Object[].class);
        kill = find(iris, "kill", void.class, String.class, Object[].class);
        isDefined = find(iris, "isDefined", int.class, String.class, Object[].class);
        tStart = find(iris, "tStart", void.class);
        tCommit = find(iris, "tCommit", void.class);
        tRollback = find(iris, "tRollback", void.class);
        classMethod = find(iris, "classMethodObject", Object.class, String.class, String.class, Object[].class);
        iterator = find(iris, "getIRISIterator", Object.class, String.class, Object[].class);
        hasNext = find(named("IRISIterator"), "hasNext", boolean.class);
        next = find(named("IRISIterator"), "next", Object.class);
        property = find(named("IRISObject"), "get", Object.class, String.class);
        letGo = find(named("IRISObject"), "close", void.class);
    }

    /** @throws DriverException when there is no jar where the settings say, or another one */
    static NativeApi load(Values values) throws DriverException {
        ClientJars jars = ClientJars.open(values, "InterSystems' JDBC driver (intersystems-jdbc-3….jar, in dev/java/lib "
                + "of an IRIS)");
        try {
            return new NativeApi(jars);
        } catch (ReflectiveOperationException | LinkageError | ClassCastException e) {
            jars.close();
            throw new DriverException("driver-jar: " + jars.place() + " is not InterSystems' JDBC driver, or an "
                    + "older one: " + lacks(e), e);
        }
    }

    private static String lacks(Throwable e) {
        return e instanceof ClassNotFoundException || e instanceof NoSuchMethodException ? "it has no " + e.getMessage()
                : DriverException.oneLine(String.valueOf(e.getCause() == null ? e : e.getCause()));
    }

    private Class<?> named(String name) throws ClassNotFoundException {
        return Class.forName(PACKAGE + name, true, jars.loader());
    }

    /** With what it is called on in front, and with objects in the place of InterSystems' classes. */
    private MethodHandle find(Class<?> of, String name, Class<?> result, Class<?>... parameters)
            throws ReflectiveOperationException {
        MethodHandle found = MethodHandles.publicLookup().unreflect(of.getMethod(name, parameters)).asFixedArity();
        return found.asType(MethodType.methodType(result, found.type().parameterList().stream()
                .<Class<?>>map(type -> type.getClassLoader() == jars.loader() ? Object.class : type).toList()));
    }

    /** Logs in. */
    Connection connect(String url, Properties login) throws SQLException {
        Connection made = driver.connect(url, login);
        if (made == null) {
            throw new SQLException("InterSystems' JDBC driver does not take " + url);
        }
        return made;
    }

    @Override
    public void close() {
        jars.close();
    }
}
