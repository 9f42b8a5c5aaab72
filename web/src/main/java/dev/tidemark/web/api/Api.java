package dev.tidemark.web.api;

import module java.base;
import dev.tidemark.web.api.operations.AccountOperations;
import dev.tidemark.web.api.operations.AgentOperations;
import dev.tidemark.web.api.operations.CheckupOperations;
import dev.tidemark.web.api.operations.ContentOperations;
import dev.tidemark.web.api.operations.DatasetOperations;
import dev.tidemark.web.api.operations.DeclarationOperations;
import dev.tidemark.web.api.operations.DefaultsOperations;
import dev.tidemark.web.api.operations.ExperimentOperations;
import dev.tidemark.web.api.operations.JobOperations;
import dev.tidemark.web.api.operations.ReportOperations;
import dev.tidemark.web.api.operations.StatusOperations;
import dev.tidemark.web.api.operations.TargetOperations;
import dev.tidemark.web.api.operations.TransferOperations;
import dev.tidemark.web.api.spec.ApiServices;
import dev.tidemark.web.api.spec.OpenApi;
import dev.tidemark.web.api.spec.Operation;
import dev.tidemark.web.http.Route;

/** Everything that programs can ask for. */
public final class Api {

    private static final List<Operation> ALL = Stream.of(
            ReportOperations.all(),
            StatusOperations.all(),
            ExperimentOperations.all(),
            JobOperations.all(),
            TargetOperations.all(),
            AgentOperations.all(),
            CheckupOperations.all(),
            DatasetOperations.all(),
            TransferOperations.all(),
            ContentOperations.all(),
            DefaultsOperations.all(),
            DeclarationOperations.all(),
            AccountOperations.all(),
            DocumentOperations.all()).flatMap(List::stream).toList();

    private Api() {}

    /** Its lines of the route table. */
    public static List<Route> routes(ApiServices apiServices) {
        return ALL.stream().map(o -> o.route(apiServices)).toList();
    }

    /** The OpenAPI document. @param version of Tidemark */
    public static String description(String version) {
        return OpenApi.write(ALL, version);
    }
}
