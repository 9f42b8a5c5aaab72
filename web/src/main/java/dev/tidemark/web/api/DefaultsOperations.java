package dev.tidemark.web.api;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import dev.tidemark.app.Defaults;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.Workloads;
import dev.tidemark.store.StoredDefault;
import dev.tidemark.web.http.Refusal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What every experiment of a workload starts from. */
final class DefaultsOperations {

    private DefaultsOperations() {}

    record OwnDefaults(@Says("settings, by name; what is declared holds for the others") Map<String, String> settings,
            @Says("what this machine is, recorded with every iteration") Map<String, String> tags) {

        static OwnDefaults of(List<StoredDefault> stored) {
            Map<String, String> settings = new LinkedHashMap<>();
            Map<String, String> tags = new LinkedHashMap<>();
            stored.forEach(d -> (d.tag() ? tags : settings).put(d.name(), d.text()));
            return new OwnDefaults(settings, tags);
        }
    }

    record NewDefaults(@Says("settings of the workload, of every run and of drivers, by any of their names")
            Optional<Map<String, Written>> settings, Optional<Map<String, Written>> tags) {}

    static List<Operation> all() {
        return List.of(
                Operation.get("/defaults/{workload}", ADMINISTRATOR, "defaults", "Your own defaults of a workload.")
                        .answers(Output.of(OwnDefaults.class, "the defaults"))
                        .by((desk, call) -> shown(desk, workload(call))),
                Operation.put("/defaults/{workload}", ADMINISTRATOR, "setDefaults",
                        "Puts these in the place of all your own defaults of a workload.")
                        .takes(NewDefaults.class)
                        .answers(Output.of(OwnDefaults.class, "the defaults as they are kept"))
                        .by(DefaultsOperations::set));
    }

    /** @throws Refusal naming the nearest workload */
    static Workload workload(Call call) {
        try {
            return Workloads.named(call.name("workload"));
        } catch (BadInput e) {
            throw Refusal.missing(e.getMessage());
        }
    }

    private static Reply shown(Desk desk, Workload workload) {
        return Reply.of(OwnDefaults.of(desk.workbench().defaults().of(workload)));
    }

    private static Reply set(Desk desk, Call call) {
        Workload workload = workload(call);
        NewDefaults wanted = call.body(NewDefaults.class);
        List<StoredDefault> all = new ArrayList<>();
        TargetOperations.texts(wanted.settings())
                .forEach((name, text) -> all.add(Defaults.setting(workload, name, text, "")));
        TargetOperations.texts(wanted.tags()).forEach((name, text) -> all.add(Defaults.tag(name, text)));
        desk.workbench().defaults().replace(workload, all);
        return shown(desk, workload);
    }
}
