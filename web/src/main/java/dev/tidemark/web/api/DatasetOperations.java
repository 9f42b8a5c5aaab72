package dev.tidemark.web.api;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import dev.tidemark.app.Datasets.Known;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.web.settings.DatasetOrders.Wanted;
import dev.tidemark.web.settings.DatasetWork;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Content that several runs share. What takes long goes on by itself, one thing at a time. */
final class DatasetOperations {

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

    record Work(@Says("what is done, or was done last") String what, @Says("how far it is, or how it ended")
            String standing, boolean running, boolean failed, @Says("of it that is done, in percent; absent when that "
                    + "is not known, and when it is over") Optional<Long> percent,
            @Says("what it has told besides") List<String> lines) {

        static Work of(DatasetWork.Standing s) {
            return new Work(s.what(), s.standing(), s.running(), s.failed(), s.share(), s.lines());
        }
    }

    record Datasets(@Says("by name") List<Dataset> datasets, Optional<Work> work) {}

    record NewDataset(@Says("1 to 100 letters, digits, dots, underscores and hyphens") String name,
            @Says("a driver that holds keyspaces") String driver,
            @Says("settings of the driver") Optional<Map<String, Written>> settings,
            @Says("5 where nothing is said") Optional<Written> keyspaces,
            @Says("of each keyspace, as 1M, which holds where nothing is said") Optional<Written> keys,
            @Says("of a value, as 8KiB, which holds where nothing is said") Optional<Written> valueSize,
            @Says("from which its values follow; 1 where nothing is said") Optional<Written> seed) {}

    record Grown(@Says("keyspaces in all") Optional<Written> keyspaces,
            @Says("keys of each keyspace, as 2M") Optional<Written> keys) {}

    static List<Operation> all() {
        return List.of(
                Operation.get("/datasets", ADMINISTRATOR, "listDatasets",
                        "Lists the datasets, with what is being done to them.")
                        .answers(Output.of(Datasets.class, "the datasets"))
                        .by((desk, call) -> Reply.of(new Datasets(desk.datasets().all().stream().map(Dataset::of)
                                .toList(), desk.datasets().standing().map(Work::of)))),
                Operation.post("/datasets", ADMINISTRATOR, "createDataset", "Begins to make a dataset, or goes on with "
                        + "one whose making was interrupted; takes up one that others made and the driver only reads.")
                        .takes(NewDataset.class)
                        .answers(Output.of(202, Work.class, "it goes on by itself"))
                        .by(DatasetOperations::create),
                Operation.get("/datasets/{dataset}", ADMINISTRATOR, "dataset", "One dataset.")
                        .answers(Output.of(Dataset.class, "the dataset"))
                        .by((desk, call) -> Reply.of(Dataset.of(desk.datasets().named(call.name("dataset"))))),
                Operation.post("/datasets/{dataset}/grow", ADMINISTRATOR, "growDataset",
                        "Begins to grow a dataset; each number is the new total.")
                        .takes(Grown.class)
                        .answers(Output.of(202, Work.class, "it goes on by itself"))
                        .by(DatasetOperations::grow),
                begin("count", "countDataset", "Begins to walk every key and count.",
                        (desk, name) -> desk.datasets().count(name)),
                begin("verify", "verifyDataset", "Begins to read every value and check it.",
                        (desk, name) -> desk.datasets().verify(name)),
                Operation.delete("/datasets/{dataset}", ADMINISTRATOR, "dropDataset",
                        "Begins to remove what Tidemark made of a dataset, and nothing else.")
                        .answers(Output.of(202, Work.class, "it goes on by itself"))
                        .by((desk, call) -> {
                            desk.datasets().drop(call.name("dataset"));
                            return begun(desk);
                        }));
    }

    private static Operation begin(String verb, String id, String says, BiConsumer<Desk, String> what) {
        return Operation.post("/datasets/{dataset}/" + verb, ADMINISTRATOR, id, says)
                .answers(Output.of(202, Work.class, "it goes on by itself"))
                .by((desk, call) -> {
                    what.accept(desk, call.name("dataset"));
                    return begun(desk);
                });
    }

    private static Reply begun(Desk desk) {
        return Reply.of(Work.of(desk.datasets().standing().orElseThrow()));
    }

    private static Reply create(Desk desk, Call call) {
        NewDataset wanted = call.body(NewDataset.class);
        desk.datasets().create(new Wanted(wanted.name(), wanted.driver(), TargetOperations.texts(wanted.settings()),
                text(wanted.keyspaces()), text(wanted.keys()), text(wanted.valueSize()), text(wanted.seed())));
        return begun(desk);
    }

    private static Reply grow(Desk desk, Call call) {
        Grown grown = call.body(Grown.class);
        desk.datasets().grow(call.name("dataset"), text(grown.keyspaces()), text(grown.keys()));
        return begun(desk);
    }

    private static Optional<String> text(Optional<Written> written) {
        return written.map(Written::text);
    }
}
