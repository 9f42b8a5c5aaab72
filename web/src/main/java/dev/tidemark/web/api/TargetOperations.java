package dev.tidemark.web.api;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import dev.tidemark.core.param.BadInput;
import dev.tidemark.store.StoredTarget;
import dev.tidemark.web.http.Refusal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Drivers with their settings under names. */
final class TargetOperations {

    private TargetOperations() {}

    record Target(String name, @Says("name of the driver that speaks to it") String driver,
            @Says("settings of the driver; a secret's text says where the secret is") Map<String, String> settings) {

        static Target of(StoredTarget target) {
            return new Target(target.name(), target.driver(), target.settings());
        }
    }

    record Targets(@Says("by name") List<Target> targets) {}

    record TargetSettings(@Says("name of a driver") String driver,
            @Says("settings of the driver, by any of their names") Optional<Map<String, Written>> settings) {}

    static List<Operation> all() {
        return List.of(
                Operation.get("/targets", ADMINISTRATOR, "listTargets", "Lists the targets that have names.")
                        .answers(Output.of(Targets.class, "the targets"))
                        .by((desk, call) -> Reply.of(new Targets(desk.workbench().targets().all().stream()
                                .map(Target::of).toList()))),
                Operation.get("/targets/{target}", ADMINISTRATOR, "target", "One target.")
                        .answers(Output.of(Target.class, "the target"))
                        .by((desk, call) -> Reply.of(Target.of(named(desk, call)))),
                Operation.put("/targets/{target}", ADMINISTRATOR, "putTarget",
                        "Gives a target a name, or changes what stands behind it.")
                        .takes(TargetSettings.class)
                        .answers(Output.of(Target.class, "the target as it is kept"))
                        .by(TargetOperations::put),
                Operation.delete("/targets/{target}", ADMINISTRATOR, "removeTarget",
                        "Forgets a name; jobs that wait keep the settings, and so do results.")
                        .by((desk, call) -> {
                            desk.workbench().targets().remove(named(desk, call).name());
                            return new Reply.Nothing();
                        }));
    }

    private static StoredTarget named(Desk desk, Call call) {
        try {
            return desk.workbench().targets().named(call.name("target"));
        } catch (BadInput e) {
            throw Refusal.missing(e.getMessage());
        }
    }

    private static Reply put(Desk desk, Call call) {
        TargetSettings wanted = call.body(TargetSettings.class);
        return Reply.of(Target.of(desk.workbench().targets().put(call.name("target"), wanted.driver(),
                texts(wanted.settings()))));
    }

    /** What was written of each, in its order. */
    static Map<String, String> texts(Optional<Map<String, Written>> written) {
        Map<String, String> texts = new LinkedHashMap<>();
        written.ifPresent(all -> all.forEach((name, value) -> texts.put(name, value.text())));
        return texts;
    }
}
