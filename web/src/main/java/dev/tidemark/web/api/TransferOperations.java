package dev.tidemark.web.api;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;
import static dev.tidemark.web.http.Access.READER;

import dev.tidemark.app.TableReading;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.store.Imported;
import dev.tidemark.web.api.Parameter.Kind;
import dev.tidemark.web.fields.Lines;
import dev.tidemark.web.http.Body;
import dev.tidemark.web.reports.Downloads;
import dev.tidemark.web.transfer.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Statistics out of the store and into it: as a file that is sent, or one in the server's folder. */
final class TransferOperations {

    private static final String LABEL = "label";
    private static final String WORKLOAD = "workload";
    private static final String DRIVER = "driver";
    private static final String MAP = "map";
    private static final String DEFAULT = "default";
    private static final String SET = "set";

    private TransferOperations() {}

    record ImportedLabels(@Says("that were in the file") List<String> labels,
            @Says("how many are new") int iterations,
            @Says("how many were there already, and were left as they are") int known) {

        static Reply reply(Imported imported) {
            return Reply.of(new ImportedLabels(imported.labels(), imported.iterations(), imported.known()));
        }
    }

    record Exchange(@Says("a path of the server") String folder,
            @Says("what can be imported from it, by name") List<String> files) {}

    record TableColumns(@Says("that the rows become") String label, @Says("name of a workload") String workload,
            @Says("name of a driver") String driver,
            @Says("what columns are, by their headings: a param, a measure, tag:NAME or ignore")
            Optional<Map<String, String>> map,
            @Says("the default point, by params") Optional<Map<String, Written>> defaults,
            @Says("settings of every row that have no column") Optional<Map<String, Written>> set) {

        TableReading reading() {
            List<String> maps = new ArrayList<>();
            map.ifPresent(all -> all.forEach((heading, what) -> maps.add(heading + "=" + what)));
            return new TableReading(label, workload, driver, maps, TargetOperations.texts(defaults),
                    TargetOperations.texts(set));
        }
    }

    record ImportFromFolder(@Says("of the server's folder") String file,
            @Says("how a table is read; not for a zip") Optional<TableColumns> table) {}

    record ExportToFolder(@Says("a new file in the server's folder, as results.zip") String file,
            @Says("all that there are where none are named") Optional<List<String>> labels) {}

    record Exported(@Says("the path of the file, on the server") String file,
            @Says("how many are in it") int iterations) {}

    static List<Operation> all() {
        return List.of(
                Operation.get("/export", READER, "exportLabels", "The statistics of labels in one file.")
                        .query(LABEL, Kind.TEXTS, "a label, each by a parameter of its own; all where none is named")
                        .query("form", Kind.TEXT, "zip, for import elsewhere, where nothing is said; or hdr, perftools "
                                + "or basho")
                        .answers(Output.text("*/*", "the file"))
                        .by((desk, call) -> {
                            desk.statistics().send(call.visit(), call.texts(LABEL),
                                    call.query("form").orElse(Downloads.EVERYTHING));
                            return new Reply.Sent();
                        }),
                Operation.post("/import", ADMINISTRATOR, "importFile", "Takes over an export of another Tidemark, or a "
                        + "table of results that other tools measured; what is there already stays as it is.")
                        .query(LABEL, Kind.TEXT, "of a table: the label that the rows become")
                        .query(WORKLOAD, Kind.TEXT, "of a table: name of a workload")
                        .query(DRIVER, Kind.TEXT, "of a table: name of a driver")
                        .query(MAP, Kind.TEXTS, "of a table: what a column is, HEADING=NAME, HEADING=tag:NAME or "
                                + "HEADING=ignore; each by a parameter of its own")
                        .query(DEFAULT, Kind.TEXTS, "of a table: a setting of the default point, NAME=VALUE")
                        .query(SET, Kind.TEXTS, "of a table: a setting of every row that has no column, NAME=VALUE")
                        .takes(new Input.AFile(List.of(Body.ZIP, Body.CSV), Statistics.LARGEST))
                        .answers(Output.of(201, ImportedLabels.class, "what it brought"))
                        .by(TransferOperations::take),
                Operation.get("/exchange", ADMINISTRATOR, "exchange",
                        "The server's folder for statistics that come and go.")
                        .answers(Output.of(Exchange.class, "the folder"))
                        .by((desk, call) -> Reply.of(new Exchange(desk.statistics().folder().toString(),
                                desk.statistics().files()))),
                Operation.post("/exchange/import", ADMINISTRATOR, "importFromFolder",
                        "Takes over a file of the server's folder.")
                        .takes(ImportFromFolder.class)
                        .answers(Output.of(201, ImportedLabels.class, "what it brought"))
                        .by((desk, call) -> {
                            ImportFromFolder wanted = call.body(ImportFromFolder.class);
                            return ImportedLabels.reply(desk.statistics().takeThere(wanted.file(),
                                    wanted.table().map(TableColumns::reading)));
                        }),
                Operation.post("/exchange/export", ADMINISTRATOR, "exportToFolder",
                        "Writes the statistics of labels to a new file in the server's folder.")
                        .takes(ExportToFolder.class)
                        .answers(Output.of(201, Exported.class, "the file"))
                        .by((desk, call) -> {
                            ExportToFolder wanted = call.body(ExportToFolder.class);
                            int iterations = desk.statistics().put(wanted.labels().orElse(List.of()), wanted.file());
                            return Reply.of(new Exported(desk.statistics().folder().resolve(wanted.file()).toString(),
                                    iterations));
                        }));
    }

    private static Reply take(Desk desk, Call call) {
        boolean table = call.visit().body().type().equals(Body.CSV);
        return ImportedLabels.reply(desk.statistics().take(call.file().file(), table ? "sent.csv" : "sent.zip",
                table ? Optional.of(reading(call)) : nothingOfATable(call)));
    }

    private static TableReading reading(Call call) {
        return new TableReading(call.needed(LABEL), call.needed(WORKLOAD), call.needed(DRIVER), call.texts(MAP),
                pairs(call, DEFAULT), pairs(call, SET));
    }

    private static Map<String, String> pairs(Call call, String name) {
        try {
            return Lines.pairs(String.join("\n", call.texts(name)), "=");
        } catch (BadInput e) {
            throw e.at(name);
        }
    }

    private static Optional<TableReading> nothingOfATable(Call call) {
        for (String name : List.of(LABEL, WORKLOAD, DRIVER, MAP, DEFAULT, SET)) {
            if (!call.texts(name).isEmpty()) {
                throw new BadInput("'" + name + "' says how a table is read, and what was sent is a zip file");
            }
        }
        return Optional.empty();
    }
}
