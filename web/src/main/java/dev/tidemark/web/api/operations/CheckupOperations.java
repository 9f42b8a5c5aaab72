package dev.tidemark.web.api.operations;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import module java.base;
import dev.tidemark.report.write.Description;
import dev.tidemark.report.write.Documents;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.web.api.spec.ApiRequest;
import dev.tidemark.web.api.spec.ApiServices;
import dev.tidemark.web.api.spec.Operation;
import dev.tidemark.web.api.spec.Output;
import dev.tidemark.web.api.spec.Reply;
import dev.tidemark.web.api.spec.TaskStatus;

/** How good targets are, found out within about a minute each. */
public final class CheckupOperations {

    private CheckupOperations() {}

    record CheckupRequest(@Description("a named target, a driver, or a connection URL without a password") String target,
            @Description("a name under which its figures stand beside those of later ones; absent for none")
            Optional<String> keep) {}

    record CheckupSummary(@Description("by which it is asked for") String target, Instant when,
            @Description("whether all that its driver offers works") boolean works,
            @Description("whether anything looks wrong, in a few words") String verdict) {}

    record Checkups(@Description("since this server began, the newest first, one of each target") List<CheckupSummary> checkups,
            @Description("what is being done, or was done last") Optional<TaskStatus> work) {}

    public static List<Operation> all() {
        return List.of(
                Operation.get("/checkups", ADMINISTRATOR, "listCheckups", "Lists the checkups.")
                        .answers(Output.of(Checkups.class, "the checkups"))
                        .by((apiServices, apiRequest) -> Reply.of(new Checkups(apiServices.checkups().done().stream()
                                .map(c -> new CheckupSummary(c.target(), c.when(), c.works(), c.checkup().verdict())).toList(),
                                apiServices.checkups().latest().map(TaskStatus::of)))),
                Operation.get("/checkups/{target}", ADMINISTRATOR, "checkup",
                        "How good a target was found to be, as tidemark checkup --json prints it.")
                        .answers(Output.of(Documents.Checkup.class, "the checkup"))
                        .by((apiServices, apiRequest) -> new Reply.Json(JsonReport.checkup(apiServices.checkups()
                                .of(apiRequest.name("target")).checkup()))),
                Operation.post("/checkups", ADMINISTRATOR, "beginCheckup",
                        "Begins to find out how good a target is, in a place of its own there.")
                        .takes(CheckupRequest.class)
                        .answers(Output.of(202, TaskStatus.class, "it goes on by itself"))
                        .by(CheckupOperations::begin),
                TaskStatus.stop("/checkups/{id}/stop", "stopCheckup", "Ends the checkup; what was made is removed.",
                        ApiServices::checkups));
    }

    private static Reply begin(ApiServices apiServices, ApiRequest apiRequest) {
        CheckupRequest body = apiRequest.body(CheckupRequest.class);
        apiServices.checkups().begin(body.target(), body.keep(), apiRequest.visit().author());
        return TaskStatus.reply(apiServices.checkups());
    }
}
