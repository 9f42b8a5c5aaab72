package dev.tidemark.driver.basex;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.Namespace;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.time.Clock;
import tools.jackson.databind.JsonNode;

/**
 * A database. Its texts are elements at {@code texts/NAME}, one of them for each keyspace; keys are binary resources at
 * {@code keys/0/…}, documents at {@code documents/…}, and what API styles store is at {@code styles/PLACE/…}.
 */
final class DatabaseNamespace implements Namespace<HttpConnection> {

    static final String DOCUMENTS = "documents/";
    private static final String TEXTS = "texts/";
    private static final String KEYSPACE = "keyspace-";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,100}");
    /** By the names of BaseX's options. */
    private static final Map<String, Param<Boolean>> OPTIONS = Map.of("textindex", BaseXParams.TEXT_INDEX, "attrindex",
            BaseXParams.ATTRIBUTE_INDEX, "updindex", BaseXParams.UPDATED_INDEXES);

    /** How long a session that has gone may keep the server from dropping its database, and how often that is tried. */
    private static final long LOCKED = TimeUnit.SECONDS.toNanos(20);
    private static final long TRY_AGAIN = TimeUnit.MILLISECONDS.toNanos(50);
    private static final String LOCK = "[db:lock]";

    private final String name;
    private final Values values;
    private final Clock clock;
    /** Keyspaces that are known to be there. */
    private final Set<Integer> keyspaces = ConcurrentHashMap.newKeySet();

    /** @throws InvalidInputException when the name would be more than one database, or none */
    DatabaseNamespace(Values values, Clock clock) {
        this.clock = clock;
        name = values.get(ConnectionParams.NAMESPACE);
        this.values = values;
        if (!NAME.matcher(name).matches()) {
            throw new InvalidInputException(ConnectionParams.NAMESPACE.name() + ": '" + name + "' is no name of a "
                    + "database; it begins with a letter or a digit, and has these, '_' and '-' only");
        }
    }

    String name() {
        return name;
    }

    /** A query in which {@code DB} stands for the name of the database, which BaseX must see to lock no other. */
    String query(String text) {
        return text.replace("DB", "'" + name + "'");
    }

    private RestQuery asking(String text) {
        return RestQuery.asJson(query(text));
    }

    private RestQuery updating(String text) {
        return new RestQuery(query(text));
    }

    @Override
    public boolean exists(HttpConnection connection) throws Exception {
        JsonNode exists = asking("db:exists(DB)").ask(connection);
        return HttpConnection.documented(exists, exists.isBoolean(), "it says neither yes nor no").asBoolean();
    }

    /** {@inheritDoc} By one query, which makes the database with the text in it. */
    @Override
    public void make(HttpConnection connection, String textName, String text) throws Exception {
        keyspaces.clear();
        String options = OPTIONS.entrySet().stream()
                .map(option -> "'" + option.getKey() + "': " + values.get(option.getValue()) + "()")
                .collect(Collectors.joining(", "));
        updating("declare variable $text external; declare variable $path external; "
                + "db:create(DB, element text { $text }, $path, map { " + options + " })").bind("text", text)
                .bind("path", TEXTS + textName).ask(connection);
    }

    /**
     * {@inheritDoc} The server may need a moment to notice that a session has gone which had the database open: it is
     * asked again and again until {@link #LOCKED} is over, and what it says then is told.
     */
    @Override
    public void drop(HttpConnection connection) throws Exception {
        keyspaces.clear();
        long end = clock.nanoTime() + LOCKED;
        while (true) {
            try {
                updating("db:drop(DB)").ask(connection);
                return;
            } catch (HttpRefusedException e) {
                if (!e.getMessage().startsWith(LOCK) || clock.nanoTime() > end) {
                    throw e;
                }
                clock.sleepUntil(clock.nanoTime() + TRY_AGAIN);
            }
        }
    }

    /** {@inheritDoc} What others have at its place may be anything. */
    @Override
    public Optional<String> text(HttpConnection connection, String textName) throws Exception {
        JsonNode found = asking("declare variable $path external; array { db:get(DB, $path) ! string() }")
                .bind("path", TEXTS + textName).ask(connection);
        HttpConnection.documented(found, found.isArray(), "it is no array");
        return found.size() == 1 ? Optional.of(found.get(0).asString()) : Optional.empty();
    }

    @Override
    public void put(HttpConnection connection, String textName, String text) throws Exception {
        updating("declare variable $text external; declare variable $path external; "
                + "db:put(DB, element text { $text }, $path)").bind("text", text).bind("path", TEXTS + textName)
                .ask(connection);
    }

    @Override
    public void remove(HttpConnection connection, String textName) throws Exception {
        delete(connection, TEXTS + textName);
    }

    /** Removes what is at a path and below it. */
    void delete(HttpConnection connection, String path) throws Exception {
        updating("declare variable $path external; db:delete(DB, $path)").bind("path", path).ask(connection);
    }

    /** How many resources there are at a path and below it. */
    long count(HttpConnection connection, String path) throws Exception {
        return asking("declare variable $path external; count(db:list(DB, $path))").bind("path", path)
                .askNumber(connection);
    }

    /** Where the values of a keyspace are. */
    static String folder(int keyspace) {
        return "keys/" + keyspace + "/";
    }

    void makeKeyspace(HttpConnection connection, int keyspace) throws Exception {
        put(connection, KEYSPACE + keyspace, "there");
        keyspaces.add(keyspace);
    }

    boolean isKnown(int keyspace) {
        return keyspaces.contains(keyspace);
    }

    void requireKeyspace(HttpConnection connection, int keyspace) throws Exception {
        if (text(connection, KEYSPACE + keyspace).isEmpty()) {
            throw new DriverException("no keyspace " + keyspace + " in " + name);
        }
        keyspaces.add(keyspace);
    }

    /**
     * What the database was made with, and the others as they were given: BaseX tells of an index whether it is in use,
     * which those are not that updates do not keep up to date.
     */
    Values effective(HttpConnection connection, Values given) throws Exception {
        JsonNode found = asking("map:merge(db:info(DB)//indexes/* ! map { name(): string() })").ask(connection);
        boolean updated = found.path("updindex").asString("").equals("true");
        Values effective = given.with(BaseXParams.UPDATED_INDEXES, updated, SettingOrigin.EFFECTIVE);
        if (updated) {
            for (Map.Entry<String, Param<Boolean>> option : OPTIONS.entrySet()) {
                effective = effective.with(option.getValue(), Boolean.valueOf(found.path(option.getKey()).asString("")),
                        SettingOrigin.EFFECTIVE);
            }
        }
        return effective;
    }
}
