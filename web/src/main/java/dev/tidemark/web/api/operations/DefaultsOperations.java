package dev.tidemark.web.api.operations;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import module java.base;
import dev.tidemark.app.Defaults;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.report.write.Description;
import dev.tidemark.store.results.StoredDefault;
import dev.tidemark.web.api.spec.ApiRequest;
import dev.tidemark.web.api.spec.ApiServices;
import dev.tidemark.web.api.spec.Operation;
import dev.tidemark.web.api.spec.Output;
import dev.tidemark.web.api.spec.Reply;
import dev.tidemark.web.api.spec.ScalarText;
import dev.tidemark.web.http.HttpException;

/** What every experiment of a workload starts from. */
public final class DefaultsOperations {

    private DefaultsOperations() {}

    record OwnDefaults(@Description("settings, by name; what is declared holds for the others") Map<String,
            String> settings,
            @Description("what this machine is, recorded with every iteration") Map<String, String> tags) {

        static OwnDefaults of(List<StoredDefault> stored) {
            Map<String, String> settings = new LinkedHashMap<>();
            Map<String, String> tags = new LinkedHashMap<>();
            stored.forEach(d -> (d.tag() ? tags : settings).put(d.name(), d.text()));
            return new OwnDefaults(settings, tags);
        }
    }

    record NewDefaults(@Description("settings of the workload, of every run and of drivers, by any of their names")
            Optional<Map<String, ScalarText>> settings, Optional<Map<String, ScalarText>> tags) {}

    public static List<Operation> all() {
        return List.of(
                Operation.get("/defaults/{workload}", ADMINISTRATOR, "defaults", "Your own defaults of a workload.")
                        .answers(Output.of(OwnDefaults.class, "the defaults"))
                        .by((apiServices, apiRequest) -> shown(apiServices, workload(apiRequest))),
                Operation.put("/defaults/{workload}", ADMINISTRATOR, "setDefaults",
                        "Puts these in the place of all your own defaults of a workload.")
                        .takes(NewDefaults.class)
                        .answers(Output.of(OwnDefaults.class, "the defaults as they are kept"))
                        .by(DefaultsOperations::set));
    }

    /** @throws HttpException naming the nearest workload */
    static Workload workload(ApiRequest apiRequest) {
        return HttpException.found(() -> Workloads.named(apiRequest.name("workload")));
    }

    private static Reply shown(ApiServices apiServices, Workload workload) {
        return Reply.of(OwnDefaults.of(apiServices.workbench().defaults().of(workload)));
    }

    private static Reply set(ApiServices apiServices, ApiRequest apiRequest) {
        Workload workload = workload(apiRequest);
        NewDefaults body = apiRequest.body(NewDefaults.class);
        List<StoredDefault> all = new ArrayList<>();
        TargetOperations.texts(body.settings())
                .forEach((name, text) -> all.add(apiServices.workbench().defaults().setting(workload, name, text, "")));
        TargetOperations.texts(body.tags()).forEach((name, text) -> all.add(Defaults.tag(workload, name, text)));
        apiServices.workbench().defaults().replace(workload, all);
        return shown(apiServices, workload);
    }
}
