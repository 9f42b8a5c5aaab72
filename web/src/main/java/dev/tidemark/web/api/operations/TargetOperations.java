package dev.tidemark.web.api.operations;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import module java.base;
import dev.tidemark.core.param.Types;
import dev.tidemark.report.write.Description;
import dev.tidemark.store.results.StoredTarget;
import dev.tidemark.web.api.spec.ApiRequest;
import dev.tidemark.web.api.spec.ApiServices;
import dev.tidemark.web.api.spec.Operation;
import dev.tidemark.web.api.spec.Output;
import dev.tidemark.web.api.spec.Reply;
import dev.tidemark.web.api.spec.ScalarText;
import dev.tidemark.web.api.spec.TaskStatus;
import dev.tidemark.web.http.HttpException;
import dev.tidemark.web.settings.DoctorTasks;

/** Drivers with their settings under names. */
public final class TargetOperations {

    private TargetOperations() {}

    record Target(String name, @Description("name of the driver that connects to it") String driver,
            @Description("settings of the driver; a secret's text says where the secret is") Map<String,
            String> settings) {

        static Target of(StoredTarget target) {
            return new Target(target.name(), target.driver(), target.settings());
        }
    }

    record Targets(@Description("by name") List<Target> targets) {}

    record TargetSettings(@Description("name of a driver") String driver,
            @Description("settings of the driver, by any of their names") Optional<Map<String, ScalarText>> settings) {}

    record Tried(@Description("of a capability, or of a step around them") String name,
            @Description("works, refused, broken, not-offered or not-tried") String result,
            @Description("what the target said; empty where there is nothing to say") String message) {}

    record Diagnosis(@Description("whether all that was tried works") boolean works, Instant when,
            @Description("in the order in which it was tried") List<Tried> trials,
            @Description("what the server has set, and what the target's settings came to")
            Map<String, String> settings) {

        static Diagnosis of(DoctorTasks.Found found) {
            Map<String, String> settings = new LinkedHashMap<>();
            found.diagnosis().facts().forEach(f -> settings.put(f.name(), f.text()));
            return new Diagnosis(found.diagnosis().works(), found.when(), found.diagnosis().trials().stream()
                    .map(t -> new Tried(t.name(), Types.word(t.verdict()), t.message())).toList(), settings);
        }
    }

    record Examined(@Description("what was found last since this server began; absent where nothing was")
            Optional<Diagnosis> diagnosis, @Description("of whatever target") Optional<TaskStatus> work) {}

    public static List<Operation> all() {
        return List.of(
                Operation.get("/targets", ADMINISTRATOR, "listTargets", "Lists the targets that have names.")
                        .answers(Output.of(Targets.class, "the targets"))
                        .by((apiServices, apiRequest) ->
                        Reply.of(new Targets(apiServices.workbench().targets().all().stream()
                                .map(Target::of).toList()))),
                Operation.get("/targets/{target}", ADMINISTRATOR, "target", "One target.")
                        .answers(Output.of(Target.class, "the target"))
                        .by((apiServices, apiRequest) -> Reply.of(Target.of(named(apiServices, apiRequest)))),
                Operation.put("/targets/{target}", ADMINISTRATOR, "putTarget",
                        "Stores a target under a name, or changes a stored one.")
                        .takes(TargetSettings.class)
                        .answers(Output.of(Target.class, "the target as it is kept"))
                        .by(TargetOperations::put),
                Operation.delete("/targets/{target}", ADMINISTRATOR, "removeTarget",
                        "Forgets a name; jobs that wait keep the settings, and so do results.")
                        .by((apiServices, apiRequest) -> {
                            apiServices.workbench().targets().remove(named(apiServices, apiRequest).name());
                            return new Reply.Nothing();
                        }),
                Operation.get("/targets/{target}/doctor", ADMINISTRATOR, "targetDoctor",
                        "What was found when a target, or a driver with its defaults, was examined last.")
                        .answers(Output.of(Examined.class, "what was found, and what is being done"))
                        .by((apiServices, apiRequest) -> Reply.of(new Examined(apiServices.doctor()
                                .found(apiServices.doctor().resolve(apiRequest.name("target"))).map(Diagnosis::of),
                                apiServices.doctor().latest().map(TaskStatus::of)))),
                Operation.post("/targets/{target}/doctor", ADMINISTRATOR, "examineTarget",
                        "Begins to try what can be done with a target, in a place of its own there.")
                        .answers(Output.of(202, TaskStatus.class, "it goes on by itself"))
                        .by((apiServices, apiRequest) -> {
                            apiServices.doctor().begin(apiServices.doctor().resolve(apiRequest.name("target")),
                                    apiRequest.visit().author());
                            return TaskStatus.reply(apiServices.doctor());
                        }),
                TaskStatus.stop("/targets/tasks/{id}/stop", "stopExamining",
                        "Ends the examination; what was made is removed.", ApiServices::doctor));
    }

    private static StoredTarget named(ApiServices apiServices, ApiRequest apiRequest) {
        return HttpException.found(() -> apiServices.workbench().targets().named(apiRequest.name("target")));
    }

    private static Reply put(ApiServices apiServices, ApiRequest apiRequest) {
        TargetSettings body = apiRequest.body(TargetSettings.class);
        return Reply.of(Target.of(apiServices.workbench().targets().put(apiRequest.name("target"), body.driver(),
                texts(body.settings()))));
    }

    /** What was written of each, in its order. */
    static Map<String, String> texts(Optional<Map<String, ScalarText>> written) {
        Map<String, String> texts = new LinkedHashMap<>();
        written.ifPresent(all -> all.forEach((name, value) -> texts.put(name, value.text())));
        return texts;
    }
}
