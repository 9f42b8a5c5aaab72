package dev.tidemark.web.api.operations;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import module java.base;
import dev.tidemark.app.run.Datasets.KnownDataset;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.report.write.Description;
import dev.tidemark.web.api.spec.ApiRequest;
import dev.tidemark.web.api.spec.ApiServices;
import dev.tidemark.web.api.spec.Operation;
import dev.tidemark.web.api.spec.Output;
import dev.tidemark.web.api.spec.Parameter.Kind;
import dev.tidemark.web.api.spec.Reply;
import dev.tidemark.web.api.spec.ScalarText;
import dev.tidemark.web.api.spec.TaskStatus;
import dev.tidemark.web.http.HttpException;
import dev.tidemark.web.settings.DatasetTasks.DatasetSpec;
import dev.tidemark.web.settings.DatasetTasks.Requester;
import dev.tidemark.web.work.SingleTaskExecutor;

/** Content that several runs share. What takes long goes on by itself, one thing at a time. */
public final class DatasetOperations {

    private static final String ALONGSIDE = "alongside";

    private DatasetOperations() {}

    record Dataset(String name, @Description("name of the driver that holds it") String driver,
            @Description("settings of the driver that it was made with") Map<String, String> settings,
            @Description("the file, device or folder of the data") String place,
            @Description("whether it was made by others and is only read") boolean onlyRead,
            @Description("what its folder says of it; absent when it is not there any more")
            Optional<Content> content) {

        static Dataset of(KnownDataset known) {
            boolean there = known.manifest().isPresent();
            return new Dataset(known.where().name(), known.where().driver(), known.where().settings(), known.data(),
                    there && known.onlyRead(), known.manifest().map(Content::of));
        }
    }

    record Content(int keyspaces, @Description("that it is to have, in all keyspaces") long keys,
            @Description("keys that have been written") long filled, @Description("bytes of a value") int valueSize,
            long seed,
            @Description("whether every key has been written") boolean complete,
            @Description("the runs that changed it since it was filled, oldest first") List<String> changedBy) {

        static Content of(DatasetManifest m) {
            return new Content(m.keyspaces().size(), m.keys(), m.filled(), m.valueSize(), m.seed(), m.complete(),
                    m.changedBy());
        }
    }

    record Datasets(@Description("by name") List<Dataset> datasets, Optional<TaskStatus> work) {}

    record NewDataset(@Description("1 to 100 letters, digits, dots, underscores and hyphens") String name,
            @Description("a driver that holds keyspaces") String driver,
            @Description("settings of the driver") Optional<Map<String, ScalarText>> settings,
            @Description("5 where nothing is said") Optional<ScalarText> keyspaces,
            @Description("of each keyspace, as 1M, which holds where nothing is said") Optional<ScalarText> keys,
            @Description("of a value, as 8KiB, which holds where nothing is said") Optional<ScalarText> valueSize,
            @Description("from which its values follow; 1 where nothing is said") Optional<ScalarText> seed,
            @Description("the name of the device that it writes over, once more; only where it does so")
            Optional<String> destroy) {}

    record Grown(@Description("keyspaces in all") Optional<ScalarText> keyspaces,
            @Description("keys of each keyspace, as 2M") Optional<ScalarText> keys) {}

    public static List<Operation> all() {
        return List.of(
                Operation.get("/datasets", ADMINISTRATOR, "listDatasets",
                        "Lists the datasets, with what is being done to them.")
                        .answers(Output.of(Datasets.class, "the datasets"))
                        .by((apiServices, apiRequest) ->
                        Reply.of(new Datasets(apiServices.datasets().all().stream().map(Dataset::of)
                                .toList(), apiServices.datasets().latest().map(TaskStatus::of)))),
                lasting(Operation.post("/datasets", ADMINISTRATOR, "createDataset", "Begins to make a dataset, or goes "
                        + "on with one whose making was interrupted; takes up one that others made and the driver only "
                        + "reads.").takes(NewDataset.class)).by(DatasetOperations::create),
                Operation.get("/datasets/{dataset}", ADMINISTRATOR, "dataset", "One dataset.")
                        .answers(Output.of(Dataset.class, "the dataset"))
                        .by((apiServices, apiRequest) ->
                        Reply.of(Dataset.of(apiServices.datasets().named(apiRequest.name("dataset"))))),
                lasting(Operation.post("/datasets/{dataset}/grow", ADMINISTRATOR, "growDataset",
                        "Begins to grow a dataset; each number is the new total.").takes(Grown.class))
                        .by(DatasetOperations::grow),
                begin("continue", "continueDataset", "Begins to fill what was stopped.",
                        (apiServices, name, asker) -> apiServices.datasets().resume(name, asker)),
                begin("count", "countDataset", "Begins to walk every key and count.",
                        (apiServices, name, asker) -> apiServices.datasets().count(name, asker)),
                begin("verify", "verifyDataset", "Begins to read every value and check it.",
                        (apiServices, name, asker) -> apiServices.datasets().verify(name, asker)),
                TaskStatus.stop("/datasets/tasks/{id}/stop", "stopDatasetWork",
                        "Ends what is being done to a dataset; what is filled stays.", ApiServices::datasets),
                Operation.delete("/datasets/{dataset}", ADMINISTRATOR, "dropDataset",
                        "Begins to remove what Tidemark made of a dataset, and nothing else.")
                        .answers(Output.of(202, TaskStatus.class, "it goes on by itself"))
                        .by((apiServices, apiRequest) -> {
                            apiServices.datasets().drop(apiRequest.name("dataset"),
                                    new Requester(apiRequest.visit().author(), true));
                            return TaskStatus.reply(apiServices.datasets());
                        }));
    }

    private static Operation.Draft lasting(Operation.Draft draft) {
        return draft.query(ALONGSIDE, Kind.FLAG, "true: even while a measured run is in progress, which this disturbs; "
                + "otherwise status 409 then").answers(Output.of(202, TaskStatus.class, "it goes on by itself"));
    }

    /** What is begun of a dataset that is there. */
    @FunctionalInterface
    private interface Beginning {
        void of(ApiServices apiServices, String name, Requester asker);
    }

    private static Operation begin(String verb, String id, String says, Beginning what) {
        return lasting(Operation.post("/datasets/{dataset}/" + verb, ADMINISTRATOR, id, says))
                .by((apiServices, apiRequest) -> {
            what.of(apiServices, apiRequest.name("dataset"), requester(apiServices, apiRequest));
            return TaskStatus.reply(apiServices.datasets());
        });
    }

    /** @throws HttpException while a measured run has the machine, unless it may be disturbed */
    private static Requester requester(ApiServices apiServices, ApiRequest apiRequest) {
        boolean alongside = apiRequest.flag(ALONGSIDE);
        boolean ownWork = apiServices.datasets().latest().map(SingleTaskExecutor.TaskProgress::running).orElse(false);
        if (!alongside && !ownWork) { // else it is refused for that
            dev.tidemark.app.run.Datasets.machineHolder().ifPresent(holder -> {
                throw new HttpException(409, "a run is being measured (" + holder + "); say " + ALONGSIDE
                        + "=true to disturb it");
            });
        }
        return new Requester(apiRequest.visit().author(), alongside);
    }

    private static Reply create(ApiServices apiServices, ApiRequest apiRequest) {
        NewDataset body = apiRequest.body(NewDataset.class);
        apiServices.datasets()
                .create(new DatasetSpec(body.name(), body.driver(), TargetOperations.texts(body.settings()),
                text(body.keyspaces()), text(body.keys()), text(body.valueSize()), text(body.seed()),
                body.destroy().stream().toList()),
                requester(apiServices, apiRequest));
        return TaskStatus.reply(apiServices.datasets());
    }

    private static Reply grow(ApiServices apiServices, ApiRequest apiRequest) {
        Grown grown = apiRequest.body(Grown.class);
        apiServices.datasets().grow(apiRequest.name("dataset"), text(grown.keyspaces()), text(grown.keys()),
                requester(apiServices, apiRequest));
        return TaskStatus.reply(apiServices.datasets());
    }

    private static Optional<String> text(Optional<ScalarText> written) {
        return written.map(ScalarText::text);
    }
}
