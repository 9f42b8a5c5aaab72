package dev.tidemark.web.api.operations;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;
import static dev.tidemark.web.http.Access.READER;

import module java.base;
import dev.tidemark.core.result.LabelMark;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.report.analysis.table.StateWords;
import dev.tidemark.report.comparison.LabelComparison;
import dev.tidemark.report.write.Description;
import dev.tidemark.report.write.Documents;
import dev.tidemark.report.write.JsonComparison;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.results.StoredHeadline;
import dev.tidemark.web.api.spec.ApiRequest;
import dev.tidemark.web.api.spec.ApiServices;
import dev.tidemark.web.api.spec.Operation;
import dev.tidemark.web.api.spec.Output;
import dev.tidemark.web.api.spec.Parameter.Kind;
import dev.tidemark.web.api.spec.Reply;
import dev.tidemark.web.reports.Headlines;

/** Labels, their reports, and two of them compared. */
public final class ReportOperations {

    private static final int USUAL_PAGE = 100;
    private static final int LARGEST_PAGE = 1000;

    private ReportOperations() {}

    record Label(@Description("groups the iterations") String label, String workload,
            @Description("of the first iteration") Instant started, @Description("in all") int iterations,
            @Description("how many iterations are done, running, interrupted, failed, invalid or stopped")
            Map<String, Integer> states,
            @Description("what people say of it; may be empty") String note,
            @Description("whether it stands above the others in lists") boolean pinned,
            @Description("whether lists leave it out unless they are asked for all") boolean archived,
            @Description("the verdict of its report, as in clear winner; absent until a report was made")
            Optional<String> verdict,
            @Description("what its report says in a sentence; absent until one was made") Optional<String> headline,
            @Description("when that was found, where more has been stored since") Optional<Instant> asOf) {

        static Label of(LabelSummary label, Headlines.HeadlineState known) {
            Map<String, Integer> states = new LinkedHashMap<>();
            label.iterations().forEach((iterationState, n) -> states.put(StateWords.of(iterationState), n));
            Optional<StoredHeadline> headline = known.headline();
            return new Label(label.label(), label.workload(), label.started(), label.total(), states,
                    label.mark().note(), label.mark().pinned(), label.mark().archived(),
                    headline.map(h -> h.body().verdict()), headline.map(h -> h.body().text()),
                    headline.filter(h -> !known.current()).map(StoredHeadline::made));
        }
    }

    record Marked(@Description("what people say of it") String note,
            @Description("whether it stands above the others in lists") boolean pinned,
            @Description("whether lists leave it out unless they are asked for all") boolean archived) {

        static Marked of(LabelMark mark) {
            return new Marked(mark.note(), mark.pinned(), mark.archived());
        }
    }

    record Mark(@Description("another note, " + LabelMark.LONGEST_NOTE + " characters at most; absent: as it was")
            Optional<String> note,
            @Description("absent: as it was") Optional<Boolean> pinned,
            @Description("absent: as it was") Optional<Boolean> archived) {

        LabelMark on(LabelMark mark) {
            return new LabelMark(note.orElse(mark.note()), pinned.orElse(mark.pinned()),
                    archived.orElse(mark.archived()));
        }
    }

    record Rename(@Description("the name that it is to have, 1 to 200 visible characters") String label) {}

    record Renamed(@Description("the name that it has") String label) {}

    record Labels(@Description("how many labels there are of those asked for") int found,
            @Description("pinned ones first, then the newest") List<Label> labels) {}

    record Deleted(@Description("how many iterations went with it") int iterations) {}

    public static List<Operation> all() {
        return List.of(
                Operation.get("/reports", READER, "listReports",
                        "Lists the labels, those that are pinned first, then the newest.")
                        .query("q", Kind.TEXT, "a text that the labels or their notes contain")
                        .query("archived", Kind.FLAG, "whether archived labels are listed, too")
                        .query("limit", Kind.WHOLE, "how many, 1000 at most; 100 where nothing is said")
                        .query("offset", Kind.WHOLE, "how many to pass over")
                        .answers(Output.of(Labels.class, "the labels"))
                        .by((apiServices, apiRequest) -> Reply.of(labels(apiServices, apiRequest))),
                Operation.get("/reports/{label}", READER, "report",
                        "The report of a label, as tidemark report --json prints it.")
                        .answers(Output.of(Documents.Report.class, "the report"))
                        .by((apiServices, apiRequest) ->
                        new Reply.Json(apiServices.shelf().of(apiRequest.name("label"), JsonReport::of))),
                Operation.get("/reports/{label}/iterations", READER, "iterations",
                        "Every iteration of a label with settings and measures, as tidemark show --json prints them.")
                        .answers(Output.of(Documents.Iterations.class, "the iterations"))
                        .by(ReportOperations::iterations),
                Operation.get("/reports/{label}/as/{form}", READER, "download",
                        "The report of a label in another form, as a file.")
                        .answers(Output.text("*/*", "the file"))
                        .by((apiServices, apiRequest) -> {
                            apiServices.downloads().send(apiRequest.visit());
                            return new Reply.Sent();
                        }),
                Operation.put("/reports/{label}/mark", ADMINISTRATOR, "markReport",
                        "Changes what people say of a label: its note, whether it is pinned, whether it is archived.")
                        .takes(Mark.class)
                        .answers(Output.of(Marked.class, "what is said now"))
                        .by((apiServices, apiRequest) -> {
                            Mark mark = apiRequest.body(Mark.class);
                            return Reply.of(Marked.of(apiServices.shelf().mark(apiRequest.name("label"), mark::on)));
                        }),
                Operation.post("/reports/{label}/rename", ADMINISTRATOR, "renameReport",
                        "Gives a label another name, with all that refers to it: results, experiments, jobs, note.")
                        .takes(Rename.class)
                        .answers(Output.of(Renamed.class, "the name that it has now"))
                        .by((apiServices, apiRequest) -> {
                            String to = apiRequest.body(Rename.class).label();
                            apiServices.shelf().rename(apiRequest.name("label"), to);
                            return Reply.of(new Renamed(to));
                        }),
                Operation.delete("/reports/{label}", ADMINISTRATOR, "deleteReport",
                        "Deletes a label for good, with all its data and what is kept of its stores.")
                        .answers(Output.of(Deleted.class, "what was deleted"))
                        .by((apiServices, apiRequest) ->
                        Reply.of(new Deleted(apiServices.shelf().delete(apiRequest.name("label"))))),
                Operation.get("/compare", READER, "compare", "Compares two labels, or two values of a setting of one, "
                        + "as tidemark compare --json prints it.")
                        .query("a", Kind.TEXT, "a label, or LABEL:NAME=VALUE; the base")
                        .query("b", Kind.TEXT, "the other; may be left out with by")
                        .query("by", Kind.TEXT, "the setting of label a whose values are compared")
                        .query("partial", Kind.FLAG, "whether iterations that were stopped, failed or interrupted are "
                                + "compared, too, as far as they came")
                        .answers(Output.of(Documents.Comparison.class, "the comparison"))
                        .by(ReportOperations::comparison));
    }

    private static Labels labels(ApiServices apiServices, ApiRequest apiRequest) {
        List<LabelSummary> found = apiServices.shelf().found(apiRequest.query("q").orElse(""),
                apiRequest.flag("archived"));
        List<LabelSummary> page = found.stream().skip(apiRequest.number("offset", 0, Integer.MAX_VALUE))
                .limit(apiRequest.number("limit", USUAL_PAGE, LARGEST_PAGE)).toList();
        Map<String, Headlines.HeadlineState> known = apiServices.shelf().headlines().of(page);
        return new Labels(found.size(), page.stream().map(l -> Label.of(l, known.get(l.label()))).toList());
    }

    private static Reply iterations(ApiServices apiServices, ApiRequest apiRequest) {
        String label = apiServices.shelf().known(apiRequest.name("label")).label();
        return new Reply.Json(apiServices.shelf()
                .onPool(() -> JsonReport.show(apiServices.workbench().store().label(label)
                .orElseThrow())));
    }

    private static Reply comparison(ApiServices apiServices, ApiRequest apiRequest) {
        ResultStore store = apiServices.workbench().store();
        List<String> words = Stream.concat(Stream.of(apiRequest.needed("a")), apiRequest.query("b").stream()).toList();
        return new Reply.Json(apiServices.shelf().onPool(() -> JsonComparison.of(LabelComparison.of(apiServices.shelf()
                .pairings(words, apiRequest.query("by"), apiRequest.flag("partial")), store::detail))));
    }
}
