package dev.tidemark.web.api;

import static dev.tidemark.web.http.Access.READER;

import dev.tidemark.web.metrics.Metrics;
import io.javalin.http.HandlerType;
import java.util.List;

/** What there is to be asked for, and what Prometheus asks for. */
final class DocumentOperations {

    private DocumentOperations() {}

    static List<Operation> all() {
        return List.of(
                Operation.get("/openapi.json", READER, "openapi", "This document.")
                        .answers(Output.document(schemas -> Schemas.object("type", "object"), "OpenAPI 3.1"))
                        .by((desk, call) -> new Reply.Json(Api.description(desk.workbench().version()))),
                Operation.draft(HandlerType.GET, "/metrics", READER, "metrics",
                        "What is running, and what waits, for Prometheus.")
                        .answers(Output.text("text/plain", "metrics in the text format of Prometheus"))
                        .by(DocumentOperations::metrics));
    }

    private static Reply metrics(Desk desk, Call call) {
        call.visit().text(Metrics.TYPE, Metrics.of(desk.workbench(), desk.watch().runs()));
        return new Reply.Sent();
    }
}
