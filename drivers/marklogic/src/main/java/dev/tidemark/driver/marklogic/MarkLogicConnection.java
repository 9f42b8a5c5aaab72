package dev.tidemark.driver.marklogic;

import module java.base;
import com.marklogic.client.DatabaseClient;
import com.marklogic.client.MarkLogicIOException;
import com.marklogic.client.MarkLogicServerException;
import com.marklogic.client.eval.EvalResult;
import com.marklogic.client.eval.EvalResultIterator;
import com.marklogic.client.eval.ServerEvaluationCall;
import com.marklogic.client.io.marker.AbstractWriteHandle;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;

/** One client of the REST API, and one of the Management API; one request at a time. Another thread may close it. */
final class MarkLogicConnection {

    /** What is asked of a client. */
    @FunctionalInterface
    interface Request<T> {
        T of(DatabaseClient client) throws Exception;
    }

    private final ManagementApi management;
    private final ClientFactory.Made rest;
    private final StyleClient styles;

    MarkLogicConnection(ClientFactory factory, String database) throws Exception {
        rest = factory.connect(database);
        styles = StyleClient.of(rest.client());
        management = new ManagementApi(factory);
    }

    /** Throws an error where the client is missing. */
    static void loadClient() {
        DatabaseClient.class.getName();
    }

    ManagementApi management() {
        return management;
    }

    /** What API styles use. */
    StyleClient styles() {
        return styles;
    }

    /** Before the server restarts, or after it has. */
    void forgetSockets() {
        rest.sockets().forget();
    }

    /**
     * Does a request.
     *
     * @throws HttpRefusedException with the server's own message, when it refuses
     * @throws IOException          when the connection breaks, or no answer comes in time
     */
    <T> T ask(Request<T> request) throws Exception {
        try {
            return request.of(rest.client());
        } catch (MarkLogicServerException e) {
            throw refused(e);
        } catch (MarkLogicIOException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getMessage(), e);
        }
    }

    /** The same with documents that are written into one forest. @param forest null for where the server puts them */
    <T> T askPlaced(String forest, Request<T> request) throws Exception {
        Sockets sockets = rest.sockets();
        sockets.placeIn(forest);
        try {
            return ask(request);
        } finally {
            sockets.placeIn(null);
        }
    }

    private static HttpRefusedException refused(MarkLogicServerException e) {
        if (e.getFailedRequest() == null) {
            return new HttpRefusedException(400, e.getMessage());
        }
        String message = e.getServerMessage() == null || e.getServerMessage().isBlank() ? e.getMessage()
                : e.getServerMessage();
        return new HttpRefusedException(e.getServerStatusCode(), message);
    }

    /** Evaluates a query, and reads its answer to the end. @param variables strings, numbers or handles */
    List<String> eval(String query, Map<String, ?> variables) throws Exception {
        return ask(client -> eval(client, query, variables));
    }

    static List<String> eval(DatabaseClient client, String query, Map<String, ?> variables) {
        ServerEvaluationCall call = client.newServerEval().xquery(query);
        variables.forEach((name, value) -> {
            switch (value) {
                case AbstractWriteHandle handle -> call.addVariable(name, handle);
                case Number number -> call.addVariable(name, number);
                default -> call.addVariable(name, String.valueOf(value));
            }
        });
        List<String> answers = new ArrayList<>();
        try (EvalResultIterator results = call.eval()) {
            for (EvalResult result : results) {
                answers.add(result.getString());
            }
        }
        return answers;
    }

    /** Evaluates a query that answers with one number. */
    long number(String query, Map<String, ?> variables) throws Exception {
        List<String> answers = eval(query, variables);
        if (answers.size() != 1) {
            throw HttpRefusedException.undocumented("it is no number", String.join(" ", answers));
        }
        return number(answers);
    }

    static long number(List<String> answers) {
        return answers.isEmpty() ? 0 : Long.parseLong(answers.getFirst().strip());
    }

    void close() {
        rest.close();
        management.close();
    }
}
