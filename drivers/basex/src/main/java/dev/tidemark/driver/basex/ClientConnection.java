package dev.tidemark.driver.basex;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connector;
import dev.tidemark.core.driver.remote.Failure;
import org.basex.api.client.ClientQuery;
import org.basex.api.client.ClientSession;
import org.basex.core.BaseXException;
import org.basex.server.LoginException;

/**
 * A session of BaseX's own client in a database. The client waits for answers without end, so that somebody else ends
 * the session when one does not come in time. See "Client/Server Protocol" of BaseX.
 */
final class ClientConnection {

    /** A command that does nothing; it answers 1. */
    static final String NOTHING = "XQUERY 1";

    private static final ScheduledThreadPoolExecutor WATCH = watch();

    private final ClientSession session;
    private final Duration patience;
    /** The query that was sent last, which has an id there until a failure; null while there is none. */
    private ClientQuery query;
    private String queryText;

    private ClientConnection(ClientSession session, Duration patience) {
        this.session = session;
        this.patience = patience;
    }

    /** @throws NoClassDefFoundError when the client is not on the class path */
    static void load() {
        Class<?> client = ClientSession.class;
        client.getName();
    }

    private static ScheduledThreadPoolExecutor watch() {
        ScheduledThreadPoolExecutor watch = new ScheduledThreadPoolExecutor(1,
                Thread.ofPlatform().name("basex-client-watch").daemon().factory());
        watch.setRemoveOnCancelPolicy(true);
        return watch;
    }

    /** Something done in a session. */
    private interface ClientCall<T> {
        T done() throws IOException;
    }

    private <T> T inTime(ClientCall<T> work) throws IOException, TimeoutException {
        AtomicBoolean late = new AtomicBoolean();
        ScheduledFuture<?> end = WATCH.schedule(() -> {
            late.set(true);
            session.close();
            return null;
        }, patience.toNanos(), TimeUnit.NANOSECONDS);
        try {
            return work.done();
        } catch (IOException e) {
            boolean refused = e instanceof BaseXException && answers();
            if (late.get()) {
                throw new TimeoutException("no answer in time");
            }
            throw refused || !(e instanceof BaseXException) ? e : new EOFException("the server has closed it");
        } finally {
            end.cancel(false);
        }
    }

    /** To the client, an answer that breaks off is a refusal, too; over a connection that answers on it was one. */
    private boolean answers() {
        try {
            return session.execute(NOTHING).equals("1");
        } catch (IOException e) {
            return false;
        }
    }

    /** Has the server carry out a command. See "Commands" of BaseX. */
    String command(String text) throws IOException, TimeoutException {
        return inTime(() -> session.execute(text));
    }

    /** Stores a document where the path may have others already. */
    void add(String path, String document) throws IOException, TimeoutException {
        inTime(() -> {
            session.add(path, stream(document));
            return null;
        });
    }

    /** Stores a document in the place of what the path has. */
    void put(String path, String document) throws IOException, TimeoutException {
        inTime(() -> {
            session.put(path, stream(document));
            return null;
        });
    }

    /** Lets the database go, which cannot be dropped before. */
    void leave() throws IOException, TimeoutException {
        command("CLOSE");
    }

    private static InputStream stream(String document) {
        return new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends a query once, and has it run each time with other variables. @param types of them; empty for any */
    void evaluate(String text, Map<String, String> variables, Map<String, String> types)
            throws IOException, TimeoutException {
        try {
            inTime(() -> {
                prepare(text);
                for (Map.Entry<String, String> variable : variables.entrySet()) {
                    query.bind(variable.getKey(), variable.getValue(), types.getOrDefault(variable.getKey(), ""));
                }
                return query.execute();
            });
        } catch (IOException | TimeoutException e) {
            query = null; // the server has forgotten it
            throw e;
        }
    }

    /** Sends a query that is to be evaluated. The server keeps the text, and compiles it anew each time. */
    void announce(String text) throws IOException, TimeoutException {
        inTime(() -> {
            prepare(text);
            return null;
        });
    }

    private void prepare(String text) throws IOException {
        if (query == null || !text.equals(queryText)) {
            query = session.query(text);
            queryText = text;
        }
    }

    /**
     * Connects to one database.
     *
     * @param query what is going to be evaluated, if anything is
     */
    record Opener(ConnectionSettings settings, int port, String database, boolean autoFlush, Optional<String> query)
            implements Connector<ClientConnection> {

        /** {@inheritDoc} Documents that are added are JSON, and not XML. */
        @Override
        public ClientConnection connect() throws Exception {
            ClientConnection connection = new ClientConnection(login(), settings.operationTimeout());
            try {
                connection.command("SET PARSER json");
                connection.command("SET AUTOFLUSH " + autoFlush);
                connection.command("OPEN " + database);
                if (query.isPresent()) {
                    connection.announce(query.get());
                }
                return connection;
            } catch (IOException | TimeoutException e) {
                connection.session.close();
                throw e;
            }
        }

        private ClientSession login() throws Exception {
            CompletableFuture<ClientSession> made = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> {
                try {
                    ClientSession session = new ClientSession(settings.host(), port, settings.user().orElse(""),
                            settings.password().orElse(""));
                    if (!made.complete(session)) {
                        session.close(); // nobody waits for it any more
                    }
                } catch (IOException | RuntimeException e) {
                    made.completeExceptionally(e);
                }
            });
            try {
                return made.get(settings.connectTimeout().toNanos(), TimeUnit.NANOSECONDS);
            } catch (ExecutionException e) {
                throw e.getCause() instanceof Exception cause ? cause : e;
            } finally {
                made.cancel(false);
            }
        }

        @Override
        public void close(ClientConnection connection) throws IOException {
            connection.session.close();
        }

        /** {@inheritDoc} What the server refuses is an exception of input to its client, as is what breaks. */
        @Override
        public Failure failure(Exception e) {
            return e instanceof BaseXException || e instanceof LoginException ? Failure.REFUSED : Failure.of(e);
        }
    }
}
