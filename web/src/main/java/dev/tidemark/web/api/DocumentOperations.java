package dev.tidemark.web.api;

import static dev.tidemark.web.http.Access.READER;

import dev.tidemark.web.api.spec.ApiRequest;
import dev.tidemark.web.api.spec.ApiServices;
import dev.tidemark.web.api.spec.Operation;
import dev.tidemark.web.api.spec.Output;
import dev.tidemark.web.api.spec.Reply;
import dev.tidemark.web.api.spec.Schemas;
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
                        .by((apiServices, apiRequest) ->
                        new Reply.Json(Api.description(apiServices.workbench().version()))),
                Operation.draft(HandlerType.GET, "/metrics", READER, "metrics",
                        "What is running, and what waits, for Prometheus.")
                        .answers(Output.text("text/plain", "metrics in the text format of Prometheus"))
                        .by(DocumentOperations::metrics));
    }

    private static Reply metrics(ApiServices apiServices, ApiRequest apiRequest) {
        apiRequest.visit().text(Metrics.TYPE, Metrics.of(apiServices.workbench(), apiServices.watch().runs()));
        return new Reply.Sent();
    }
}
