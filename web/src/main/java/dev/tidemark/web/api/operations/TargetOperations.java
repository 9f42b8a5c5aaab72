package dev.tidemark.web.api.operations;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.store.results.StoredTarget;
import dev.tidemark.web.api.spec.ApiRequest;
import dev.tidemark.web.api.spec.ApiServices;
import dev.tidemark.web.api.spec.Description;
import dev.tidemark.web.api.spec.Operation;
import dev.tidemark.web.api.spec.Output;
import dev.tidemark.web.api.spec.Reply;
import dev.tidemark.web.api.spec.ScalarText;
import dev.tidemark.web.http.HttpException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Drivers with their settings under names. */
public final class TargetOperations {

    private TargetOperations() {}

    record Target(String name, @Description("name of the driver that speaks to it") String driver,
            @Description("settings of the driver; a secret's text says where the secret is") Map<String,
            String> settings) {

        static Target of(StoredTarget target) {
            return new Target(target.name(), target.driver(), target.settings());
        }
    }

    record Targets(@Description("by name") List<Target> targets) {}

    record TargetSettings(@Description("name of a driver") String driver,
            @Description("settings of the driver, by any of their names") Optional<Map<String, ScalarText>> settings) {}

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
                        "Gives a target a name, or changes what stands behind it.")
                        .takes(TargetSettings.class)
                        .answers(Output.of(Target.class, "the target as it is kept"))
                        .by(TargetOperations::put),
                Operation.delete("/targets/{target}", ADMINISTRATOR, "removeTarget",
                        "Forgets a name; jobs that wait keep the settings, and so do results.")
                        .by((apiServices, apiRequest) -> {
                            apiServices.workbench().targets().remove(named(apiServices, apiRequest).name());
                            return new Reply.Nothing();
                        }));
    }

    private static StoredTarget named(ApiServices apiServices, ApiRequest apiRequest) {
        try {
            return apiServices.workbench().targets().named(apiRequest.name("target"));
        } catch (InvalidInputException e) {
            throw HttpException.missing(e.getMessage());
        }
    }

    private static Reply put(ApiServices apiServices, ApiRequest apiRequest) {
        TargetSettings wanted = apiRequest.body(TargetSettings.class);
        return Reply.of(Target.of(apiServices.workbench().targets().put(apiRequest.name("target"), wanted.driver(),
                texts(wanted.settings()))));
    }

    /** What was written of each, in its order. */
    static Map<String, String> texts(Optional<Map<String, ScalarText>> written) {
        Map<String, String> texts = new LinkedHashMap<>();
        written.ifPresent(all -> all.forEach((name, value) -> texts.put(name, value.text())));
        return texts;
    }
}
