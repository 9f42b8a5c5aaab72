package dev.tidemark.driver.marklogic;

import module java.base;
import com.marklogic.client.DatabaseClient;
import com.marklogic.client.ResourceNotFoundException;
import com.marklogic.client.document.DocumentWriteSet;
import com.marklogic.client.document.GenericDocumentManager;
import com.marklogic.client.io.BytesHandle;
import com.marklogic.client.io.Format;
import com.marklogic.client.io.InputStreamHandle;
import com.marklogic.client.io.JacksonDatabindHandle;
import dev.tidemark.core.data.PercentEncoder;
import dev.tidemark.core.driver.DocumentSession;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.RemoteSession;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import dev.tidemark.core.driver.support.Buffers;

/**
 * One worker's side of the documents. A transaction is one request, which stores all of its documents or none. Where
 * it has not been asked which of them are there, they go into a forest of the driver's choice, so that the server
 * need not look for them in others; a transaction goes into one forest, and the same documents always into the same.
 */
final class MarkLogicSession extends RemoteSession<MarkLogicConnection> implements DocumentSession, StatementSession {

    private static final int PAGE = 1000;

    private final List<String> forests;
    private final MarkLogicStatements statements;
    private final List<StoredDocument> transaction = new ArrayList<>();
    /** Whether it was asked which of the transaction's documents are there. */
    private boolean existenceChecked;

    MarkLogicSession(Connections<MarkLogicConnection> connections, List<String> forests, StatementSyntax syntax) {
        super(connections);
        statements = new MarkLogicStatements(syntax);
        this.forests = forests;
    }

    @Override
    public void add(ByteBuffer uri, ByteBuffer content) {
        transaction.add(StoredDocument.of(uri, content));
    }

    @Override
    public int findExisting() throws Exception {
        existenceChecked = true;
        if (transaction.isEmpty()) {
            return 0;
        }
        JacksonDatabindHandle<List<String>> uris = new JacksonDatabindHandle<>(
                transaction.stream().map(StoredDocument::uri).toList());
        uris.setFormat(Format.JSON);
        return Math.toIntExact(call(connection -> connection.number(Queries.COUNT_EXISTING, Map.of("uris", uris))));
    }

    @Override
    public int commit() throws Exception {
        try {
            if (!transaction.isEmpty()) {
                call(connection -> connection.askPlaced(existenceChecked ? null : forest(), this::write));
            }
            return 0;
        } finally {
            rollback();
        }
    }

    private String forest() {
        return forests.get(Math.floorMod(transaction.getFirst().uri().hashCode(), forests.size()));
    }

    private Void write(DatabaseClient client) {
        GenericDocumentManager documents = client.newDocumentManager();
        DocumentWriteSet all = documents.newWriteSet();
        transaction.forEach(document -> all.add(document.uri(),
                new BytesHandle(document.content()).withFormat(document.format())));
        documents.write(all);
        return null;
    }

    @Override
    public void rollback() {
        transaction.clear();
        existenceChecked = false;
    }

    @Override
    public int read(ByteBuffer uri, ByteBuffer content) throws Exception {
        byte[] found = read(StoredDocument.uri(uri));
        return Buffers.answer(found, content);
    }

    /** Null where there is none. */
    private byte[] read(String uri) throws Exception {
        return call(connection -> connection.ask(client -> {
            try {
                return bytes(client.newDocumentManager().read(uri, new InputStreamHandle()).get());
            } catch (ResourceNotFoundException e) {
                return null;
            }
        }));
    }

    /** @param content null where there is none */
    private static byte[] bytes(InputStream content) throws IOException {
        try (content) {
            return content == null ? new byte[0] : content.readAllBytes();
        }
    }

    /** {@inheritDoc} In the order of URIs. */
    @Override
    public void forEach(Visitor visitor) throws Exception {
        String from = StoredDocument.FOLDER;
        while (from != null) {
            String first = from;
            List<String> uris = call(connection -> connection.eval(Queries.LIST_URIS,
                    Map.of("from", first, "most", PAGE)));
            from = uris.size() == PAGE ? uris.getLast() : null;
            for (String uri : uris) {
                if (!uri.startsWith(StoredDocument.FOLDER)) {
                    return;
                }
                if (!uri.equals(first) && !visit(uri, visitor)) {
                    return;
                }
            }
        }
    }

    private boolean visit(String uri, Visitor visitor) throws Exception {
        byte[] content = read(uri);
        return content == null || visitor.visit(ByteBuffer.wrap(StoredDocument.original(uri)),
                ByteBuffer.wrap(content));
    }

    @Override
    public Optional<String> forgets() {
        return Optional.of("MarkLogic keeps nothing on a connection that the next program would find");
    }

    @Override
    public void begin(boolean ownNamespace) throws Exception {
        if (ownNamespace) {
            throw new DriverException("MarkLogic has no tables for the built-in scripts; its programs stand in "
                    + "scripts of your own");
        }
        hold();
    }

    @Override
    public int execute(String text, Binding binding, Columns columns) throws Exception {
        try {
            return call(connection -> statements.execute(connection, text, binding, columns));
        } catch (DriverException e) {
            if (holds() && e.getCause() instanceof HttpRefusedException refused && refused.isRefusal()) {
                throw MarkLogicStatements.refused(refused, e.getMessage());
            }
            throw e.getCause() instanceof StatementException thrown ? thrown : e;
        }
    }

    @Override
    public Optional<String> echo() {
        return Optional.of(statements.echo());
    }

    /** {@inheritDoc} Each program is a transaction by itself. */
    @Override
    public void end() {
        releaseConnection();
    }

    /**
     * A document as it is stored: text where it can be, as the server indexes its words then, or else binary.
     *
     * @param uri in a folder of its own; what a URI of the server cannot hold is percent-encoded
     */
    private record StoredDocument(String uri, byte[] content, Format format) {

        static final String FOLDER = "/documents/";

        /** @param uri and {@code content} from position to limit, left as they were */
        static StoredDocument of(ByteBuffer uri, ByteBuffer content) {
            byte[] bytes = Buffers.bytes(content);
            return new StoredDocument(uri(uri), bytes, isText(bytes) ? Format.TEXT : Format.BINARY);
        }

        static String uri(ByteBuffer uri) {
            return FOLDER + PercentEncoder.encoded(Buffers.bytes(uri));
        }

        /** The URI that was meant. */
        static byte[] original(String uri) {
            return PercentEncoder.decode(uri.substring(FOLDER.length()).getBytes(StandardCharsets.US_ASCII));
        }

        /** Whether it is UTF-8 of what a text node holds as it is. */
        private static boolean isText(byte[] bytes) {
            try {
                CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
                return !text.isEmpty() && text.chars().allMatch(StoredDocument::isPlain);
            } catch (CharacterCodingException e) {
                return false;
            }
        }

        /** Surrogates come in pairs, as the text was decoded. */
        private static boolean isPlain(int c) {
            return c >= ' ' && c < 0xFFFE || c == '\t' || c == '\n';
        }
    }
}
