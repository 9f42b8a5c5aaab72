package dev.tidemark.web.api.operations;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;
import static dev.tidemark.web.http.Access.READER;

import module java.base;
import dev.tidemark.app.CsvImportOptions;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.report.write.Description;
import dev.tidemark.store.transfer.ImportSummary;
import dev.tidemark.web.api.spec.ApiRequest;
import dev.tidemark.web.api.spec.ApiServices;
import dev.tidemark.web.api.spec.Input;
import dev.tidemark.web.api.spec.Operation;
import dev.tidemark.web.api.spec.Output;
import dev.tidemark.web.api.spec.Parameter.Kind;
import dev.tidemark.web.api.spec.Reply;
import dev.tidemark.web.api.spec.ScalarText;
import dev.tidemark.web.fields.PairParser;
import dev.tidemark.web.http.Body;
import dev.tidemark.web.http.Upload;
import dev.tidemark.web.reports.Downloads;
import dev.tidemark.web.transfer.ResultTransfer;

/** Statistics out of the store and into it: as a file that is sent, or one in the server's folder. */
public final class TransferOperations {

    private static final String NAME = "name";
    private static final String LABEL = "label";
    private static final String WORKLOAD = "workload";
    private static final String DRIVER = "driver";
    private static final String MAP = "map";
    private static final String DEFAULT = "default";
    private static final String SET = "set";
    private static final String UNLESS_NAMED = "where none is named, of known tables theirs, else ingest";

    private TransferOperations() {}

    record ImportedLabels(@Description("that were in the file") List<String> labels,
            @Description("how many are new") int iterations,
            @Description("how many were there already, and were left as they are") int known,
            @Description("that were in the store already and have now more") List<String> joined) {

        static Reply reply(ImportSummary importSummary) {
            return Reply.of(new ImportedLabels(importSummary.labels(), importSummary.iterations(),
                    importSummary.known(), importSummary.joined()));
        }
    }

    record Exchange(@Description("a path of the server") String folder,
            @Description("what can be imported from it, by name") List<String> files) {}

    record TableColumns(@Description("that the rows become") String label,
            @Description("name of a workload; " + UNLESS_NAMED) Optional<String> workload,
            @Description("name of a driver") String driver,
            @Description("what columns are, by their headings: a param, a measure, tag:NAME or ignore")
            Optional<Map<String, String>> map,
            @Description("the default point, by params") Optional<Map<String, ScalarText>> defaults,
            @Description("settings of every row that have no column") Optional<Map<String, ScalarText>> set) {

        CsvImportOptions reading() {
            List<String> maps = new ArrayList<>();
            map.ifPresent(all -> all.forEach((heading, what) -> maps.add(heading + "=" + what)));
            return new CsvImportOptions(label, workload.orElse(""), driver, maps, TargetOperations.texts(defaults),
                    TargetOperations.texts(set));
        }
    }

    record ImportFromFolder(@Description("of the server's folder") String file,
            @Description("how a table is read; not for a zip") Optional<TableColumns> table) {}

    record ExportToFolder(@Description("a new file in the server's folder, as results.zip") String file,
            @Description("all that there are where none are named") Optional<List<String>> labels) {}

    record Exported(@Description("the path of the file, on the server") String file,
            @Description("how many are in it") int iterations) {}

    public static List<Operation> all() {
        return List.of(
                Operation.get("/export", READER, "exportLabels", "The statistics of labels in one file.")
                        .query(LABEL, Kind.TEXTS, "a label, each by a parameter of its own; all where none is named")
                        .query("form", Kind.TEXT, "zip, for import elsewhere, where nothing is said; or hdr, perftools "
                                + "or basho")
                        .answers(Output.text("*/*", "the file"))
                        .by((apiServices, apiRequest) -> {
                            apiServices.statistics().send(apiRequest.visit(), apiRequest.texts(LABEL),
                                    apiRequest.query("form").orElse(Downloads.EVERYTHING));
                            return new Reply.Sent();
                        }),
                Operation.post("/import", ADMINISTRATOR, "importFile", "Takes over an export of another Tidemark, or a "
                        + "table of results that other tools measured; what is there already stays as it is.")
                        .query(NAME, Kind.TEXT, "what the file is called, for complaints, and since KIND_latencies.csv of "
                                + "basho_bench tell their kind of operation so; of a path its last part")
                        .query(LABEL, Kind.TEXT, "of a table: the label of the imported rows")
                        .query(WORKLOAD, Kind.TEXT, "of a table: name of a workload; " + UNLESS_NAMED)
                        .query(DRIVER, Kind.TEXT, "of a table: name of a driver")
                        .query(MAP, Kind.TEXTS, "of a table: what a column is, HEADING=NAME, HEADING=tag:NAME or "
                                + "HEADING=ignore; each by a parameter of its own")
                        .query(DEFAULT, Kind.TEXTS, "of a table: a setting of the default point, NAME=VALUE")
                        .query(SET, Kind.TEXTS, "of a table: a setting of every row that has no column, NAME=VALUE")
                        .takes(new Input.AFile(List.of(Body.ZIP, Body.CSV), ResultTransfer.LARGEST))
                        .answers(Output.of(201, ImportedLabels.class, "what it brought"))
                        .by(TransferOperations::take),
                Operation.get("/exchange", ADMINISTRATOR, "exchange",
                        "The server's folder for statistics that come and go.")
                        .answers(Output.of(Exchange.class, "the folder"))
                        .by((apiServices, apiRequest) ->
                        Reply.of(new Exchange(apiServices.statistics().folder().toString(),
                                apiServices.statistics().files()))),
                Operation.post("/exchange/import", ADMINISTRATOR, "importFromFolder",
                        "Takes over a file of the server's folder.")
                        .takes(ImportFromFolder.class)
                        .answers(Output.of(201, ImportedLabels.class, "what it brought"))
                        .by((apiServices, apiRequest) -> {
                            ImportFromFolder body = apiRequest.body(ImportFromFolder.class);
                            return ImportedLabels.reply(apiServices.statistics().takeThere(body.file(),
                                    body.table().map(TableColumns::reading)));
                        }),
                Operation.post("/exchange/export", ADMINISTRATOR, "exportToFolder",
                        "Writes the statistics of labels to a new file in the server's folder.")
                        .takes(ExportToFolder.class)
                        .answers(Output.of(201, Exported.class, "the file"))
                        .by((apiServices, apiRequest) -> {
                            ExportToFolder body = apiRequest.body(ExportToFolder.class);
                            int iterations = apiServices.statistics().put(body.labels().orElse(List.of()),
                                    body.file());
                            return Reply.of(new Exported(apiServices.statistics().folder().resolve(body.file())
                                    .toString(),
                                    iterations));
                        }));
    }

    private static Reply take(ApiServices apiServices, ApiRequest apiRequest) {
        boolean table = apiRequest.visit().body().type().equals(Body.CSV);
        String name = apiRequest.query(NAME).map(Upload::safeName).orElse(table ? "sent.csv" : "sent.zip");
        return ImportedLabels.reply(apiServices.statistics().take(apiRequest.file().file(), name,
                table ? Optional.of(reading(apiRequest)) : refuseTableOptions(apiRequest)));
    }

    private static CsvImportOptions reading(ApiRequest apiRequest) {
        return new CsvImportOptions(apiRequest.needed(LABEL), apiRequest.query(WORKLOAD).orElse(""),
                apiRequest.needed(DRIVER),
                apiRequest.texts(MAP),
                pairs(apiRequest, DEFAULT), pairs(apiRequest, SET));
    }

    private static Map<String, String> pairs(ApiRequest apiRequest, String name) {
        try {
            return PairParser.pairs(String.join("\n", apiRequest.texts(name)), "=");
        } catch (InvalidInputException e) {
            throw e.at(name);
        }
    }

    private static Optional<CsvImportOptions> refuseTableOptions(ApiRequest apiRequest) {
        for (String name : List.of(LABEL, WORKLOAD, DRIVER, MAP, DEFAULT, SET)) {
            if (!apiRequest.texts(name).isEmpty()) {
                throw new InvalidInputException("'" + name
                        + "' says how a table is read, and what was sent is a zip file");
            }
        }
        return Optional.empty();
    }
}
