package dev.tidemark.web.api;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import dev.tidemark.app.Datasets.Known;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.web.api.Parameter.Kind;
import dev.tidemark.web.http.Refusal;
import dev.tidemark.web.settings.DatasetOrders.Asker;
import dev.tidemark.web.settings.DatasetOrders.Wanted;
import dev.tidemark.web.work.LongWork;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Content that several runs share. What takes long goes on by itself, one thing at a time. */
final class DatasetOperations {

    private static final String ALONGSIDE = "alongside";

    private DatasetOperations() {}

    record Dataset(String name, @Says("name of the driver that holds it") String driver,
            @Says("settings of the driver that it was made with") Map<String, String> settings,
            @Says("the file, device or folder of the data") String place,
            @Says("whether it was made by others and is only read") boolean onlyRead,
            @Says("what its folder says of it; absent when it is not there any more") Optional<Content> content) {

        static Dataset of(Known known) {
            boolean there = known.manifest().isPresent();
            return new Dataset(known.where().name(), known.where().driver(), known.where().settings(), known.data(),
                    there && known.onlyRead(), known.manifest().map(Content::of));
        }
    }

    record Content(int keyspaces, @Says("that it is to have, in all keyspaces") long keys,
            @Says("keys that have been written") long filled, @Says("bytes of a value") int valueSize, long seed,
            @Says("whether every key has been written") boolean complete,
            @Says("the runs that changed it since it was filled, oldest first") List<String> changedBy) {

        static Content of(DatasetManifest m) {
            return new Content(m.keyspaces().size(), m.keys(), m.filled(), m.valueSize(), m.seed(), m.complete(),
                    m.changedBy());
        }
    }

    record Datasets(@Says("by name") List<Dataset> datasets, Optional<Work> work) {}

    record NewDataset(@Says("1 to 100 letters, digits, dots, underscores and hyphens") String name,
            @Says("a driver that holds keyspaces") String driver,
            @Says("settings of the driver") Optional<Map<String, Written>> settings,
            @Says("5 where nothing is said") Optional<Written> keyspaces,
            @Says("of each keyspace, as 1M, which holds where nothing is said") Optional<Written> keys,
            @Says("of a value, as 8KiB, which holds where nothing is said") Optional<Written> valueSize,
            @Says("from which its values follow; 1 where nothing is said") Optional<Written> seed,
            @Says("the name of the device that it writes over, once more; only where it does so")
            Optional<String> destroy) {}

    record Grown(@Says("keyspaces in all") Optional<Written> keyspaces,
            @Says("keys of each keyspace, as 2M") Optional<Written> keys) {}

    static List<Operation> all() {
        return List.of(
                Operation.get("/datasets", ADMINISTRATOR, "listDatasets",
                        "Lists the datasets, with what is being done to them.")
                        .answers(Output.of(Datasets.class, "the datasets"))
                        .by((desk, call) -> Reply.of(new Datasets(desk.datasets().all().stream().map(Dataset::of)
                                .toList(), desk.datasets().standing().map(Work::of)))),
                lasting(Operation.post("/datasets", ADMINISTRATOR, "createDataset", "Begins to make a dataset, or goes "
                        + "on with one whose making was interrupted; takes up one that others made and the driver only "
                        + "reads.").takes(NewDataset.class)).by(DatasetOperations::create),
                Operation.get("/datasets/{dataset}", ADMINISTRATOR, "dataset", "One dataset.")
                        .answers(Output.of(Dataset.class, "the dataset"))
                        .by((desk, call) -> Reply.of(Dataset.of(desk.datasets().named(call.name("dataset"))))),
                lasting(Operation.post("/datasets/{dataset}/grow", ADMINISTRATOR, "growDataset",
                        "Begins to grow a dataset; each number is the new total.").takes(Grown.class))
                        .by(DatasetOperations::grow),
                begin("continue", "continueDataset", "Begins to fill what was stopped.",
                        (desk, name, asker) -> desk.datasets().goOn(name, asker)),
                begin("count", "countDataset", "Begins to walk every key and count.",
                        (desk, name, asker) -> desk.datasets().count(name, asker)),
                begin("verify", "verifyDataset", "Begins to read every value and check it.",
                        (desk, name, asker) -> desk.datasets().verify(name, asker)),
                Operation.post("/datasets/tasks/{id}/stop", ADMINISTRATOR, "stopDatasetWork",
                        "Ends what is being done to a dataset; what is filled stays.")
                        .answers(Output.of(202, Work.class, "it ends within seconds")).by(DatasetOperations::stop),
                Operation.delete("/datasets/{dataset}", ADMINISTRATOR, "dropDataset",
                        "Begins to remove what Tidemark made of a dataset, and nothing else.")
                        .answers(Output.of(202, Work.class, "it goes on by itself"))
                        .by((desk, call) -> {
                            desk.datasets().drop(call.name("dataset"), new Asker(call.visit().author(), true));
                            return begun(desk);
                        }));
    }

    private static Operation.Draft lasting(Operation.Draft draft) {
        return draft.query(ALONGSIDE, Kind.FLAG, "true: even while a measured run is under way, which this disturbs; "
                + "otherwise status 409 then").answers(Output.of(202, Work.class, "it goes on by itself"));
    }

    /** What is begun of a dataset that is there. */
    @FunctionalInterface
    private interface Beginning {
        void of(Desk desk, String name, Asker asker);
    }

    private static Operation begin(String verb, String id, String says, Beginning what) {
        return lasting(Operation.post("/datasets/{dataset}/" + verb, ADMINISTRATOR, id, says)).by((desk, call) -> {
            what.of(desk, call.name("dataset"), asker(desk, call));
            return begun(desk);
        });
    }

    /** @throws Refusal while a measured run has the machine, unless it may be disturbed */
    private static Asker asker(Desk desk, Call call) {
        boolean alongside = call.flag(ALONGSIDE);
        boolean ownWork = desk.datasets().standing().map(LongWork.Standing::running).orElse(false);
        if (!alongside && !ownWork) { // else it is refused for that
            dev.tidemark.app.Datasets.machineTakenBy().ifPresent(holder -> {
                throw new Refusal(409, "a run is being measured (" + holder + "); say " + ALONGSIDE
                        + "=true to disturb it");
            });
        }
        return new Asker(call.visit().author(), alongside);
    }

    private static Reply begun(Desk desk) {
        return Reply.of(Work.of(desk.datasets().standing().orElseThrow()));
    }

    private static Reply stop(Desk desk, Call call) {
        LongWork.Standing now = desk.datasets().running(call.work());
        desk.datasets().stop(now.number());
        return begun(desk);
    }

    private static Reply create(Desk desk, Call call) {
        NewDataset wanted = call.body(NewDataset.class);
        desk.datasets().create(new Wanted(wanted.name(), wanted.driver(), TargetOperations.texts(wanted.settings()),
                text(wanted.keyspaces()), text(wanted.keys()), text(wanted.valueSize()), text(wanted.seed()),
                wanted.destroy().stream().toList()),
                asker(desk, call));
        return begun(desk);
    }

    private static Reply grow(Desk desk, Call call) {
        Grown grown = call.body(Grown.class);
        desk.datasets().grow(call.name("dataset"), text(grown.keyspaces()), text(grown.keys()), asker(desk, call));
        return begun(desk);
    }

    private static Optional<String> text(Optional<Written> written) {
        return written.map(Written::text);
    }
}
