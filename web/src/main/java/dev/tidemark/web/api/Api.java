package dev.tidemark.web.api;

import dev.tidemark.web.http.Route;
import java.util.List;
import java.util.stream.Stream;

/** Everything that programs can ask for. */
public final class Api {

    private static final List<Operation> ALL = Stream.of(
            ReportOperations.all(),
            StatusOperations.all(),
            ExperimentOperations.all(),
            JobOperations.all(),
            TargetOperations.all(),
            DatasetOperations.all(),
            TransferOperations.all(),
            ContentOperations.all(),
            DefaultsOperations.all(),
            DeclarationOperations.all(),
            AccountOperations.all(),
            DocumentOperations.all()).flatMap(List::stream).toList();

    private Api() {}

    /** Its lines of the route table. */
    public static List<Route> routes(Desk desk) {
        return ALL.stream().map(o -> o.route(desk)).toList();
    }

    /** The OpenAPI document. @param version of Tidemark */
    public static String description(String version) {
        return OpenApi.write(ALL, version);
    }
}
