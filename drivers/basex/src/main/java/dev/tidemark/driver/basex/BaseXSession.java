package dev.tidemark.driver.basex;

import module java.base;
import dev.tidemark.core.driver.DocumentSession;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.language.XQueryLanguage;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.RemoteSession;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import dev.tidemark.core.driver.support.Buffers;
import java.net.http.HttpResponse;
import tools.jackson.databind.JsonNode;

/**
 * Values are binary resources: what BaseX has for bytes of any sort, where XML would not hold each of them. Documents
 * are what they are stored as by {@link DocumentFormat}. A transaction of one is a PUT of the resource, and one of
 * several a query that updates them all.
 */
final class BaseXSession extends RemoteSession<HttpConnection>
        implements DocumentSession, KeyValueSession, StatementSession {

    private static final String ADDRESS = "/rest/";
    private static final byte[] NOTHING = {};
    private static final String UPDATE_ALL = "declare variable $path external := (); "
            + "declare variable $content external := (); declare variable $gone external := (); "
            + "declare variable $xml-path external := (); declare variable $xml external := (); "
            + "declare variable $json-path external := (); declare variable $json external := (); "
            + "for $one at $n in $path return db:put-binary(DB, $content[$n], $one), $gone ! db:delete(DB, .), "
            + "for $one at $n in $xml-path return db:put(DB, parse-xml($xml[$n]), $one), "
            + "for $one at $n in $json-path return db:put(DB, json:parse($json[$n]), $one)";
    private static final String TREE = "declare variable $path external; db:get(DB, $path)";
    /** How the list of what is below a path begins, which is told where there is nothing at it. */
    private static final Pattern NOTHING_THERE = Pattern.compile(
            "<(?:rest:)?database [^>]*xmlns(?::rest)?=\"http://basex\\.org/rest\"");
    /** How a tree of JSON begins. */
    private static final String OF_JSON = "<json type=\"";
    private static final int BEGINNING = 200;
    /** What the service calls binary resources, by the ending of their names. */
    private static final List<String> BINARY_TYPES = List.of("application/x-binary", ContentForm.BINARY.type());
    private static final String COUNT = "declare variable $path external; count($path[db:exists(DB, .)])";
    private static final String SIZE = "declare variable $path external; "
            + "(db:list-details(DB, $path)[. = $path] ! xs:integer(@size), " + KeyValueSession.ABSENT + ")[1]";
    private static final String LIST = "declare variable $path external; array { db:list(DB, $path) }";

    private final BaseXTarget target;
    private final DatabaseNamespace namespace;
    private final BaseXStatements statements;
    /** The open transaction: the last content of each path, null where it is to go. */
    private final Map<String, Content> updates = new LinkedHashMap<>();
    private final List<String> documents = new ArrayList<>();

    /** What a resource is given. */
    private record Content(ContentForm form, byte[] bytes) {}

    BaseXSession(BaseXTarget target, DatabaseNamespace namespace, Connections<HttpConnection> connections) {
        super(connections);
        this.target = target;
        statements = new BaseXStatements(target);
        this.namespace = namespace;
    }

    private static String document(ByteBuffer uri) {
        return ResourcePath.of(DatabaseNamespace.DOCUMENTS, uri);
    }

    private String path(int keyspace, ByteBuffer key) throws Exception {
        if (!namespace.isKnown(keyspace)) {
            call(connection -> {
                namespace.requireKeyspace(connection, keyspace);
                return null;
            });
        }
        return ResourcePath.of(DatabaseNamespace.folder(keyspace), key);
    }

    private String address(String path) {
        return ADDRESS + namespace.name() + "/" + path;
    }

    @Override
    public void add(ByteBuffer uri, ByteBuffer content) {
        String path = document(uri);
        byte[] bytes = Buffers.bytes(content);
        documents.add(path);
        updates.put(path, new Content(ContentForm.of(target.documentFormat(), bytes), bytes));
    }

    @Override
    public void put(int keyspace, ByteBuffer key, ByteBuffer value) throws Exception {
        updates.put(path(keyspace, key), new Content(ContentForm.BINARY, Buffers.bytes(value)));
    }

    @Override
    public void delete(int keyspace, ByteBuffer key) throws Exception {
        updates.put(path(keyspace, key), null);
    }

    @Override
    public int findExisting() throws Exception {
        if (documents.isEmpty()) {
            return 0;
        }
        RestQuery query = RestQuery.asJson(namespace.query(COUNT));
        documents.forEach(path -> query.bind("path", path));
        return Math.toIntExact(call(query::askNumber));
    }

    @Override
    public int commit() throws Exception {
        try {
            if (!updates.isEmpty()) {
                update();
            }
            return 0;
        } finally {
            rollback();
        }
    }

    private void update() throws Exception {
        Map.Entry<String, Content> first = updates.entrySet().iterator().next();
        if (updates.size() == 1 && !isEmpty(first.getValue())) {
            call(connection -> RestQuery.created(connection.exchange("PUT", address(first.getKey()) + target.options(),
                    first.getValue().form().type(), first.getValue().bytes())));
        } else {
            call(updateAll()::ask);
        }
    }

    /** Whether there is nothing that could be sent by itself: a request without content would be taken for XML. */
    private static boolean isEmpty(Content content) {
        return content == null || content.bytes().length == 0;
    }

    private RestQuery updateAll() {
        RestQuery query = target.updating(namespace.query(UPDATE_ALL));
        updates.forEach((path, content) -> {
            if (content == null) {
                query.bind("gone", path);
            } else {
                switch (content.form()) {
                    case XML -> query.bind("xml-path", path).bind("xml", content.form().text(content.bytes()));
                    case JSON -> query.bind("json-path", path).bind("json", content.form().text(content.bytes()));
                    case BINARY -> query.bind("path", path).bind("content", Base64.getEncoder()
                            .encodeToString(content.bytes()),
                            RestQuery.BINARY);
                }
            }
        });
        return query;
    }

    @Override
    public void rollback() {
        updates.clear();
        documents.clear();
    }

    /** Null when it is not there: the service then lists what is below the path, in XML. */
    private byte[] read(String path) throws Exception {
        return call(connection -> {
            HttpResponse<byte[]> answer = connection.exchange("GET", address(path), ContentForm.BINARY.type(), NOTHING);
            String type = answer.headers().firstValue("Content-Type").orElse("");
            if (!type.startsWith(RestQuery.XML)) {
                if (BINARY_TYPES.stream().noneMatch(type::startsWith)) {
                    throw HttpRefusedException.undocumented("it is of type " + type, new String(answer.body(),
                            StandardCharsets.UTF_8));
                }
                return answer.body();
            }
            String beginning = new String(answer.body(), 0, Math.min(BEGINNING, answer.body().length),
                    StandardCharsets.UTF_8);
            return NOTHING_THERE.matcher(beginning).lookingAt() ? null : beginning.startsWith(OF_JSON)
                    ? HttpConnection.bytes(RestQuery.asJson(namespace.query(TREE)).bind("path", path).ask(connection))
                    : answer.body();
        });
    }

    @Override
    public boolean isSame(ByteBuffer read, ByteBuffer stored) {
        byte[] expected = Buffers.bytes(stored);
        return ContentForm.of(target.documentFormat(), expected).isSame(Buffers.bytes(read), expected);
    }

    private int read(String path, ByteBuffer into) throws Exception {
        byte[] found = read(path);
        return Buffers.answer(found, into);
    }

    @Override
    public int read(ByteBuffer uri, ByteBuffer content) throws Exception {
        return read(document(uri), content);
    }

    @Override
    public int get(int keyspace, ByteBuffer key, ByteBuffer into) throws Exception {
        return read(path(keyspace, key), into);
    }

    @Override
    public int head(int keyspace, ByteBuffer key) throws Exception {
        String path = path(keyspace, key);
        return Math.toIntExact(call(RestQuery.asJson(namespace.query(SIZE)).bind("path", path)::askNumber));
    }

    @Override
    public void forEach(DocumentSession.Visitor visitor) throws Exception {
        JsonNode paths = call(RestQuery.asJson(namespace.query(LIST)).bind("path", DatabaseNamespace.DOCUMENTS)::ask);
        for (JsonNode path : paths) {
            byte[] content = read(path.asString());
            byte[] uri = ResourcePath.key(DatabaseNamespace.DOCUMENTS, path.asString());
            if (content != null && !visitor.visit(ByteBuffer.wrap(uri), ByteBuffer.wrap(content))) {
                return;
            }
        }
    }

    @Override
    public Optional<String> forgets() {
        return Optional.of("BaseX keeps nothing on a connection that the next query would find");
    }

    @Override
    public void begin(boolean ownNamespace) throws Exception {
        if (ownNamespace) {
            throw new DriverException("BaseX has no tables for the built-in scripts; its queries stand in scripts of your "
                    + "own");
        }
        hold();
    }

    @Override
    public int execute(String text, Binding binding, Columns columns) throws Exception {
        return asking(connection -> statements.execute(connection, text, binding, columns));
    }

    /** {@inheritDoc} BaseX reads and compiles it. */
    @Override
    public Optional<List<String>> describe(String text, Binding binding) throws Exception {
        return asking(connection -> {
            statements.describe(connection, text, binding);
            return Optional.of(List.of(XQueryLanguage.COLUMN));
        });
    }

    private <T> T asking(Connections.Call<HttpConnection, T> call) throws Exception {
        try {
            return call(call);
        } catch (DriverException e) {
            if (holds() && e.getCause() instanceof HttpRefusedException refused && refused.isRefusal()) {
                throw BaseXStatements.refused(refused, e.getMessage());
            }
            throw e;
        }
    }

    @Override
    public Optional<String> echo() {
        return Optional.of("?$value");
    }

    /** {@inheritDoc} Each query is a transaction by itself. */
    @Override
    public void end() {
        releaseConnection();
    }
}
