package dev.tidemark.driver.marklogic;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.Failure;
import java.util.logging.Logger;

/**
 * The user's XCC library, reached by reflection, since its licence is not ours to pass on. It finds the JSON trees
 * that it takes among the driver's own libraries.
 */
final class XccLibrary implements AutoCloseable {

    private static final String PACKAGE = "com.marklogic.xcc.";
    /** How it tells of a 503, and of a status that it does not know. */
    private static final Pattern UNSERVED = Pattern.compile(
            "(?s)Server cannot accept request:.*|Unrecognized response code \\(([0-9]{3})\\).*");

    private final URLClassLoader loader;
    private final Class<?> content;
    private final Object jsonOptions;
    private final Method newTree;
    private final Method newText;
    private final Method insert;
    private final Method insertAll;
    private final Method insertCollecting;
    private final Method newQuery;
    private final Method setVariable;
    private final Method submit;
    private final Method asStrings;

    private XccLibrary(URLClassLoader loader) throws Exception {
        this.loader = loader;
        content = type("Content");
        Class<?> options = type("ContentCreateOptions");
        Class<?> session = type("Session");
        Class<?> tree = Class.forName("com.fasterxml.jackson.databind.JsonNode", true, loader);
        jsonOptions = options.getMethod("newJsonInstance").invoke(null);
        newTree = type("ContentFactory").getMethod("newJsonContent", String.class, tree, options);
        newText = type("ContentFactory").getMethod("newContent", String.class, String.class, options);
        insert = session.getMethod("insertContent", content);
        insertAll = session.getMethod("insertContent", content.arrayType());
        insertCollecting = session.getMethod("insertContentCollectErrors", content.arrayType());
        newQuery = session.getMethod("newAdhocQuery", String.class);
        setVariable = type("Request").getMethod("setNewVariable", String.class, type("types.ValueType"), Object.class);
        submit = session.getMethod("submitRequest", type("Request"));
        asStrings = type("ResultSequence").getMethod("asStrings");
    }

    /** @throws DriverException when the jar is not there, or is none of XCC */
    static XccLibrary load(Path jar) throws DriverException {
        String name = MarkLogicParams.XCC_JAR.name();
        if (!Files.isReadable(jar)) {
            throw new DriverException(name + ": " + jar + " cannot be read");
        }
        try {
            return new XccLibrary(new URLClassLoader(new URL[] {jar.toUri().toURL()},
                    XccLibrary.class.getClassLoader()));
        } catch (Exception | LinkageError e) {
            throw new DriverException(name + ": " + jar + " holds no XCC library that is known here (" + e + ")", e);
        }
    }

    /** What a failure of a request is that was not answered; empty for all others. */
    static Optional<Failure> unserved(Exception e) {
        Matcher words = UNSERVED.matcher(String.valueOf(e.getMessage()));
        return !words.matches() ? Optional.empty() : words.group(1) == null ? Optional.of(Failure.OVERLOADED)
                : UnservedException.failure(Integer.parseInt(words.group(1)));
    }

    private Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(PACKAGE + name, true, loader);
    }

    /** @param tls null for connections that are not encrypted */
    Object source(String host, int port, String user, String password, String database, SSLContext tls)
            throws Exception {
        Class<?> factory = type("ContentSourceFactory");
        if (tls == null) {
            return invoke(factory.getMethod("newContentSource", String.class, int.class, String.class, char[].class,
                    String.class), null, host, port, user, password.toCharArray(), database);
        }
        Class<?> security = type("SecurityOptions");
        return invoke(factory.getMethod("newContentSource", String.class, int.class, String.class, char[].class,
                String.class, security), null, host, port, user, password.toCharArray(), database,
                security.getConstructor(SSLContext.class).newInstance(tls));
    }

    /** A session that tells what comes of a request at once. @param timeoutMillis for its answer */
    Object session(Object source, int timeoutMillis) throws Exception {
        Class<?> options = type("RequestOptions");
        Object once = options.getConstructor().newInstance();
        invoke(options.getMethod("setTimeoutMillis", int.class), once, timeoutMillis);
        invoke(options.getMethod("setMaxAutoRetry", int.class), once, 0);
        Object session = invoke(type("ContentSource").getMethod("newSession"), source);
        invoke(type("Session").getMethod("setDefaultRequestOptions", options), session, once);
        return session;
    }

    /** Closes a session, and the sockets of its source. */
    void close(Object source, Object session) throws Exception {
        invoke(type("Session").getMethod("close"), session);
        Object provider = invoke(type("ContentSource").getMethod("getConnectionProvider"), source);
        invoke(type("spi.ConnectionProvider").getMethod("shutdown", Logger.class), provider, (Object) null);
    }

    /** @param json text, or a tree of Jackson 2 */
    Object content(String uri, Object json) throws Exception {
        return invoke(json instanceof String ? newText : newTree, null, uri, json, jsonOptions);
    }

    void insert(Object session, Object one) throws Exception {
        invoke(insert, session, one);
    }

    void insertAll(Object session, List<Object> contents) throws Exception {
        invoke(insertAll, session, array(contents));
    }

    /** @return how many were not stored */
    int insertCollecting(Object session, List<Object> contents) throws Exception {
        List<?> errors = (List<?>) invoke(insertCollecting, session, array(contents));
        return errors == null ? 0 : errors.size();
    }

    private Object array(List<Object> contents) {
        Object array = Array.newInstance(content, contents.size());
        for (int i = 0; i < contents.size(); i++) {
            Array.set(array, i, contents.get(i));
        }
        return array;
    }

    /** A variable of a query. @param type a constant of XCC's {@code ValueType} */
    record Variable(String type, Object value) {}

    /** Evaluates a query, and reads its answer to the end. */
    List<String> eval(Object session, String query, Map<String, Variable> variables) throws Exception {
        Object request = invoke(newQuery, session, query);
        for (Map.Entry<String, Variable> variable : variables.entrySet()) {
            invoke(setVariable, request, variable.getKey(), type("types.ValueType").getField(variable.getValue().type())
                    .get(null), variable.getValue().value());
        }
        try (AutoCloseable results = (AutoCloseable) invoke(submit, session, request)) {
            return List.of((String[]) invoke(asStrings, results));
        }
    }

    private static Object invoke(Method method, Object on, Object... arguments) throws Exception {
        try {
            return method.invoke(on, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
