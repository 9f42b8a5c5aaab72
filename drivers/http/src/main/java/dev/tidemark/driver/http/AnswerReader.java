package dev.tidemark.driver.http;

import module java.base;
import dev.tidemark.core.driver.OverloadedException;
import dev.tidemark.core.driver.StatementSession.Columns;
import dev.tidemark.core.driver.StatementSession.StatementException;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import dev.tidemark.core.param.Printable;
import dev.tidemark.core.param.Values;
import java.net.http.HttpResponse;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/** Tells what an answer is: a refusal, nothing, or so many rows with values in them. Thread-safe. */
final class AnswerReader {

    /** The name of how many rows there are, where no value of an answer is wanted. */
    static final String ROWS = "rows";
    /** In the place of a status, for an answer that says within that it failed. */
    static final String FAILED = "FAILED";
    /** In the place of a status, for an answer of somebody else's. */
    static final String WRONG = "WRONG";

    private static final int OK = 200;
    private static final int FIRST_ELSEWHERE = 300;
    private static final int NOT_MODIFIED = 304;
    private static final int NOT_FOUND = 404;
    private static final int MAX_QUOTED = 100;
    private static final Set<String> LOOKING = Set.of("GET", "HEAD");

    private final AnyHttpApi api;
    private final boolean json;
    private final boolean misses;
    private final Optional<JsonPointer> hits;
    private final List<JsonPointer> failures;
    private final Map<String, JsonPointer> pointers = new ConcurrentHashMap<>();

    AnswerReader(Values values, AnyHttpApi api) {
        this.api = api;
        json = values.get(HttpParams.ANSWERS) == HttpParams.Answers.JSON;
        misses = values.get(HttpParams.NOT_FOUND) == HttpParams.NotFound.MISS;
        hits = HttpParams.pointers(values, HttpParams.HITS_AT).stream().findFirst().map(JsonPointer::compile);
        failures = HttpParams.pointers(values, HttpParams.FAILED_AT).stream().map(JsonPointer::compile).toList();
    }

    /**
     * Reads an answer.
     *
     * @param method  of the request
     * @param columns takes what is wanted of it; null when only the number of rows is
     * @return how many rows it has
     * @throws StatementException where it is a refusal, with the status as its state, or says that it failed
     */
    int read(String method, HttpResponse<byte[]> answer, Columns columns) throws StatementException {
        int status = answer.statusCode();
        if (status == NOT_MODIFIED || status == NOT_FOUND && misses && LOOKING.contains(method)) {
            return 0;
        }
        if (status < OK || status >= FIRST_ELSEWHERE) {
            throw refused(api.refused(answer));
        }
        if (answer.body().length == 0) {
            addRowCount(0, columns);
            return 0;
        }
        JsonNode body = body(answer, columns);
        for (JsonPointer failure : failures) {
            refuse(failure, body.at(failure));
        }
        int rows = rows(body);
        if (columns != null && !columns.requested().isEmpty()) {
            addColumns(body, columns);
        } else {
            addRowCount(rows, columns);
        }
        return rows;
    }

    private StatementException refused(HttpRefusedException e) {
        return new StatementException(String.valueOf(e.status()), e.status(), e.getMessage(),
                api.isOverload(e.status()) ? new OverloadedException(e.getMessage()) : e);
    }

    /** Where anything may be answered, what is no JSON has nothing anywhere. */
    private JsonNode body(HttpResponse<byte[]> answer, Columns columns) throws StatementException {
        if (json) {
            try {
                return HttpConnection.json(answer.body());
            } catch (HttpRefusedException e) {
                throw new StatementException(WRONG, e.getMessage(), e);
            }
        }
        boolean looked = hits.isPresent() || !failures.isEmpty() || columns != null && !columns.requested().isEmpty();
        return HttpConnection.parse(looked ? new String(answer.body(), StandardCharsets.UTF_8) : "");
    }

    private static void refuse(JsonPointer at, JsonNode value) throws StatementException {
        boolean failed = value.isBoolean() ? value.asBoolean() : value.isNumber() ? value.asDouble() != 0
                : value.isString() ? !value.asString().isEmpty() : value.isContainer() && !value.isEmpty();
        if (failed) {
            String text = value.toString();
            throw new StatementException(FAILED, "the answer says " + at + ": "
                    + Printable.shortened(text, MAX_QUOTED + 1), null);
        }
    }

    private int rows(JsonNode body) {
        if (hits.isEmpty()) {
            return 1;
        }
        JsonNode found = body.at(hits.get());
        boolean there = found.isNumber() || found.isArray();
        return !there ? 0 : found.isArray() ? found.size() : (int) Math.clamp(found.asDouble(), 0, Integer.MAX_VALUE);
    }

    private static void addRowCount(int rows, Columns columns) {
        if (columns != null && columns.requested().isEmpty()) {
            columns.column(0, ROWS, String.valueOf(rows));
        }
    }

    private void addColumns(JsonNode body, Columns columns) {
        List<String> requested = columns.requested();
        for (int i = 0; i < requested.size(); i++) {
            JsonNode value = body.at(pointers.computeIfAbsent(requested.get(i), JsonPointer::compile));
            if (!value.isMissingNode()) {
                columns.column(0, requested.get(i), text(value));
            }
        }
    }

    private static String text(JsonNode value) {
        return value.isNull() ? null : value.isString() ? value.asString() : value.toString();
    }
}
